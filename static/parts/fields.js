/**
 * The fields of the deal: those that stand on the sheet, and hidden ones made for what has no cell there. They are the
 * fields of the plain form, so the server reads both alike; all that the screen knows of a deal stands in them. A field
 * that is disabled belongs to another way of counting: it is kept, and not sent.
 */

export const form = /** @type {HTMLFormElement} */ (document.getElementById("deal"));
/** Where the deal is entered, wherever it is shown. */
export const address = form.action.replace(/\/plain$/, "");
/** @type {Record<string, string>} */
export const words = JSON.parse(form.dataset.words ?? "");
/** @type {Record<string, string>} */
export const asks = JSON.parse(form.dataset.asks ?? "");
/** @type {string[]} */
export const names = JSON.parse(form.dataset.names ?? "");
export const sides = names.map((_, side) => side);

/** @param {string} name */
export function value(name) {
  const found = form.elements.namedItem(name);
  return found && "value" in found ? String(found.value).trim() : "";
}

/** Writes into a field, which is made if there is none.
 * @param {string} name
 * @param {string | number} text */
export function put(name, text) {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement) {
    found.value = String(text);
  } else if (found instanceof RadioNodeList) {
    for (const radio of found) if (radio instanceof HTMLInputElement) radio.checked = radio.value === text;
  } else if (text !== "") {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: text }));
  }
}

/** The filled fields whose name begins so.
 * @param {string} prefix
 * @returns {[string, string][]} */
export function filled(prefix) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.elements]);
  const there = fields.filter((one) => one.name?.startsWith(prefix) && one.value.trim() && (one.type !== "radio" || one.checked));
  return there.map((one) => [one.name, one.value.trim()]);
}

/** @param {string} prefix */
export function clear(prefix) {
  for (const [name] of filled(prefix)) put(name, "");
}

/** The points of cards counted by their value, under this key of a side; null where none are.
 * @param {number} side
 * @param {string} key card_counts or hand_counts */
export function counted(side, key) {
  const found = filled(`side${side}-${key}.`);
  return found.length ? found.reduce((sum, [name, n]) => sum + Number(name.split(".").pop()) * Number(n), 0) : null;
}

/** Who went out: the side; NaN for nobody, or while nobody has said. */
export function sideOut() {
  return parseInt(value("went_out"));
}

/** What is sent. A number that is still being typed is not said yet.
 * @param {string} unfinished its name */
export function sent(unfinished) {
  const found = new URLSearchParams();
  for (const [name, text] of new FormData(form)) if (text && name !== unfinished) found.append(name, String(text));
  return found;
}
