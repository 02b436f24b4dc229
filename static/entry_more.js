/**
 * What few deals need of the entry screen: its menu, how deep each side is counted, rarer canastas, points by agreement
 * and other lines, cards counted by value, melds and hands card by card. Fetched when the first of it is asked for.
 */

import {
  after, answer, answered, ask, asks, bar, cells, clear, counted, counts, draft, draw, filled, form, heard, keepDraft, kind, names,
  now, number, pads, put, rare, recount, show, shownNumber, side, sides, silent, spoken, store, usual, value,
} from "./entry.js";
import { nextLook } from "./parts/look.js";
import { keep, SETTINGS } from "./parts/phone.js";
import { answers } from "./parts/probe.js";
import { ROOT } from "./parts/root.js";

const GIVE_UP = 4_000; // ms for the pads: the next touch waits behind them
const NONE = "\u2013"; // written in place of cards: no meld
const NET = "net";
const ELSEWHERE = "elsewhere"; // on another phone
/** @typedef {import("./parts/asking.js").Depth} Depth */
/** Fields that are sent whatever the depth. */
const ALWAYS = /-(adjustment\.|beside)/;
/** @type {Record<Depth, RegExp>} Fields of another depth. */
const NOT_SENT = {
  elsewhere: /-/,
  result: /-(?!result$)/,
  counted: /-(result$|melds\.|concealed\.|hands\.|hand_taken_off)/,
  net: /-(result$|melds\.|concealed\.|hands\.|hand_(?!taken)|\w+_in_hand)/,
  cards: /-(result$|canastas\.|concealed_canastas|card_|hand_|\w+_in_hand|extras\.|opened)/,
};
/** Which row of the side's melds is being laid, and of what. */
const laying = { row: 0, rank: "" };
/** @type {string[]} What was added one by one on this pad, for taking it back: names of fields, or ranks. */
let added = [];

/** Fetches the pads and their style, and puts them beside the others. */
export async function open() {
  const page = await fetch(form.dataset.pads ?? "", { signal: AbortSignal.timeout?.(GIVE_UP) });
  if (!page.ok) throw new Error(page.statusText);
  const read = new DOMParser().parseFromString(await page.text(), "text/html");
  const style = styled(/** @type {HTMLLinkElement} */ (read.querySelector("link")));
  await Promise.race([style, new Promise((late) => setTimeout(late, GIVE_UP))]); // late, it comes all the same
  Object.assign(asks, JSON.parse(read.getElementById("asks")?.textContent ?? "{}"));
  for (const key of read.querySelectorAll("button")) key.tabIndex = -1;
  pads.append(...read.querySelectorAll(".pad"));
  document.querySelector(".ask")?.append(...read.querySelectorAll(".worth"));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (read.querySelectorAll("[data-after]"))) place(row);
  const reason = /** @type {HTMLInputElement} */ (document.getElementById("reason"));
  reason.addEventListener("change", () => reason.value.trim() && because(reason.value.trim()));
  Object.assign(rare, { here: true, draw: drawRare, closed: implyOpening, reason: () => turn("menu.reason") });
}

/** Puts a row that few deals need where it belongs on the sheet; what is said in it already stands in hidden fields.
 * @param {HTMLElement} row */
function place(row) {
  if (form.querySelector(`[data-row="${row.dataset.row}"]`)) return;
  for (const field of row.querySelectorAll("input")) {
    const said = form.elements.namedItem(field.name);
    field.inputMode = "none";
    if (!(said instanceof HTMLInputElement)) continue;
    field.value = said.value;
    said.remove();
  }
  form.querySelector(`[data-row="${row.dataset.after}"]`)?.after(row);
}

/** @param {HTMLLinkElement} link
 * @returns {Promise<unknown>} once the stylesheet is there */
function styled(link) {
  return new Promise((there, failed) => {
    link.addEventListener("load", there);
    link.addEventListener("error", failed);
    document.head.append(link);
  });
}

/** A pad that asks nothing about the deal.
 * @param {string} pad */
export function turn(pad) {
  entitle(pad, find(`[data-pad="${pad}"]`).dataset.title ?? "");
  marks();
}

/** @param {string} pad
 * @param {string} title */
function entitle(pad, title) {
  show(pad);
  bar.textContent = title;
  draw();
  spoken.textContent = `${title}.`;
}

/** @param {string} where
 * @returns {HTMLElement} */
function find(where) {
  return /** @type {HTMLElement} */ (pads.querySelector(where));
}

/** @param {string} where
 * @returns {HTMLElement[]} */
function all(where) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (pads.querySelectorAll(where))];
}

