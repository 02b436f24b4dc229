/**
 * What few deals need of the entry screen: its menu, how deep each side is counted, points by agreement and other lines,
 * melds and hands card by card. Fetched when the first of it is asked for; the screen gives it what it works with.
 */

import { nextLook } from "./parts/look.js";
import { keep, SETTINGS } from "./parts/phone.js";
import { store } from "./parts/storage.js";

/** @typedef {{naturals: number, twos: number, jokers: number}} Meld */

/** @type {any} */
let screen;
/** @type {any} */
let fields;
/** Which row of the side's melds is being laid, and of what. */
const laying = { row: 0, rank: "" };

/** @param {any} given what the screen works with */
export async function begin(given) {
  screen = given;
  fields = given.fields;
  const { style, pads } = fields.element.dataset;
  const [page] = await Promise.all([fetch(pads), styled(style)]);
  if (!page.ok) throw new Error(page.statusText);
  const read = new DOMParser().parseFromString(await page.text(), "text/html");
  Object.assign(screen.asks, JSON.parse(read.getElementById("asks")?.textContent ?? "{}"));
  for (const key of read.querySelectorAll("button")) key.tabIndex = -1;
  screen.pads.append(...read.querySelectorAll(".pad"));
  screen.instead.agreed = () => turn("menu.reason");
  const reason = /** @type {HTMLInputElement} */ (document.getElementById("reason"));
  reason.addEventListener("change", () => reason.value.trim() && because(reason.value.trim()));
  return { menu: () => turn("menu"), press, draw };
}

/** @param {string} href
 * @returns {Promise<unknown>} once the stylesheet is there */
function styled(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((there, failed) => {
    link.addEventListener("load", there);
    link.addEventListener("error", failed);
    document.head.append(link);
  });
}

/** @param {string} pad */
function turn(pad) {
  screen.turnTo(pad, screen.pads.querySelector(`[data-pad="${pad}"]`).dataset.title);
  marks();
}

/** What a key of these pads says; false for a key of another.
 * @param {HTMLElement} key */
function press(key) {
  const { go, to, set, depth, ask, reason, rank, natural, two, joker, held, special, add, value, act } = key.dataset;
  if (go) goTo(go, to ?? "");
  else if (set) choose(set);
  else if (depth) deepen(depth);
  else if (ask) screen.ask(ask);
  else if (reason) because(reason);
  else if (rank) lay(rank);
  else if (natural || two || joker) cards({ naturals: natural, twos: two, jokers: joker });
  else if (held) hold(held);
  else if (special) screen.ask(`special.${special}`);
  else if (add) more(add);
  else if (value) count(Number(value));
  else if (act === "more") screen.ask(`more.${side()}`);
  else if (act === "count" || act === "digits") countCards(act === "count");
  else if (act === "next") done();
  else if (act === "back") return takeBack();
  else if (key.dataset.out && screen.now.pad.startsWith("special")) {
    screen.now.question = "went_out";
    return false;
  } else return false;
  return true;
}

/** @type {string[]} What was added one by one in this pad, for taking it back: names of fields, values, ranks. */
let added = [];

/** One more of what the key names.
 * @param {string} key */
function more(key) {
  const name = `side${side()}-${key}`;
  fields.put(name, Number(fields.value(name)) + 1);
  added.push(name);
  screen.recount();
  screen.draw();
}

/** Closes a pad on which things are added or counted. Nothing added is an answer too. */
function done() {
  const { now } = screen;
  if (now.pad === "values" && !screen.answered(now.question)) fields.put(screen.number(now.question), "0");
  if (screen.kind(now.question) === "more") now.question = `canastas.${side()}`;
  if (!screen.answered(now.question) && screen.kind(now.question) === "canastas") {
    fields.put(`side${side()}-canastas.${screen.usual[0]}`, "0");
  }
  added = [];
  screen.answer(now.pad === "values" ? now.text || "0" : "");
}

/** The name of the field that counts the cards of this value.
 * @param {number | string} worth */
function countOf(worth) {
  return `side${side()}-${screen.counts(screen.now.question)}.${worth}`;
}

/** One more card of this value.
 * @param {number} worth */
function count(worth) {
  if (screen.now.fresh) added = [];
  fields.put(screen.number(screen.now.question), "");
  fields.put(countOf(worth), Number(fields.value(countOf(worth))) + 1);
  added.push(countOf(worth));
  countedNow();
}

function countedNow() {
  screen.now.text = screen.shownNumber(screen.now.question);
  screen.now.fresh = false;
  store("count", true);
  screen.recount();
  screen.draw();
}

