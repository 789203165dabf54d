const [WIDTH, HEIGHT, MARGIN, LEADING, SIZE] = [595, 842, 56, 14, 10];
/** As many characters of Helvetica as fit between the margins, on average. */
const CHARACTERS = 96;

/** A plain PDF of these lines; the first is its heading. */
export function pdfOfLines(lines: readonly string[]): Blob {
  const [heading = "", ...rest] = lines.flatMap(wrapped);
  const perPage = Math.floor((HEIGHT - 2 * MARGIN) / LEADING) - 2;
  const pages: string[] = [];
  for (let from = 0; from === 0 || from < rest.length; from += perPage) {
    const shown = rest.slice(from, from + perPage).map((line) => `(${escaped(line)}) '`);
    const top = HEIGHT - MARGIN;
    pages.push(
      `BT /F2 14 Tf ${LEADING} TL ${MARGIN} ${top} Td (${escaped(heading)}) Tj T* /F1 ${SIZE} Tf\n${shown.join("\n")}\nET`,
    );
  }
  const first = 5;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
    ...pages.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents ${first + 2 * index + 1} 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type: "application/pdf" });
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  let now = "";
  for (const word of line.split(" ")) {
    if (now !== "" && now.length + word.length >= CHARACTERS) {
      lines.push(now);
      now = "   ";
    }
    now = now === "" ? word : `${now} ${word}`;
  }
  return [...lines, now];
}

/** Letters that WinAnsi lacks become question marks. */
function escaped(text: string): string {
  return text
    .replace(/[–—]/g, "-")
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[^ -~\u00a0-\u00ff]/g, "?")
    .replace(/[\\()]/g, "\\$&");
}
