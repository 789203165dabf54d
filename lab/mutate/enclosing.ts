import { parseSync } from "oxc-parser";
import { childrenOf, type Fault, type Node } from "./faults.ts";

/** The smallest statement or value around a change that can be written twice, with the change and without it. */
export function enclosing(file: string, source: string, start: number, end: number): Fault["within"] {
  let found: Fault["within"];
  const visit = (node: Node, parent: Node | undefined): void => {
    if (node.start > start || node.end < end) return;
    const statement = node.type.endsWith("Statement") && node.type !== "BlockStatement";
    if (statement || isValue(node, parent)) found = { start: node.start, end: node.end, statement };
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parseSync(file, source).program as unknown as Node, undefined);
  return found;
}

/** The value of a variable or a property. Methods do not count: their text begins with their parameters. */
function isValue(node: Node, parent: Node | undefined): boolean {
  if (node.type === "FunctionExpression") return false;
  if (parent?.type === "VariableDeclarator") return parent.init === node;
  return /^Property/.test(parent?.type ?? "") && parent?.value === node && parent.shorthand !== true;
}