/** From digits to counting cards by value, or back with their sum.
 * @param {boolean} yes */
function countCards(yes) {
  const { now } = screen;
  const name = screen.number(now.question);
  store("count", yes);
  if (yes) fields.put(name, "");
  else {
    const points = fields.counted(side(), screen.counts(now.question));
    fields.clear(countOf(""));
    if (points !== null) fields.put(name, points);
  }
  now.text = screen.shownNumber(now.question);
  now.fresh = true;
  screen.show(yes ? "values" : "digits");
  screen.recount();
  screen.draw();
}

/** @param {string} where
 * @param {string} to */
function goTo(where, to) {
  if (where.startsWith("menu")) turn(where);
  else if (where === "leave") location.assign(to);
  else if (where === "plain") fields.element.submit();
  else if (where === "fresh") startOver();
  else if (where === "none") because("");
  else if (where === "melds") screen.ask(screen.now.question);
  else if (where === "laid") laid();
  else if (where === "concealed") conceal();
}

function startOver() {
  for (const [name] of fields.filled("")) {
    if (name === "went_out" || /^side\d/.test(name)) fields.put(name, "");
  }
  store(screen.draftKey(), null);
  location.reload();
}

/** One setting of this phone, turned to its next option.
 * @param {string} name */
function choose(name) {
  if (name === "look") nextLook();
  else {
    const options = SETTINGS[/** @type {"hand" | "moving"} */ (name)];
    const now = options.indexOf(document.documentElement.dataset[name] ?? "");
    keep(/** @type {"hand" | "moving"} */ (name), options[(Math.max(now, 0) + 1) % options.length]);
  }
  marks();
}

/** Marks what is chosen in the pads of the menu, and what is laid and held. */
function marks() {
  for (const name of /** @type {const} */ (["hand", "moving"])) {
    const word = screen.pads.querySelector(`[data-${name}s]`);
    const at = SETTINGS[name].indexOf(document.documentElement.dataset[name] ?? "");
    word.textContent = word.getAttribute(`data-${name}s`).split("|")[Math.max(at, 0)];
  }
  for (const key of screen.pads.querySelectorAll("[data-depth]")) {
    const [side, depth] = key.dataset.depth.split(",");
    const on = depth ? fields.depths[side] === depth || (depth === "counted" && fields.depths[side] === "net") : fields.depths.includes("net");
    key.setAttribute("aria-pressed", String(on));
  }
}

/** Another depth for a side; what can be kept of what was counted is kept.
 * @param {string} to "0,cards"; "net" for all sides that are counted */
function deepen(to) {
  const [side, depth] = to.split(",");
  if (depth === undefined) {
    const net = !fields.depths.includes("net");
    for (const one of fields.sides) if (/net|counted/.test(fields.depths[one]) || net) fields.depths[one] = net ? "net" : "counted";
  } else {
    carry(Number(side), depth);
    fields.depths[side] = depth;
  }
  store(`depths ${fields.element.dataset.match}`, fields.depths);
  screen.now.question = "";
  screen.recount();
  screen.draw();
  marks();
}

/** Writes what was reckoned in one depth into the empty fields of another.
 * @param {number} side
 * @param {string} depth */
function carry(side, depth) {
  const told = screen.heard()?.sides[side];
  if (!told) return;
  /** @type {(name: string, text: string | number) => void} */
  const fill = (name, text) => {
    if (fields.value(`side${side}-${name}`) === "") fields.put(`side${side}-${name}`, text);
  };
  const from = fields.depths[side];
  const any = fields.filled(`side${side}-`).length > 0;
  if (depth === "result" && any) fill("result", plain(told.score, true));
  if (depth !== "counted" || from !== "cards" || !fields.filled(`side${side}-melds.`).length) return;
  for (const key of screen.pads.querySelector("[data-kinds]").dataset.kinds.split(" ")) fill(`canastas.${key}`, 0);
  for (const [key, [points, count]] of Object.entries(told.cells)) {
    if (key.startsWith("canastas.") || key === "concealed_canastas") fields.put(`side${side}-${key}`, count ?? 0);
    else if (key === "card_points" || key === "hand_points") fill(key, plain(points, false));
  }
}

/** A number without what sets its thousands apart.
 * @param {string} text
 * @param {boolean} signed */
function plain(text, signed) {
  return (signed && text.startsWith("\u2212") ? "\u2212" : "") + text.replace(/\D/g, "");
}

/** Why the table agreed on these points; without a reason there are none.
 * @param {string} reason */
