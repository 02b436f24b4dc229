/** What this phone remembers, in the cookies that the server reads too (scorekeeper/web/phone.py). */

/** The options of every setting, the usual one first: that one needs no cookie. */
export const SETTINGS = {
  look: ["auto", "light", "dark", "strong"],
  hand: ["right", "left"],
  moving: ["itself", "next"],
};
const YEAR = 365 * 24 * 3600;
const OVER_HTTPS = location.protocol === "https:";
const COOKIE = OVER_HTTPS ? "__Secure-scorekeeper_" : "scorekeeper_";

/**
 * Remembers an option, and marks it on <html>, where stylesheets and scripts look for it.
 * @param {keyof typeof SETTINGS} name
 * @param {string} option
 */
export function keep(name, option) {
  const html = document.documentElement;
  const age = option === SETTINGS[name][0] ? 0 : YEAR;
  document.cookie = `${COOKIE}${name}=${option}; Path=${html.dataset.path ?? "/"}; Max-Age=${age}; SameSite=Lax${OVER_HTTPS ? "; Secure" : ""}`;
  html.dataset[name] = option;
}

/** Marks on <html> all that is remembered: Back shows a page as it was drawn, and much may have been chosen since. */
export function recall() {
  const kept = new URLSearchParams(document.cookie.replaceAll("; ", "&"));
  for (const [name, options] of Object.entries(SETTINGS)) {
    const option = kept.get(COOKIE + name) ?? "";
    document.documentElement.dataset[name] = options.includes(option) ? option : options[0];
  }
}
