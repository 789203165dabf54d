/** Files that people take for a PDF or a picture, by the ends of their names. */
const KINDS: [RegExp, string][] = [
  [/^(docx?|docm|dotx?)$/, "a Word document"],
  [/^(odt|rtf|pages|wpd)$/, "a text document"],
  [/^(xlsx?|xlsm|ods|numbers)$/, "a spreadsheet"],
  [/^(pptx?|pps|ppsx|odp|key)$/, "a presentation"],
  [/^(epub|mobi|azw3?)$/, "a book"],
];

/** What a file is that no tool reads, and what to do with it; undefined where its name does not say it. */
export function foreignOf(name: string): string | undefined {
  const end = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const kind = KINDS.find(([ends]) => ends.test(end))?.[1];
  if (kind) return `${name} is ${kind}. Save it as a PDF in the program that made it, and open that here.`;
  return /^(zip|rar|7z)$/.test(end) ? `${name} is an archive. Unpack it first, and open what is in it.` : undefined;
}
