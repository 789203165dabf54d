import type { Call, Part } from "../../web/src/samples/call.ts";

const BASE = "$QUIRE";

/**
 * The request that a curl command of a guide makes, for the samples in other languages. Undefined for other commands,
 * and for options that are not known here: then the guide shows only the command.
 */
export function callOfCommand(text: string): Call | undefined {
  const words = wordsOf(text);
  if (words?.[0] !== "curl" || !words[1]?.startsWith(BASE)) return undefined;
  const found: Call & { form: Part[]; headers: Record<string, string> } = {
    method: "",
    base: BASE,
    path: words[1].slice(BASE.length),
    headers: {},
    form: [],
  };
  for (let at = 2; at < words.length; at += 2) {
    const [option, value] = [words[at] as string, words[at + 1]];
    const take = OPTIONS[option];
    if (!take || value === undefined) return undefined;
    take(found, value);
  }
  const { form, headers, ...call } = found;
  return {
    ...call,
    method: call.method || (form.length > 0 || call.json !== undefined ? "POST" : "GET"),
    ...(form.length > 0 ? { form } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

const OPTIONS: Record<string, (call: Call & { form: Part[]; headers: Record<string, string> }, value: string) => void> =
  {
    "-X": (call, value) => {
      call.method = value;
    },
    "-o": (call, value) => {
      call.saveAs = value;
    },
    "-H": (call, value) => {
      const [, name = "", text = ""] = /^([^:]+): (.*)$/.exec(value) ?? [];
      const [, secret] = /^Bearer \$(QUIRE_API_KEY|ADMIN_SECRET)$/.exec(text) ?? [];
      if (secret) call.secret = secret as "QUIRE_API_KEY" | "ADMIN_SECRET";
      else if (name !== "Content-Type") call.headers[name] = text;
    },
    "-F": (call, value) => void call.form.push(partOf(value)),
    "--form-string": (call, value) => void call.form.push(partOf(value)),
    "-d": (call, value) => {
      if (value.startsWith("{")) call.json = JSON.parse(value);
      else call.form.push(partOf(value));
    },
  };

function partOf(text: string): Part {
  const [, name = "", value = ""] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
  if (value.startsWith("@")) return { name, file: value.slice(1) };
  return { name, value: spelled(value) };
}

/** Numbers, arrays and objects keep their types in a programming language, and are text in a form. */
function spelled(text: string): unknown {
  if (!/^([[{]|-?\d|true$|false$)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The words of one command, split as a shell does; undefined when there is more than one command. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  const WORD = /\s*((?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"\\|;&<>])+)|\s*\\\n/gy;
  while (WORD.lastIndex < text.trimEnd().length) {
    const found = WORD.exec(text);
    if (!found) return undefined;
    if (found[1] === undefined) continue;
    words.push(found[1].replace(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_, plain, dressed) => plain ?? unescaped(dressed)));
  }
  return words;
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\$`])/g, "$1");
}
