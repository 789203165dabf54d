/** Templates for headers and footers. */
export const TEMPLATES: readonly { label: string; html: string }[] = [
  { label: "None", html: "" },
  { label: "Page number", html: centred(filled("pageNumber")) },
  { label: "Page X of Y", html: centred(`${filled("pageNumber")} / ${filled("totalPages")}`) },
  { label: "Title and page number", html: centred(`${filled("title")} · ${filled("pageNumber")}`) },
  { label: "Title left, date right", html: apart(filled("title"), filled("date")) },
  { label: "Confidential", html: centred("Confidential") },
];

/** What the browser fills in on each page. */
export const FILLED: readonly (readonly [name: string, label: string])[] = [
  ["pageNumber", "Page"],
  ["totalPages", "Pages"],
  ["title", "Title"],
  ["date", "Date"],
  ["url", "URL"],
];

export function filled(name: string): string {
  return `<span class="${name}"></span>`;
}

function centred(inner: string): string {
  return `<div style="font: 9px sans-serif; width: 100%; text-align: center">${inner}</div>`;
}

function apart(left: string, right: string): string {
  const style = "font: 9px sans-serif; width: 100%; margin: 0 20mm; display: flex; justify-content: space-between";
  return `<div style="${style}"><span>${left}</span><span>${right}</span></div>`;
}
