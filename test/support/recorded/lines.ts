import { expect } from "vitest";

const LINE = 116;

/**
 * Compares the lines with the table of the chapter, in a folder beside the test. `npm run record` writes it
 * again.
 */
export async function expectTable(chapter: string, lines: readonly string[], folder = "tables"): Promise<void> {
  const file = `${folder}/${chapter.replaceAll(/\W+/g, "-")}.txt`;
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(file);
}

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

/** Names that follow one another and differ in their last part only are told together. */
export function joined(names: readonly string[]): string {
  const groups: { head: string; ends: string[] }[] = [];
  for (const name of names) {
    const [, head = "", end = name] = /^(.*, |.* )(.*)$/.exec(name) ?? [];
    const last = groups.at(-1);
    if (last?.head === head && head !== "") last.ends.push(end);
    else groups.push({ head, ends: [end] });
  }
  return groups.map(({ head, ends }) => `${head}${ends.join(" / ")}`).join(" · ");
}
