const LINE = 116;

/** Lines of a recorded table, indented. */
export function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = " ";
  for (const word of text.split(" ")) {
    if (line.length + word.length >= LINE) {
      lines.push(line);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
