/** Numbers as they are typed: "430", a sum "120+55", a minus in front. */

export const MINUS = "\u2212";

/** The sum of what is typed; null where it is no number yet.
 * @param {string} text */
export function sum(text) {
  if (!/^\u2212?\d+([+\u2212]\d+)*\+?$/.test(text)) return null;
  const terms = text.replaceAll(MINUS, "+-").split("+").filter((term) => term);
  return terms.reduce((total, term) => total + Number(term), 0);
}

/** @param {number} whole */
export function written(whole) {
  return String(whole).replace("-", MINUS);
}

/** What the bar shows while a number is typed: "120+55 = 175".
 * @param {string} text */
export function echo(text) {
  const total = sum(text);
  return total === null || !/\d[+\u2212]/.test(text) ? text : `${text} = ${written(total)}`;
}

/** The text after one more key, digits that may bring a minus for all of it; the book takes nine.
 * @param {string} text
 * @param {string} key */
export function typed(text, key) {
  if (/\d{9}$/.test(text)) return text;
  return key[0] === MINUS ? MINUS + (text + key).replaceAll(MINUS, "") : text + key;
}