/** The name of a field of the side that is asked about.
 * @param {string} key */
function own(key) {
  return `side${side(now.question)}-${key}`;
}

/** After a change of what is typed. */
function changed() {
  keepDraft();
  recount();
  draw();
}

/** What a key of these pads says.
 * @param {HTMLElement} key */
export function press(key) {
  const said = key.dataset;
  if (said.go) goTo(said.go, said.to ?? "");
  else if (said.set) choose(said.set);
  else if (said.depth) deepen(said.depth);
  else if (said.ask) ask(said.ask);
  else if (said.reason) because(said.reason);
  else if (said.rank) lay(said.rank);
  else if (said.natural) lie(laying.rank, "natural", Number(said.natural));
  else if (said.two) lie("2", "two", Number(said.two));
  else if (said.joker) lie("JK", "joker", Number(said.joker));
  else if (said.held) say(key, hold(said.held));
  else if (said.opened) {
    put(own("opened"), said.opened);
    changed();
    answer(key.textContent ?? "");
  } else if (said.special) ask(`special.${said.special}`);
  else if (said.add) say(key, add(own(said.add)));
  else if (said.value) say(key, count(said.value));
  else if (said.act === "more") ask(`more.${side(now.question)}`);
  else if (said.act === "next") done();
  else countCards(said.act === "count");
}

/** @param {string} where
 * @param {string} to */
function goTo(where, to) {
  if (where.startsWith("menu")) turn(where);
  else if (where === "leave") answers().then((there) => location.assign(there ? to : `${ROOT}/shell`));
  else if (where === "plain") plainForm();
  else if (where === "fresh") startOver();
  else if (where === "none") because("");
  else if (where === "melds") ask(now.question);
  else if (where === "concealed") conceal();
  else laid();
}

/** The form of the plain page has all of it, once it is there. */
async function plainForm() {
  if (!(await answers())) return silent();
  store(draft, null);
  form.submit();
}

function startOver() {
  store(draft, null);
  location.reload();
}

/** One setting of this phone, turned to its next option.
 * @param {string} name */
function choose(name) {
  if (name === "look") nextLook();
  else {
    const setting = /** @type {"hand" | "moving"} */ (name);
    const options = SETTINGS[setting];
    keep(setting, options[(options.indexOf(document.documentElement.dataset[name] ?? "") + 1) % options.length]);
  }
  marks();
}

/** Marks what is chosen in the pads of the menu. */
function marks() {
  for (const name of /** @type {const} */ (["look", "hand", "moving"])) {
    const word = find(`[data-${name}s]`);
    const at = SETTINGS[name].indexOf(document.documentElement.dataset[name] ?? "");
    word.textContent = word.getAttribute(`data-${name}s`)?.split("|")[Math.max(at, 0)] ?? "";
  }
  for (const key of all("[data-depth]")) {
    const [one, depth] = (key.dataset.depth ?? "").split(",");
    const on = depth ? depths()[Number(one)].replace(NET, "counted") === depth : depths().includes(NET);
    key.setAttribute("aria-pressed", String(on));
  }
}

/** How each side is counted. */
function depths() {
  return rare.depths ?? sides.map(() => /** @type {Depth} */ ("counted"));
}

/** Another depth for a side; what can be kept of what was counted is kept.
 * @param {string} to "0,cards"; "net" turns the taking off of hands on or off for all sides that are counted */
function deepen(to) {
  const [one, depth] = to.split(",");
  const found = [...depths()];
  if (depth) {
    if (now.told) carry(Number(one), depth); // what the book has not said of what is typed now is not carried over
    found[Number(one)] = /** @type {Depth} */ (depth);
    const here = found.some((each) => each !== ELSEWHERE);
    for (const each of sides) if (!here && each !== Number(one)) found[each] = "counted"; // then those are counted here
  } else {
    const off = found.includes(NET);
    for (const each of sides) if (found[each] === (off ? NET : "counted")) found[each] = off ? "counted" : NET;
  }
  store(`depths ${form.dataset.match}`, found.every((each) => each === "counted") ? null : found);
  countBy(found);
  now.question = "";
  changed();
  marks();
}

/** Has each side counted so: the cells of its sheet lead to the questions of its depth, and fields of others are not sent.
 * @param {Depth[]} found */
