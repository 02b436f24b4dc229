/** Where the book stands on its host: "", or the path below which it is mounted. */
export const ROOT = document.documentElement.dataset.path ?? "";
