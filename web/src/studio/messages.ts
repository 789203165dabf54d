import { QuireConnectionError, QuireError } from "../../../client/src/index.ts";

/** An error in words for people: what happened and what to do, without the names of the API. */
export function forPeople(error: unknown): string {
  if (error instanceof QuireConnectionError)
    return "The service cannot be reached. Check the connection and try again.";
  if (!(error instanceof QuireError)) return error instanceof Error ? error.message : String(error);
  switch (error.code) {
    case "FILE_TOO_LARGE":
      return "The file is too large. Choose a smaller file, or enter a key if you have none yet.";
    case "RATE_LIMITED":
      return inSentences(error.message.replace(/; with format=binary nothing is stored/, ""));
    case "BUSY":
      return "The service is busy. Try again in a few seconds.";
    case "CORRUPTED_FILE":
    case "INVALID_PDF":
      return /password/i.test(error.message)
        ? "That password does not open this PDF."
        : `The service cannot read this PDF: ${withoutField(error)}`;
    case "URL_NOT_ACCESSIBLE":
      return `The address could not be opened: ${withoutField(error)}`;
    case "PROCESSING_FAILED":
    case "SPLIT_FAILED":
      return `Something went wrong in the service. Try again; if it persists, quote the request id ${error.requestId}.`;
    default:
      return inSentences(withoutField(error));
  }
}

/** `cropData[0].cropArea.width: expected …` without the path that only a program needs. */
function withoutField({ message, field }: QuireError): string {
  const plain = field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return plain.replace(/^[a-zA-Z]+(\[\d+\])?(\.[a-zA-Z]+|\[\d+\])*: /, "");
}

function inSentences(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
