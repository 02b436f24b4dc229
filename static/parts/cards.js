/** Cards as they stand in a field: "K*3 2 JK". */

export const CARD = /(10|JK|B3|R3|[24-9AKQJ])(?:[*\u00d7](\d+))?/g;
const MOST = 20; // of a rank, whatever number is typed

/** @param {string} text */
export function shortened(text) {
  return text.toUpperCase().replaceAll("JOKER", "JK");
}

/** "K*3 2": the cards one by one, as far as there are any.
 * @param {string} text
 * @returns {string[]} */
export function cardsIn(text) {
  return [...shortened(text).matchAll(CARD)].flatMap(([, rank, n]) => Array(Math.min(Number(n ?? 1), MOST)).fill(rank));
}
