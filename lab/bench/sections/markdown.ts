import { inspect } from "../../../src/engine.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { startLocalService } from "../lib/local-service.ts";
import { newSection, type Section } from "../lib/report.ts";

const DOCUMENTS = 50;
const WORDS =
  "river paper morning light of the bridge under old stone walks slowly into town where nobody asked for rain and every window".split(
    " ",
  );
const FONTS = ["serif", "sans-serif", "Georgia, serif", "Arial, sans-serif"];

type Kind = "headings" | "items" | "rows of tables" | "paragraphs";
/** A browser draws the bullets of HTML as circles, unless a style gives them as text, as word processors do. */
type Made = readonly [kind: Kind, line: string, drawn?: "drawn" | undefined];

/** A document of known structure: its HTML, and the lines of Markdown that it is. */
interface MadeDocument {
  readonly html: string;
  readonly lines: readonly Made[];
}

/** Fifty documents of headings, paragraphs, lists in lists and tables, printed, and read back as Markdown. */
export async function markdownSection(): Promise<Section> {
  const section = newSection("Text as Markdown: what comes back of structure that is known");
  const service = await startLocalService();
  const counts: Counts = new Map();
  try {
    for (let seed = 1; seed <= DOCUMENTS; seed++) {
      const { html, lines } = madeDocument(seeded(seed));
      const answer = await fetch(`${service.api}/v1/convert/html-to-pdf?format=binary`, {
        method: "POST",
        headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ html }),
      });
      if (!answer.ok) throw new Error(`document ${seed} was answered ${answer.status}: ${await answer.text()}`);
      const { pages } = await inspect(await answer.bytes(), { text: "markdown", limit: 1000 });
      const said = linesOf(pages.map(({ text }) => text?.markdown ?? "").join("\n\n"));
      count(counts, lines, said);
    }
  } finally {
    await service.stop();
  }
  for (const [what, { right, of }] of counts) {
    section.rows.push({ what, who: `${of} in ${DOCUMENTS} documents`, value: (100 * right) / of, unit: "%" });
  }
  section.notes.push(
    "A heading counts as right with its level, an item with its depth, a row with all of its cells, a paragraph with all of its words. The documents are made by seeded code and printed by the service's browser.",
  );
  return section;
}

type Counts = Map<string, { right: number; of: number }>;

function count(counts: Counts, made: readonly Made[], said: readonly Made[]): void {
  const left = new Map<string, number>();
  for (const [kind, line] of said) left.set(`${kind} ${line}`, (left.get(`${kind} ${line}`) ?? 0) + 1);
  for (const [kind, line, drawn] of made) {
    const name = drawn === undefined ? kind : `${kind} below drawn bullets`;
    const found = counts.get(name) ?? { right: 0, of: 0 };
    counts.set(name, found);
    found.of++;
    const key = `${kind} ${line}`;
    if (!left.get(key)) continue;
    found.right++;
    left.set(key, left.get(key)! - 1);
  }
}

/** The lines of a text in Markdown, by what they are. */
function linesOf(text: string): Made[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !/^\|(?: --- \|)+$/.test(line))
    .map((line) => {
      if (/^#+ /.test(line)) return ["headings", line] as const;
      if (/^ *(?:-|\d+\.) /.test(line)) return ["items", line] as const;
      return line.startsWith("|") ? (["rows of tables", line] as const) : (["paragraphs", line] as const);
    });
}

const between = (random: Random, least: number, most: number): number => least + random.below(most - least + 1);

function madeDocument(random: Random): MadeDocument {
  const lines: Made[] = [];
  const words = (least: number, most: number) =>
    Array.from({ length: between(random, least, most) }, () => random.pick(WORDS)).join(" ");
  const heading = (level: number) => {
    const text = words(2, 6);
    lines.push(["headings", `${"#".repeat(level)} ${text}`]);
    return `<h${level}>${text}</h${level}>`;
  };
  const paragraph = () => {
    const text = words(20, 70);
    lines.push(["paragraphs", text]);
    return `<p>${text}</p>`;
  };
  const list = () => {
    const isNumbered = random.next() < 0.4;
    const isDrawn = random.next() < 0.5;
    const drawn = isDrawn ? "drawn" : undefined;
    const style = isDrawn ? "" : " style=\"list-style-type:'• '\"";
    const items = Array.from({ length: between(random, 2, 6) }, (_, at) => {
      const text = words(2, 25);
      lines.push(["items", `${isNumbered ? `${at + 1}.` : "-"} ${text}`, isNumbered ? undefined : drawn]);
      if (random.next() >= 0.25) return `<li>${text}</li>`;
      const inner = words(2, 6);
      lines.push(["items", `   - ${inner}`, drawn]);
      return `<li>${text}<ul${style}><li>${inner}</li></ul></li>`;
    });
    return isNumbered ? `<ol>${items.join("")}</ol>` : `<ul${style}>${items.join("")}</ul>`;
  };
  const table = () => {
    const columns = between(random, 2, 5);
    const rows = Array.from({ length: between(random, 3, 8) }, (_, row) => {
      const cells = Array.from({ length: columns }, (_, at) =>
        row > 0 && at === columns - 1 ? `${between(random, 1, 9000)}.00` : words(1, 2),
      );
      lines.push(["rows of tables", `| ${cells.join(" | ")} |`]);
      const tag = row === 0 ? "th" : "td";
      return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
    });
    return `<table>${rows.join("")}</table>`;
  };
  const parts = [heading(1)];
  for (let at = between(random, 3, 6); at > 0; at--) {
    parts.push(heading(2), paragraph());
    if (random.next() < 0.5) parts.push(list());
    if (random.next() < 0.4) parts.push(heading(3), paragraph());
    if (random.next() < 0.4) parts.push(table());
  }
  const style = `body{font-family:${random.pick(FONTS)}}td,th{padding:2px 12px;text-align:${random.pick(["left", "center"])}}`;
  return { html: `<style>${style}</style>${parts.join("")}`, lines };
}
