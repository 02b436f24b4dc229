/**
 * Has it read aloud to whoever listens to the page.
 * @param {string} text
 */
export function speak(text) {
  const place = document.getElementById("spoken");
  if (place) place.textContent = text;
}
