import type { Random } from "../../../test/fixtures/random.ts";

const syllables =
  "ka lo mi re san tor ve qui den al pu ster in on gra bel cho fi nu dra es ti mo ran gel us per ha lin dor".split(" ");

/** A vocabulary with frequencies as in real text: a few words make up most of it. */
export function vocabulary(random: Random, size = 4000): string[] {
  return Array.from({ length: size }, () => {
    const count = 1 + random.below(4);
    let word = "";
    for (let i = 0; i < count; i++) word += random.pick(syllables);
    return word;
  });
}

export function sentence(random: Random, words: readonly string[], length: number): string {
  let text = "";
  while (text.length < length) {
    const rank = Math.floor(words.length ** random.next());
    text += `${words[rank % words.length]} `;
  }
  return text.slice(0, length).trimEnd();
}

/** A page as typesetters write it: kerned text, a heading in bold, a note in italic, and a plotted curve. */
export function textPage(random: Random, words: readonly string[], title: string, curve: number): string {
  const lines: string[] = [`BT /F2 16 Tf 1 0 0 1 56 780 Tm (${title}) Tj ET`, "BT /F1 8.5 Tf 11 TL 1 0 0 1 56 756 Tm"];
  for (let line = 0; line < 44; line++) {
    const text = sentence(random, words, 88);
    let shown = "";
    for (let at = 0; at < text.length; ) {
      const run = 1 + random.below(3);
      shown += `(${text.slice(at, at + run)})${random.below(60) - 30}`;
      at += run;
    }
    lines.push(`[${shown}] TJ T*`);
  }
  lines.push("ET", `BT /F3 7 Tf 1 0 0 1 56 40 Tm (${sentence(random, words, 60)}) Tj ET`, "q 0.4 w 0.1 0.3 0.6 RG");
  lines.push("56 160 m");
  for (let i = 1; i <= curve; i++) {
    const x = 56 + (i * 480) / curve;
    lines.push(`${x.toFixed(3)} ${(160 + 90 * Math.sin(i / 40) + 12 * random.next()).toFixed(3)} l`);
  }
  lines.push("S Q");
  return lines.join("\n");
}