export function countBy(found) {
  if (found.length !== sides.length || !found.every((each) => each in NOT_SENT)) throw new TypeError("no depths");
  // What is corrected is corrected whole.
  if (form.dataset.deal !== "new") found = found.map((each) => (each === ELSEWHERE ? "counted" : each));
  const here = found.filter((each) => each !== ELSEWHERE);
  rare.depths = found;
  for (const cell of cells()) {
    cell.dataset.counted ??= cell.dataset.q;
    const depth = found[Number(cell.dataset.side)];
    cell.dataset.q = asked(cell.dataset.counted ?? "", depth, here);
    cell.toggleAttribute("data-elsewhere", depth === ELSEWHERE && !cell.dataset.q);
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-row]:not([data-rare])"))) {
    row.hidden = !row.querySelector('.cell:not([data-q=""])');
  }
  const results = here.every((each) => each === "result");
  form.querySelector('[data-row="went_out"]')?.toggleAttribute("data-unasked", results); // offered, not asked
  for (const one of sides) {
    put(`side${one}-hand_taken_off`, found[one] === NET ? "yes" : "");
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name^="side${one}-"]`))) {
      const always = found[one] !== ELSEWHERE && ALWAYS.test(field.name);
      field.disabled = !always && NOT_SENT[found[one]].test(field.name);
    }
  }
}

/** The questions of a cell in this depth.
 * @param {string} usually those it leads to where cards are counted
 * @param {Depth} depth
 * @param {Depth[]} here those of all sides that are counted on this phone */
function asked(usually, depth, here) {
  const [what, one] = usually.split(".");
  if (depth === ELSEWHERE && one) return "";
  if (!one) return here.every((each) => each === "result") && what !== "went_out" ? "" : usually;
  if (what === "agreed" || what === "opened") return usually;
  if (depth === "result") return what === "result" ? usually : "";
  if (what === "result") return "";
  if (depth === "counted") return usually;
  if (depth === NET) return what === "cards" ? `net.${one}` : what.includes("hand") ? "" : usually;
  if (/^(canastas|more|cards)/.test(what)) return `melds.${one}`;
  if (what === "hand") return [...Array(Number(form.dataset.hands)).keys()].map((hand) => `held.${one}.${hand}`).join(" ");
  return /^(red|black)_threes$/.test(what) ? usually : "";
}

/** Writes what was reckoned in one depth into the empty fields of another.
 * @param {number} one
 * @param {string} depth */
function carry(one, depth) {
  const told = heard()?.sides[one];
  const prefix = `side${one}-`;
  /** @type {(key: string, text: string | number) => void} */
  const fill = (key, text) => {
    if (value(prefix + key) === "") put(prefix + key, text);
  };
  if (!told || depths()[one] === ELSEWHERE || !filled(prefix).some(([name]) => !/(taken_off|result)$/.test(name))) return;
  if (depth === "result" && depths()[one] !== "result") put(`${prefix}result`, plain(told.score));
  if (depth !== "counted" || depths()[one] !== "cards" || !filled(`${prefix}melds.`).length) return;
  for (const key of usual) fill(`canastas.${key}`, 0);
  for (const [key, [points, n]] of Object.entries(told.cells)) {
    if (/^(concealed_)?canastas/.test(key)) put(prefix + key, n ?? 0);
    else if (/^(card|hand)_points$/.test(key)) fill(key, plain(points).replace("\u2212", ""));
  }
}

/** A number without what sets its thousands apart.
 * @param {string} text */
function plain(text) {
  return text.replace(/[^\d\u2212]/g, "");
}

/** A side without canastas that has melded nothing still holds all the cards dealt to it: with less than those can be
 * worth it must have opened. With more, the book asks. */
function implyOpening() {
  if (kind(now.question) !== NET) return;
  const points = Number(now.text.replace("\u2212", "-"));
  const laid = filled(own("canastas.")).some(([, n]) => Number(n) > 0);
  const held = -Number(find("[data-dealt]").dataset.dealt);
  put(own("opened"), Number(value(own("red_threes"))) && !laid && held < points && points <= 0 ? "yes" : "");
}

/** Why the table agreed on these points; without a reason there are none.
 * @param {string} reason */
function because(reason) {
  put(own("adjustment.reason"), reason);
  if (!reason) put(own("adjustment.points"), "");
  now.fresh = true;
  changed();
  ask(after(now.question));
}

/** One more in this field.
 * @param {string} name
 * @returns {number} how many that makes */
function add(name) {
  const n = Number(value(name)) + 1;
  put(name, n);
  added.push(name);
  changed();
  return n;
}

/** Reads out how many a key has counted.
 * @param {HTMLElement} key
 * @param {number} n */
function say(key, n) {
  spoken.textContent = `${key.getAttribute("aria-label")}: ${n}.`;
}

/** Closes a pad on which things are added or counted. Nothing added is an answer too. */
function done() {
  if (kind(now.question) === "more") now.question = `canastas.${side(now.question)}`;
  const nothing = kind(now.question) === "canastas" ? own(`canastas.${usual[0]}`) : number(now.question);
  if (nothing && !answered(now.question)) put(nothing, "0");
  added = [];
  if (kind(now.question) === "other") ask(after(now.question));
  else answer(now.pad === "values" ? now.text || "0" : "");
}

/** The name of the field that counts the cards of this value.
 * @param {string} worth */
function countOf(worth) {
  return own(`${counts(now.question)}.${worth}`);
}

/** One more card of this value.
 * @param {string} worth
 * @returns {number} how many that makes */
function count(worth) {
  if (now.fresh) added = [];
  put(number(now.question), "");
  store("count", true);
  const n = add(countOf(worth));
  countedNow();
  return n;
}

function countedNow() {
  now.text = shownNumber(now.question);
  now.fresh = false;
  draw();
}

/** From digits to counting cards by value, or back with their sum.
 * @param {boolean} yes */
function countCards(yes) {
  store("count", yes);
  const points = counted(side(now.question), counts(now.question));
  if (yes) put(number(now.question), "");
  else {
    clear(countOf(""));
    if (points !== null) put(number(now.question), points);
  }
  now.text = shownNumber(now.question);
  now.fresh = true;
  show(yes ? "values" : "digits");
  changed();
}

/** The melds of the side: the number of their row, and the cards.
 * @returns {[string, string][]} */
function melds() {
  const there = filled(own("melds.")).filter(([, text]) => text !== NONE);
  return there.map(([name, text]) => [name.split(".")[1], text]);
}

/** "K*5 2*2 JK": how many of each.
 * @param {string} text
 * @returns {Map<string, number>} */
function read(text) {
  const found = new Map();
  for (const word of text.toUpperCase().split(/\s+/)) {
    const [rank, n] = word.split("*");
    if (rank && rank !== NONE) found.set(rank, (found.get(rank) ?? 0) + Number(n ?? 1));
  }
  return found;
}

/** @param {Map<string, number>} cards
 * @param {string[]} [order] of the ranks */
function write(cards, order = [...cards.keys()]) {
  const there = order.map((rank) => [rank, cards.get(rank) ?? 0]).filter(([, n]) => Number(n) > 0);
  return there.map(([rank, n]) => (n === 1 ? rank : `${rank}*${n}`)).join(" ");
}

/** What a meld is of: its rank, or wild.
 * @param {string} text */
function rankOf(text) {
  return [...read(text).keys()].find((rank) => rank !== "2" && rank !== "JK") ?? "wild";
}

/** The name of the field of the meld that is being laid.
 * @param {string} [what] */
function meldField(what = "melds") {
  return own(`${what}.${laying.row}`);
}

/** The meld of this rank, begun or taken up again.
 * @param {string} rank */
function lay(rank) {
  const there = melds();
  const same = there.find(([, text]) => rankOf(text) === rank);
  laying.rank = rank;
  laying.row = same ? Number(same[0]) : Math.max(-1, ...there.map(([row]) => Number(row))) + 1;
  for (const face of all("[data-of]")) face.textContent = rank;
  const face = find(`[data-rank="${rank}"]`).firstChild?.textContent;
  entitle(rank === "wild" ? "wild" : "meld", `${names[side(now.question)]}: ${face}`);
  chosen();
}

/** So many cards of this rank in the meld. Pressed again, the key of the largest number adds one more, any other takes
 * them away.
 * @param {string} rank
 * @param {string} sort what its keys say
 * @param {number} n */
function lie(rank, sort, n) {
  const meld = read(value(meldField()));
  const most = Number(all(`[data-pad="${now.pad}"] [data-${sort}]`).at(-1)?.getAttribute(`data-${sort}`));
  const has = meld.get(rank) ?? 0;
  meld.set(rank, n === most && has >= most ? has + 1 : has === n ? 0 : n);
  put(meldField(), write(meld, [laying.rank, "2", "JK"]));
  now.fresh = false;
  changed();
  chosen();
}

/** The name of the field that says concealed: of the one canasta on the grid, or of the meld that is being laid. */
function concealedField() {
  return kind(now.question) === "canastas" ? own("concealed_canastas") : meldField("concealed");
}

function conceal() {
  const name = concealedField();
  put(name, value(name) ? "" : kind(now.question) === "canastas" ? "1" : "yes");
  changed();
}

/** Marks the keys of the meld that is being laid. */
function chosen() {
  const meld = read(value(meldField()));
  for (const [sort, rank] of [["natural", laying.rank], ["two", "2"], ["joker", "JK"]]) {
    const keys = all(`[data-pad="${now.pad}"] [data-${sort}]`);
    const n = meld.get(rank) ?? 0;
    for (const key of keys) {
      const says = Number(key.getAttribute(`data-${sort}`));
      const beyond = key === keys.at(-1) && n > says;
      key.setAttribute("aria-pressed", String(says === n || beyond));
      /** @type {HTMLElement} */ (key.querySelector("b")).textContent = String(beyond ? n : says);
    }
  }
}

/** All melds are laid; none at all is an answer too. */
function laid() {
  if (!melds().length) put(own("melds.0"), NONE);
  changed();
  ask(after(now.question));
}

/** The name of the field of the hand that is asked for. */
function handField() {
  return own(`hands.${now.question.split(".")[2]}`);
}

/** One more card in the hand.
 * @param {string} rank
 * @param {number} [n]
 * @returns {number} how many that makes */
function hold(rank, n = 1) {
  const hand = read(value(handField()));
  const sum = (hand.get(rank) ?? 0) + n;
  hand.set(rank, sum);
  put(handField(), write(hand));
  now.fresh = false;
  if (n > 0) added.push(rank);
  changed();
  return sum;
}

/** Takes the last card, canasta or meld back; false where there is none on this pad. */
export function takeBack() {
  const { pad } = now;
  if (pad === "held") {
    const hand = read(value(handField()));
    const rank = added.pop() ?? [...hand.keys()].at(-1) ?? "";
    if (!hand.has(rank)) return false;
    hold(rank, -1);
  } else if (pad === "melds" && melds().length) {
    const [row] = melds().at(-1) ?? [""];
    put(own(`melds.${row}`), "");
    put(own(`concealed.${row}`), "");
    changed();
  } else if (/^(more|other|values)$/.test(pad) && (added.length || (pad === "values" && filled(countOf("")).length))) {
    const name = added.pop() ?? filled(countOf("")).at(-1)?.[0] ?? "";
    put(name, Number(value(name)) - 1 || "");
    changed();
    if (pad === "values") countedNow();
  } else if (/^(special|more|meld$|wild)/.test(pad)) {
    ask(pad === "more" ? `canastas.${side(now.question)}` : pad.startsWith("special") ? "went_out" : now.question);
  } else return false;
  return true;
}

/** Draws what lies, is held and is counted: on the keys, and the melds in place of the sheet while they are laid. */
function drawRare() {
  const { pad } = now;
  const melding = /^(meld|melds|wild)$/.test(pad);
  form.classList.toggle("laying", melding);
  document.getElementById("melds")?.remove();
  if (melding) drawMelds(heard()?.sides[side(now.question)]?.melds ?? []);
  for (const face of all(`[data-pad="${pad}"] [data-count]`)) {
    const key = face.dataset.count ?? "";
    const n = value(pad === "values" ? countOf(key) : own(key));
    face.textContent = pad !== "values" ? n || "0" : Number(n) ? `\u00d7${n}` : "";
  }
  for (const key of all('[data-go="concealed"]')) key.setAttribute("aria-pressed", String(value(concealedField()) !== ""));
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name$="-opened"]'))) {
    const typed = field.parentElement?.querySelector(".typed");
    if (typed) typed.textContent = find(`[data-opened="${field.value}"]`)?.textContent ?? "";
  }
  for (const face of pad === "melds" ? all("[data-laid]") : []) {
    const meld = melds().find(([, text]) => rankOf(text) === face.dataset.laid);
    face.textContent = meld ? String([...read(meld[1]).values()].reduce((sum, n) => sum + n)) : "";
  }
  for (const face of pad === "held" ? all("[data-held] small") : []) {
    face.textContent = String(read(value(handField())).get(face.dataset.in ?? "") || "");
  }
}

/** The melds of the side as the book reads them, each a button that takes it up again.
 * @param {{cards: string, points: string, symbol: string, word: string}[]} told */
function drawMelds(told) {
  const list = Object.assign(document.createElement("div"), { id: "melds" });
  for (const meld of told) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "meld" });
    const worth = document.createElement("span");
    const icon = document.querySelector(`.canastas .icon-${meld.symbol || "none"}`)?.cloneNode(true);
    if (icon) worth.append(icon, ` ${meld.word} `);
    worth.append(meld.points);
    made.append([...read(meld.cards)].map(([rank, n]) => `${rank} \u00d7${n}`).join(" "), worth);
    made.addEventListener("click", () => lay(rankOf(meld.cards)));
    list.append(made);
  }
  form.insertBefore(list, form.querySelector(".sum"));
}
