import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/** Members of an operation that only describe it; `Operation` in src/api/operation.ts has none of them. */
const DESCRIBING = ["summary", "description", "result", "errors"];

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/**
 * Takes from the sources what only describes the interface: texts given to `describe`, and the members above of each
 * operation. Static assets hold all of it (src/described), so the Worker need not.
 */
export const withoutDescriptions: Plugin = {
  name: "without descriptions",
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /\.describe\(|defineOperation\(/ },
    handler(code) {
      const cuts: [start: number, end: number][] = [];
      visit(parseAst(code, { lang: "ts" }) as unknown as Node, (call) => {
        const callee = call.callee as Node & { object?: Node; property?: { name: string }; name?: string };
        if (callee.property?.name === "describe" && callee.object) cuts.push([callee.object.end, call.end]);
        if (callee.name !== "defineOperation") return;
        const [operation] = call.arguments as [{ properties: (Node & { key?: { name: string } })[] }];
        for (const { key, start, end } of operation.properties) {
          if (key && DESCRIBING.includes(key.name)) cuts.push([start, code.indexOf(",", end) + 1]);
        }
      });
      // Without a map of its own: nothing moved.
      return { code: cuts.reduce((text, [start, end]) => blanked(text, start, end), code), map: null };
    },
  },
};

function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}

function visit(node: unknown, found: (call: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ((node as Node).type === "CallExpression") found(node as Node);
  for (const child of Object.values(node)) visit(child, found);
}
