import { QuireConnectionError, QuireError } from "../../../client/src/index.ts";
import { bytes } from "../format.ts";

/** An error in words for people: what happened and what to do, without the names of the API. */
export function forPeople(error: unknown): string {
  if (error instanceof QuireConnectionError)
    return "The service cannot be reached. Check the connection and try again.";
  if (!(error instanceof QuireError)) return error instanceof Error ? error.message : String(error);
  switch (error.code) {
    case "FILE_TOO_LARGE":
      return "The file is too large. Choose a smaller file, or enter a key if you have none yet.";
    case "RATE_LIMITED":
      return rateLimited(error.retryAfter);
    case "BUSY":
      return "The service is busy. Try again in a few seconds.";
    case "CORRUPTED_FILE":
    case "INVALID_PDF":
      return /password/i.test(error.message)
        ? "That password does not open this PDF."
        : `This PDF cannot be read: ${withoutField(error)}`;
    case "URL_NOT_ACCESSIBLE":
      return `The address could not be opened: ${withoutField(error)}`;
    case "PROCESSING_FAILED":
    case "SPLIT_FAILED":
      return error.requestId === undefined
        ? "Something went wrong on this machine. Reload the page and try again."
        : `Something went wrong in the service. Try again; if it persists, quote the request id ${error.requestId}.`;
    default:
      return inSentences(plainly(withoutField(error)));
  }
}

function rateLimited(retryAfter = 60): string {
  if (retryAfter <= 5) return "Another request is still under way. Try again in a few seconds.";
  return `The service takes no more for now. Try again ${whenIn(retryAfter)}, or enter a key.`;
}

/** A time that is some seconds ahead, as a clock on the wall tells it. */
export function whenIn(seconds: number, now = new Date()): string {
  const then = new Date(now.getTime() + seconds * 1000);
  if (seconds < 120) return "in a minute";
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return then.toDateString() === now.toDateString() ? `at ${time}` : `tomorrow at ${time}`;
}

/** A sentence of the service with its numbers as people read them: no bytes, no pixels of a screen, no "1 pages". */
export function plainly(text: string): string {
  return text
    .replace(/ Send none "whole".*$/, "")
    .replace("more than maxSize", "more than a file may")
    .replace(/(\d[\d,]*) bytes/g, (_, number: string) => bytes(Number(number.replaceAll(",", ""))))
    .replace(/(\d+(?:\.\d+)?) px/g, (_, number: string) => `${Math.round((Number(number) * 25.4) / 96)} mm`)
    .replace(/(?<![\d.,])1 ([a-z]{3,}[^s])s\b/g, "1 $1");
}

/** `cropData[0].cropArea.width: expected …` without the path that only a program needs. */
function withoutField({ message, field }: QuireError): string {
  const plain = field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return plain.replace(/^[a-zA-Z]+(\[\d+\])?(\.[a-zA-Z]+|\[\d+\])*: /, "");
}

function inSentences(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
