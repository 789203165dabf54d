import { ERRORS, Refusal } from "../errors/errors.ts";
import { meant } from "../fields/misspellings.ts";
import { didYouMean, type Ignored } from "../fields/unknown-fields.ts";
import type { InputFile } from "../intake/submission-rules.ts";
import type { Operation } from "./operation.ts";

/** Query parameters, beside `format`, of an operation whose fields come in its body. */
export function ignoredInAddress(request: Request, known: readonly string[]): Ignored[] {
  const names = [...new Set(new URL(request.url).searchParams.keys())].filter((name) => name !== "format").slice(0, 20);
  return names.map((name) => {
    const what = `Query parameter "${name}"`;
    if (/^(api_?key|key|token|access_token)$/i.test(name)) {
      return { what, advice: ": a key in an address ends up in logs; send it in Authorization." };
    }
    if (known.includes(name)) return { what, advice: ": send it in the body." };
    return { what: `Unknown query parameter "${name}"`, advice: didYouMean(meant(name, ["format"])) };
  });
}

export function namesInsteadOfFiles(files: readonly InputFile[], operation: Operation): string[] {
  return files
    .filter(({ field, name }) => Object.hasOwn(operation.files, field) && name === undefined)
    .flatMap(({ field, bytes }) => nameInsteadOfFile(field, bytes) ?? []);
}

/** The part of a form that holds a file's name instead of the file, as `curl -F file=report.pdf` sends it. */
function nameInsteadOfFile(field: string, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > 1_024) return undefined;
  const text = new TextDecoder().decode(bytes).trim();
  if (/^https?:\/\/\S+$/i.test(text)) return `"${field}" holds an address, not a file; send it as "url" or "urls".`;
  if (!/^[^\r\n<>{}%\0]+\.[a-z0-9]{2,5}$/i.test(text)) return undefined;
  const shown = text.slice(0, 60);
  return `"${field}" holds the text ${JSON.stringify(shown)}, not a file; with curl write -F ${field}=@${shown}.`;
}

/** A refusal that also names what else in the request looks like a mistake. */
export function advised(refusal: Refusal, advice: readonly string[]): Refusal {
  if (ERRORS[refusal.code].status !== 400) return refusal;
  const more = advice.filter((text) => !refusal.message.includes(text)).slice(0, 3);
  if (more.length === 0) return refusal;
  return new Refusal(refusal.code, [refusal.message, ...more].join(" "), refusal.details);
}
