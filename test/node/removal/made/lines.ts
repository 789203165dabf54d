/** A page full of small lines: those outside say the word, those inside do not. */
export function linesOf(word: string): string {
  let content = "";
  for (let i = 0; i < 1000; i++) {
    const [x, y] = [(i % 10) * 40, Math.floor(i / 10) * 4];
    const isInside = x >= 110 && x < 250 && y >= 110 && y < 290;
    const isNear = !isInside && x >= 60 && x <= 300 && y >= 90 && y <= 310;
    if (!isNear) content += `BT /F1 3 Tf ${x + 1} ${y} Td (${isInside ? "in" : word}) Tj ET\n`;
  }
  return content;
}
