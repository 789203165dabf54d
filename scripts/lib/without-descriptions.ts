import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** Members of an operation that only describe it. `Operation` in src/api/operation.ts has none of them. */
const DESCRIBING = ["summary", "description", "result", "errors"];

interface Node {
  type: string;
  start: number;
  end: number;
}

/**
 * Removes from the sources what only describes the interface: the words of `explained(words, schema)`, zod's checks
 * `describe` and `meta`, and the members above of each operation. Static assets contain all of it (src/described), so
 * the Worker does not need it.
 */
export const withoutDescriptions: Plugin = {
  name: "without descriptions",
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /\bexplained\(|z\.(describe|meta)\(|defineOperation\(/ },
    handler(code) {
      const cuts: [start: number, end: number][] = [];
      visit(parseAst(code, { lang: "ts" }) as unknown as Node, ({ callee, arguments: given, end }) => {
        if (callee.name === "explained") {
          // Its brackets stay: `return` must not lose what stands on the next line.
          const [words, schema] = given as [Call, Call];
          cuts.push([callee.start, callee.end], [words.start, schema.start], [schema.end, end - 1]);
        }
        if (callee.property?.name === "check" && given.every(describes)) cuts.push([callee.object!.end, end]);
        else for (const check of given.filter(describes)) cuts.push([check.start, afterComma(code, check.end)]);
        if (callee.name !== "defineOperation") return;
        for (const { key, start, end } of (given[0] as unknown as { properties: Member[] }).properties) {
          if (key && DESCRIBING.includes(key.name)) cuts.push([start, afterComma(code, end)]);
        }
      });
      // Without a map of its own: nothing moved.
      return { code: cuts.reduce((text, [start, end]) => blanked(text, start, end), code), map: null };
    },
  },
};

interface Call extends Node {
  callee: Node & { object?: Node & { name?: string }; property?: { name: string }; name?: string };
  arguments: Call[];
}

interface Member extends Node {
  key?: { name: string };
}

function describes({ callee }: Call): boolean {
  return callee?.object?.name === "z" && /^(describe|meta)$/.test(callee.property?.name ?? "");
}

/** Including the comma that follows, if there is one. */
function afterComma(code: string, end: number): number {
  const comma = /^\s*,/.exec(code.slice(end));
  return end + (comma?.[0].length ?? 0);
}

function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}

function visit(node: unknown, found: (call: Call) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ((node as Node).type === "CallExpression") found(node as Call);
  for (const child of Object.values(node)) visit(child, found);
}
