import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "rolldown";

const NAMES = "src/pdf-content/fonts/names";
const FILES = [
  ..."glyph-names encodings cff-strings".split(" ").map((name) => `${NAMES}/${name}.ts`),
  "src/redact/months.ts",
  "src/remove/copy/schema.ts",
];
const LIST = /\bwords`([^`$\\]+)`/g;

/**
 * Packs together the lists of glyph names, of months and of names that the standard knows. Most names occur in several
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
    },
    transform: {
      filter: { id: new RegExp(`/(${NAMES}/words|${FILES.join("|")})`), code: /\bwords\b/ },
      handler(code, id) {
        if (id.endsWith("/words.ts")) return { code: unpacking(lists), map: null };
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

function unpacking(lists: string[]): string {
  const packed = Buffer.from(brotliCompressSync(lists.join("\n"))).toString("base64");
  return `import { Buffer } from "node:buffer";
import { brotliDecompressSync } from "node:zlib";
const lists = brotliDecompressSync(Buffer.from("${packed}", "base64")).toString().split("\\n");
export const words = (list) => lists[list].split(" ");`;
}
