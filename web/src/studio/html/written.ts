/** Lists and objects that are typed into a field as people write them. */
export type Written = "json" | "headers" | "cookies" | "list";

const KINDS: readonly string[] = ["json", "headers", "cookies", "list"] satisfies Written[];

export function isWritten(kind: string): kind is Written {
  return KINDS.includes(kind);
}

export function parseWritten(kind: Written, text: string): unknown {
  switch (kind) {
    case "headers":
      return Object.fromEntries(linesOf(text).map((line) => pairOf(line, ":")));
    case "cookies":
      return isJsonList(text)
        ? JSON.parse(text)
        : linesOf(text).map((line) => {
            const [name, value] = pairOf(line, "=");
            return { name, value };
          });
    case "list":
      return text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((word) => (/^\d+$/.test(word) ? Number(word) : word));
    default:
      return JSON.parse(text);
  }
}

/** What is wrong with it, in words. */
export function faultOfWritten(kind: Written, text: string): string | undefined {
  if (kind === "list") return undefined;
  if (kind === "headers") {
    return linesOf(text).every((line) => line.indexOf(":") > 0)
      ? undefined
      : "Write each as a name, a colon and a value.";
  }
  if (kind === "cookies" && !isJsonList(text)) {
    return linesOf(text).every((line) => line.indexOf("=") > 0) ? undefined : "Write each as name=value.";
  }
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return "This is not valid JSON yet.";
  }
}

function isJsonList(text: string): boolean {
  return text.trim().startsWith("[");
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function pairOf(line: string, sign: string): [string, string] {
  const at = line.indexOf(sign);
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
