const [WIDTH, HEIGHT, MARGIN, LEADING] = [595, 842, 56, 14];
/** As many characters as fit between the margins: of Helvetica on average, of Courier each. */
const CHARACTERS = 96;
const SIZES = { Helvetica: 10, Courier: 8 } as const;

/** A plain PDF of these lines, in Latin-1; the first is its heading. In Courier, columns stay one below the other. */
export function pdfOfLines(lines: readonly string[], font: keyof typeof SIZES = "Helvetica"): string {
  const [heading = "", ...rest] = lines.flatMap(wrapped);
  const perPage = Math.floor((HEIGHT - 2 * MARGIN) / LEADING) - 2;
  const pages: string[] = [];
  for (let from = 0; from === 0 || from < rest.length; from += perPage) {
    const shown = rest.slice(from, from + perPage).map((line) => `(${inWinAnsi(line)}) '`);
    const top = HEIGHT - MARGIN;
    const head = `BT /F2 14 Tf ${LEADING} TL ${MARGIN} ${top} Td (${inWinAnsi(heading)}) Tj`;
    pages.push(`${head} T* /F1 ${SIZES[font]} Tf\n${shown.join("\n")}\nET`);
  }
  const first = 5;
  const box = `/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")}]>>`,
    ...[font, "Helvetica-Bold"].map((name) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`),
    ...pages.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R${box}/Contents ${first + 2 * index + 1} 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
  ];
  const parts = ["%PDF-1.4\n"];
  let start = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    const offset = start;
    parts.push(part);
    start += part.length;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const entries = `0000000000 65535 f \n${offsets.join("")}`;
  parts.push(`xref\n0 ${size}\n${entries}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return parts.join("");
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  let now = "";
  for (const word of line.split(" ").flatMap((word) => word.match(/.{1,90}/gsu) ?? [word])) {
    if (now !== "" && now.length + word.length >= CHARACTERS) {
      lines.push(now);
      now = "   ";
    }
    now = now === "" ? word : `${now} ${word}`;
  }
  return [...lines, now];
}

/** The codes of letters beside Latin-1 that the encoding has (ISO 32000-2, annex D.2), from 0x80. */
const BEYOND = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

/** A string's contents in WinAnsiEncoding: letters that it lacks, and control characters, become question marks. */
export function inWinAnsi(text: string): string {
  return text
    .replace(/[^ -~\u00a0-\u00ff]/gu, (char) => {
      const at = BEYOND.indexOf(char);
      return at < 0 || char === "\0" ? "?" : String.fromCharCode(0x80 + at);
    })
    .replace(/[\\()]/g, "\\$&");
}
