/** What a reader of content sees: the bytes of all strings in a row, and all numbers. */
export interface Tokens {
  readonly strings: string;
  readonly numbers: readonly number[];
}

const token =
  /\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)?|<[0-9A-Fa-f\s]*>|%[^\r\n]*|[-+]?(?:\d+\.?\d*|\.\d+)/g;

/** Reads anything that may be content, without asking whether it is. */
export function tokensOf(text: string): Tokens {
  let strings = "";
  const numbers: number[] = [];
  for (const [found] of text.matchAll(token)) {
    if (found[0] === "(" || found[0] === "<") strings += bytesOfString(found);
    else if (found[0] !== "%") numbers.push(Number(found));
  }
  return { strings, numbers };
}

/** The bytes of a string as it is written, in parentheses or as digits; each as one character. */
export function bytesOfString(written: string): string {
  if (written[0] === "<") {
    const digits = written.replace(/[<>\s]/g, "");
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex").toString("latin1");
  }
  return unescaped(written.slice(1, written.endsWith(")") ? -1 : undefined));
}

function unescaped(body: string): string {
  return body.replace(
    /\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/g,
    (_, octal: string | undefined, other: string | undefined) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      const named: Record<string, string> = {
        n: "\n",
        r: "\r",
        t: "\t",
        b: "\b",
        f: "\f",
        "\n": "",
        "\r": "",
        "\r\n": "",
      };
      return named[other!] ?? other!;
    },
  );
}

/** What a character map says that codes mean (9.10.3): the targets of its entries, as text. */
export function meaningsOf(cmap: string): string {
  let meanings = "";
  for (const [, body] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, target] of body!.matchAll(/<[^>]*>\s*<([^>]*)>/g)) meanings += utf16(target!);
  }
  for (const [, body] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from, to, list] of body!.matchAll(/<([^>]*)>\s*<([^>]*)>\s*(<[^>]*>|\[[^\]]*\])/g)) {
      const targets = Array.from(list!.matchAll(/<([^>]*)>/g), ([, target]) => utf16(target!));
      meanings += targets.join("");
      const first = targets[0];
      if (list![0] === "[" || first === undefined) continue;
      const count = Math.min(256, Number.parseInt(to!, 16) - Number.parseInt(from!, 16));
      for (let i = 1; i <= count; i++) {
        meanings += first.slice(0, -1) + String.fromCharCode(first.charCodeAt(first.length - 1) + i);
      }
    }
  }
  return meanings;
}

function utf16(hex: string): string {
  const bytes = Buffer.from(hex.replace(/\s/g, ""), "hex");
  return bytes.length % 2 === 0 ? bytes.swap16().toString("utf16le") : bytes.toString("latin1");
}
