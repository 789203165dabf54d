import { parseSync } from "oxc-parser";

/** One small change of a source's text, which a test should notice. */
export interface Fault {
  kind: string;
  start: number;
  end: number;
  replacement: string;
}

export interface Node {
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
/** These grow as they are written to: the number given is their first capacity, which nobody sees. */
const GROWING = /^(ByteWriter|FontBytes|BlockWriter)$/;
/** Numbers that decide only what is remembered for the next time: without any, the same comes out, later. */
const REMEMBERING = /\b[A-Z_]*(?:CACHED|REMEMBERED|SPARE)[A-Z_]*\b/;
const neighbours: Record<string, string> = { min: "max", max: "min", floor: "ceil", ceil: "floor", some: "every" };

/** Every fault that can be planted in a source, in the order of its text. */
export function faultsIn(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const text = (node: Node) => source.slice(node.start, node.end);
  const change = (kind: string, { start, end }: { start: number; end: number }, replacement: string) =>
    faults.push({ kind, start, end, replacement });
  const between = (kind: string, from: Node, to: Node, was: string, becomes: string) => {
    const start = source.indexOf(was, from.end);
    if (start >= 0 && start < to.start) change(kind, { start, end: start + was.length }, becomes);
  };

  const visit = (node: Node, parents: Node[]): void => {
    switch (node.type) {
      case "BinaryExpression": {
        const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
        const compared = comparisons[operator];
        if (compared && !isTheSameAtTheEdge(node, parents, text) && !REMEMBERING.test(text(node)))
          between("comparison", left, right, operator, compared);
        const computed = arithmetic[operator];
        if (computed && !isText(left) && !isText(right) && !isRoomToGrow(node, parents, text))
          between("arithmetic", left, right, operator, computed);
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
        if (typeof node.value === "number" && !isOfNoMatter(node, parents))
          change("constant", node, otherNumber(node.value));
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
    if (node.type === "NewExpression" && GROWING.test(text(node.callee as Node))) return;
    if (node.type === "VariableDeclarator" && REMEMBERING.test(text(node.id as Node))) return;
    if (isRoomToGrow(node, parents, text)) return;
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  };
  visit(parseSync(file, source).program as unknown as Node, []);
  return faults.sort((a, b) => a.start - b.start);
}

/** Types, imports and messages of errors have no behaviour that a test must check, so they are left out. */
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

/**
 * Numbers whose neighbour would do as well: a buffer's first size, a comparator's distance from 0, and the default that
 * only the compiler needs.
 */
function isOfNoMatter(node: Node, [parent, above]: Node[]): boolean {
  if (parent?.type === "LogicalExpression" && parent.operator === "??" && parent.right === node) {
    const left = parent.left as Node & { callee?: Node & { property?: Node } };
    return left.computed === true || left.callee?.property?.name === "pop";
  }
  if (parent?.type === "NewExpression") return (node.value as number) >= 16 && (node.value as number) % 16 === 0;
  return parent?.type === "UnaryExpression" && parent.operator === "-" && above?.type === "ConditionalExpression";
}

/**
 * Comparisons for which equality does not matter: taking the smaller or the larger of two values (`if (x < least) least
 * = x`, `a < b ? a : b`), and a buffer that grows one byte too early.
 */
function isTheSameAtTheEdge(node: Node, [parent]: Node[], text: (node: Node) => string): boolean {
  const { operator, left, right } = node as unknown as { operator: string; left: Node; right: Node };
  if (!/^[<>]/.test(operator) || parent?.test !== node) return false;
  const compared = [text(left), text(right)];
  const areCompared = (one: Node, other: Node) => compared.includes(text(one)) && compared.includes(text(other));
  if (parent.type === "ConditionalExpression") return areCompared(parent.consequent as Node, parent.alternate as Node);
  if (parent.type !== "IfStatement" || parent.alternate) return false;
  if (operator === ">" && makesLonger(text(right), text(parent.consequent as Node))) return true;
  const done = onlyExpression(parent.consequent as Node);
  if (!done) return false;
  if (done.type === "AssignmentExpression" && done.operator === "=")
    return areCompared(done.left as Node, done.right as Node);
  return operator === ">" && done.type === "CallExpression" && /^this\.#grow$/.test(text(done.callee as Node));
}

/** Whether the statement puts a longer copy in the place of the buffer whose length was compared. */
function makesLonger(length: string, statement: string): boolean {
  const [, buffer] = /^([\w.#]+)\.length$/.exec(length) ?? [];
  return buffer !== undefined && statement.includes(`grown.set(${buffer}`) && statement.includes(`${buffer} = grown`);
}

/** `buffer.length * 2` beside what is needed, in `new Uint8Array(Math.max(needed, buffer.length * 2))`. */
function isRoomToGrow(node: Node, [parent, ...above]: Node[], text: (node: Node) => string): boolean {
  if (node.type !== "BinaryExpression" || !/\.length \* 2$/.test(text(node))) return false;
  if (parent?.type !== "CallExpression" || text(parent.callee as Node) !== "Math.max") return false;
  return above.some(({ type, callee }) => type === "NewExpression" && /Array$/.test(text(callee as Node)));
}

/** The effect of a statement that does only one thing. */
function onlyExpression(statement: Node): Node | undefined {
  const body = statement.type === "BlockStatement" ? (statement.body as Node[]) : [statement];
  return body.length === 1 && body[0]?.type === "ExpressionStatement" ? (body[0].expression as Node) : undefined;
}

/**
 * Small numbers become their neighbour, as in a slip. Large numbers are mostly limits, and become a hundred times as
 * large.
 */
function otherNumber(value: number): string {
  return String(value >= 1000 ? value * 100 : value + 1);
}