function because(reason) {
  const prefix = `side${screen.now.question.split(".")[1]}-adjustment.`;
  fields.put(`${prefix}reason`, reason);
  if (!reason) fields.put(`${prefix}points`, "");
  screen.now.fresh = true;
  screen.recount();
  screen.ask(next());
}

/** The question that is open still, or the end. */
function next() {
  return screen.after(screen.now.question);
}

/** The melds of a side: the number of their row, and the cards.
 * @param {number} side
 * @returns {[number, string][]} */
function meldsOf(side) {
  const prefix = `side${side}-melds.`;
  const rows = fields.filled(prefix).map((/** @type {[string, string]} */ [name, text]) => [Number(name.slice(prefix.length)), text]);
  return rows.filter((/** @type {[number, string]} */ [, text]) => text !== "\u2013");
}

/** "K*5 2*2 JK": how many of each.
 * @param {string} text
 * @returns {Map<string, number>} */
function read(text) {
  const found = new Map();
  for (const word of text.toUpperCase().split(/\s+/).filter((one) => one && one !== "\u2013")) {
    const [rank, n] = word.split("*");
    found.set(rank, (found.get(rank) ?? 0) + Number(n ?? 1));
  }
  return found;
}

/** @param {Map<string, number>} cards */
function write(cards) {
  return [...cards].filter(([, n]) => n > 0).map(([rank, n]) => (n > 1 ? `${rank}*${n}` : rank)).join(" ");
}

/** What a meld is of: its rank, or wild.
 * @param {string} text */
function rankOf(text) {
  return [...read(text).keys()].find((rank) => rank !== "2" && rank !== "JK") ?? "wild";
}

function side() {
  return Number(screen.now.question.split(".")[1]);
}

/** The meld of this rank, begun or taken up again.
 * @param {string} rank */
function lay(rank) {
  const melds = meldsOf(side());
  const there = melds.find(([, text]) => rankOf(text) === rank);
  laying.rank = rank;
  laying.row = there ? there[0] : Math.max(-1, ...melds.map(([row]) => row)) + 1;
  const pad = rank === "wild" ? "wild" : "meld";
  for (const face of screen.pads.querySelectorAll("[data-of]")) face.textContent = rank;
  const name = fields.names[side()];
  screen.turnTo(pad, `${name}: ${screen.pads.querySelector(`[data-rank="${rank}"]`).firstChild.textContent}`);
  chosen();
}

function laidNow() {
  return read(fields.value(`side${side()}-melds.${laying.row}`));
}

/** So many naturals, twos or jokers in this meld. Pressed again, the largest number of a sort adds one more, another
 * takes the sort away.
 * @param {{naturals?: string, twos?: string, jokers?: string}} pressed */
function cards(pressed) {
  const meld = laidNow();
  const [sort, text] = Object.entries(pressed).find(([, n]) => n) ?? ["", ""];
  const rank = { naturals: laying.rank, twos: "2", jokers: "JK" }[sort] ?? "";
  const keys = [...screen.pads.querySelectorAll(`[data-pad="${screen.now.pad}"] [data-${sort.slice(0, -1)}]`)];
  const most = Math.max(...keys.map((key) => Number(key.getAttribute(`data-${sort.slice(0, -1)}`))));
  const n = Number(text);
  const has = meld.get(rank) ?? 0;
  meld.set(rank, n === most && has >= most ? has + 1 : has === n ? 0 : n);
  const order = [laying.rank, "2", "JK"];
  fields.put(`side${side()}-melds.${laying.row}`, write(new Map(order.filter((one) => meld.has(one)).map((one) => [one, meld.get(one) ?? 0]))));
  screen.recount();
  chosen();
}

function conceal() {
  const name = `side${side()}-concealed.${laying.row}`;
  fields.put(name, fields.value(name) ? "" : "yes");
  screen.recount();
  chosen();
}

/** Marks the keys of the meld that is being laid. */
function chosen() {
  const meld = laidNow();
  const pad = screen.pads.querySelector(`[data-pad="${screen.now.pad}"]`);
  for (const [sort, rank] of [["natural", laying.rank], ["two", "2"], ["joker", "JK"]]) {
    const keys = [...pad.querySelectorAll(`[data-${sort}]`)];
    const n = meld.get(rank) ?? 0;
    for (const key of keys) {
      const own = Number(key.dataset[sort]);
      const top = key === keys.at(-1);
      key.setAttribute("aria-pressed", String(own === n || (top && n > own)));
      key.querySelector("b").textContent = String(top && n > own ? n : own);
    }
  }
  const concealed = pad.querySelector('[data-go="concealed"]');
  concealed?.setAttribute("aria-pressed", String(fields.value(`side${side()}-concealed.${laying.row}`) !== ""));
  screen.draw();
}

