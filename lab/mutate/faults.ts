import { parseSync } from "oxc-parser";

/** One small change of a source's text, which a test should notice. */
export interface Fault {
  kind: string;
  start: number;
  end: number;
  replacement: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const comparisons: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};
const arithmetic: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*", "<<": ">>", ">>": "<<", "&": "|" };
const neighbours: Record<string, string> = { min: "max", max: "min", floor: "ceil", ceil: "floor", some: "every" };

/** Every fault that can be planted in a source, in the order of its text. */
export function faultsIn(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const text = (node: Node) => source.slice(node.start, node.end);
  const change = (kind: string, at: Node, replacement: string) =>
    faults.push({ kind, start: at.start, end: at.end, replacement });
  const between = (kind: string, from: Node, to: Node, was: string, becomes: string) => {
    const start = source.indexOf(was, from.end);
    if (start >= 0 && start < to.start) faults.push({ kind, start, end: start + was.length, replacement: becomes });
  };

  const visit = (node: Node): void => {
    switch (node.type) {
      case "BinaryExpression": {
        const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
        const compared = comparisons[operator];
        if (compared) between("comparison", left, right, operator, compared);
        const computed = arithmetic[operator];
        if (computed && !isText(left) && !isText(right)) between("arithmetic", left, right, operator, computed);
        break;
      }
      case "LogicalExpression": {
        const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
        if (operator === "??") change("default is always taken", node, text(right));
        else between("and or or", left, right, operator, operator === "&&" ? "||" : "&&");
        break;
      }
      case "IfStatement": {
        const { test, consequent, alternate } = node as unknown as { test: Node; consequent: Node; alternate?: Node };
        if (leaves(consequent) && !alternate) change("guard dropped", node, "{}");
        else change("condition turned round", test, `!(${text(test)})`);
        break;
      }
      case "ConditionalExpression":
        change("condition turned round", node.test as Node, `!(${text(node.test as Node)})`);
        break;
      case "Literal":
        if (typeof node.value === "number") change("constant", node, otherNumber(node.value));
        if (typeof node.value === "boolean") change("constant", node, String(!node.value));
        break;
      case "ExpressionStatement": {
        const expression = node.expression as Node;
        if (expression.type === "CallExpression") change("call dropped", node, ";");
        if (expression.type === "AwaitExpression") {
          change("call dropped", node, ";");
          change("await dropped", expression, `void ${text(expression.argument as Node)}`);
        }
        break;
      }
      case "CallExpression": {
        const { callee } = node as unknown as { callee: Node };
        const property = callee.type === "MemberExpression" ? (callee.property as Node) : undefined;
        const other = property && neighbours[String(property.name)];
        if (other) change("neighbour called", property, other);
        break;
      }
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return faults.sort((a, b) => a.start - b.start);
}

/** Types, imports and what is thrown have no behaviour that a test must pin: they are passed over. */
function childrenOf(node: Node): Node[] {
  if (/^(Import|ThrowStatement$|TS(?!As|NonNull|Satisfies))/.test(node.type)) return [];
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item && typeof item === "object" && typeof (item as Node).type === "string") children.push(item as Node);
    }
  }
  return children;
}

function leaves(statement: Node): boolean {
  if (statement.type !== "BlockStatement") return /^(Return|Throw|Continue|Break)Statement$/.test(statement.type);
  const body = statement.body as Node[];
  return body.length > 0 && leaves(body[body.length - 1] as Node);
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

/** Small numbers become their neighbour, as in a slip; large ones, which are mostly limits, a hundred times as much. */
function otherNumber(value: number): string {
  return String(value >= 1000 ? value * 100 : value + 1);
}
