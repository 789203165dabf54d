import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "rolldown";

const NAMES = "src/pdf-content/fonts/names";
const FILES = [
  ..."glyph-names encodings cff-strings".split(" ").map((name) => `${NAMES}/${name}.ts`),
  "src/redact/months.ts",
  "src/remove/copy/schema.ts",
  "src/remove/document/attributes.ts",
  "src/pdf-conformance/structure/structure.ts",
  "src/pdf-conformance/graphics-states.ts",
  "src/pdf-conformance/annotations.ts",
  "src/remove/copy/programs.ts",
];
/** What rules say in sentences. */
const RECORDS = ["src/pdf-conformance/rules.ts"];
const RECORD = /^(const RULES) = (\{\n[\s\S]*?\n\})(?: as const)?;/m;
const LIST = /\bwords`([^`$\\]+)`/g;

/**
 * Packs together the lists of glyph names, of months and of names that the standard knows, and the rules. Most names occur in several
 * lists, so together they take half as much.
 */
export function packedWords(project: string): Plugin {
  const lists: string[] = [];
  return {
    name: "packed words",
    async buildStart() {
      for (const file of FILES) {
        const source = await readFile(path.join(project, file), "utf8");
        for (const [, text] of source.matchAll(LIST)) lists.push(inOneLine(text as string));
      }
      for (const file of RECORDS) lists.push(recordIn(await readFile(path.join(project, file), "utf8")));
    },
    transform: {
      filter: { id: new RegExp(`/(${NAMES}/words|${[...FILES, ...RECORDS].join("|")})`) },
      handler(code, id) {
        if (id.endsWith("/words.ts")) return { code: unpacking(lists), map: null };
        if (RECORDS.some((file) => id.endsWith(file))) {
          const packed = code.replace(RECORD, (whole, name: string) => {
            return `${name} = JSON.parse(words(${lists.indexOf(recordIn(code))}, "\\n"));${whole.replace(/[^\n]/g, "")}`;
          });
          const from = path.join(project, NAMES, "words.ts");
          return { code: `import { words } from ${JSON.stringify(from)}; ${packed}`, map: null };
        }
        // As many lines as before, for the source maps.
        const shorter = code.replace(LIST, (whole, text: string) => {
          return `words(${lists.indexOf(inOneLine(text))})${whole.replace(/[^\n]/g, "")}`;
        });
        return { code: shorter, map: null };
      },
    },
  };
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** The record that a file is about, as JSON. */
function recordIn(source: string): string {
  return JSON.stringify(new Function(`return ${RECORD.exec(source)?.[2]}`)());
}

function unpacking(lists: string[]): string {
  const packed = Buffer.from(brotliCompressSync(lists.join("\n"))).toString("base64");
  return `import { Buffer } from "node:buffer";
import { brotliDecompressSync } from "node:zlib";
const lists = brotliDecompressSync(Buffer.from("${packed}", "base64")).toString().split("\\n");
export const words = (list, by = " ") => lists[list].split(by);`;
}