/** All melds are laid; none at all is an answer too. */
function laid() {
  if (!meldsOf(side()).length) fields.put(`side${side()}-melds.0`, "\u2013");
  screen.recount();
  screen.ask(next());
}

/** One more card in the hand that is asked for.
 * @param {string} rank */
function hold(rank) {
  const name = handName();
  const hand = read(fields.value(name));
  hand.set(rank, (hand.get(rank) ?? 0) + 1);
  fields.put(name, write(hand));
  lastHeld.push(rank);
  screen.recount();
  screen.draw();
}

/** @type {string[]} */
const lastHeld = [];

function handName() {
  const [, one, hand] = screen.now.question.split(".");
  return `side${one}-hands.${hand}`;
}

/** Takes the last card, canasta or meld back; false where there is none, and then the question before is asked. */
function takeBack() {
  const { pad, question } = screen.now;
  const prefix = `side${side()}-`;
  if (pad === "held") {
    const hand = read(fields.value(handName()));
    const rank = lastHeld.pop() ?? [...hand.keys()].at(-1);
    if (!rank || !hand.has(rank)) return false;
    hand.set(rank, (hand.get(rank) ?? 0) - 1);
    fields.put(handName(), write(hand));
  } else if (pad === "melds" && fields.filled(`${prefix}melds.`).length) {
    const [name] = fields.filled(`${prefix}melds.`).at(-1);
    fields.put(name, "");
    fields.put(name.replace("melds", "concealed"), "");
  } else if (/^(more|other|values)$/.test(pad)) {
    const there = pad === "values" ? fields.filled(countOf("")) : added.map((name) => [name, fields.value(name)]);
    const last = added.pop() ?? there.at(-1)?.[0];
    if (last) fields.put(last, Number(fields.value(last)) - 1 || "");
    else if (pad === "more") {
      screen.ask(`canastas.${side()}`);
      return true;
    } else return false;
    if (pad === "values") {
      countedNow();
      return true;
    }
  } else if (pad.startsWith("special") || pad.startsWith("meld") || pad === "wild") {
    screen.ask(pad.startsWith("special") ? "went_out" : question);
    return true;
  } else return false;
  screen.recount();
  screen.draw();
  return true;
}

/** Draws what lies and what is held: on the keys, and the melds in place of the sheet while they are laid. */
function draw() {
  const { pad, question } = screen.now;
  const laying = /^(meld|melds|wild)$/.test(pad);
  fields.element.classList.toggle("laying", laying);
  document.getElementById("melds")?.remove();
  if (laying) drawMelds(screen.heard()?.sides[side()]?.melds ?? []);
  for (const one of screen.pads.querySelectorAll(`[data-pad="${pad}"] [data-count]`)) {
    const n = fields.value(pad === "values" ? countOf(one.dataset.count) : `side${side()}-${one.dataset.count}`);
    one.textContent = pad !== "values" ? n || "0" : Number(n) ? `\u00d7${n}` : "";
  }
  if (pad === "melds") {
    for (const face of screen.pads.querySelectorAll("[data-laid]")) {
      const meld = meldsOf(side()).find(([, text]) => rankOf(text) === face.dataset.laid);
      face.textContent = meld ? [...read(meld[1]).values()].reduce((sum, n) => sum + n, 0) : "";
    }
  }
  if (question.startsWith("held") && pad === "held") {
    const hand = read(fields.value(handName()));
    for (const face of screen.pads.querySelectorAll("[data-held]")) face.textContent = hand.get(face.dataset.held) || "";
  }
}

/** The melds of the side as the book reads them, each a button that takes it up again.
 * @param {{cards: string, points: string, symbol: string, word: string}[]} told */
function drawMelds(told) {
  const list = document.createElement("div");
  list.id = "melds";
  for (const meld of told) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "meld";
    made.append(faceOf(meld.cards));
    const icon = document.querySelector(`.canastas .icon-${meld.symbol}`)?.cloneNode(true);
    const worth = document.createElement("span");
    if (icon) worth.append(icon, ` ${meld.word} `);
    worth.append(meld.points);
    made.append(worth);
    made.addEventListener("click", () => lay(rankOf(meld.cards)));
    list.append(made);
  }
  fields.element.insertBefore(list, fields.element.querySelector(".sum"));
}

/** "K \u00d75 +3 wild".
 * @param {string} text */
function faceOf(text) {
  const meld = read(text);
  return [...meld].map(([rank, n]) => `${rank} \u00d7${n}`).join(" ");
}
