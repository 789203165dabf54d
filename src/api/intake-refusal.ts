import { type ErrorCode, Refusal } from "../errors/errors.ts";
import { type FilePlaces, filePlaces } from "../fields/file-places.ts";
import { IntakeProblem } from "../intake/intake-problem.ts";
import { WorkProblem } from "../meter/work.ts";
import type { Operation } from "./operation.ts";

/** Who asks, and where a file may be in the request: advice depends on it. */
export interface Asker extends FilePlaces {
  isOfAgent: boolean;
}

/** A problem of reading a body, with the codes that the caller has for it. */
export function intakeRefusal(
  codes: { input: ErrorCode; unreachable: ErrorCode },
  problem: IntakeProblem,
  asker: Asker,
): Refusal {
  const code: Record<IntakeProblem["kind"], ErrorCode> = {
    malformed: codes.input,
    missing: codes.input,
    "too-large": "FILE_TOO_LARGE",
    "media-type": "UNSUPPORTED_MEDIA_TYPE",
    unreachable: codes.unreachable,
    busy: "BUSY",
    slow: "REQUEST_TIMEOUT",
    aborted: "REQUEST_TIMEOUT",
  };
  const { field, retryAfter } = problem;
  return new Refusal(code[problem.kind], intakeMessage(problem, asker), { field, retryAfter, cause: problem });
}

/** What is wrong, and how to send what was meant. */
export function intakeMessage({ message, meant }: IntakeProblem, asker: Asker): string {
  if (meant === undefined) return message;
  if (asker.isOfAgent) return `${message} ${AGENTS_OWN_FILE}`;
  const places = filePlaces(asker);
  if (meant === "data URL" && places.length > 0) return `${message} A data: URL is sent ${places.join(" or ")}.`;
  return `${message} A file of your own is uploaded as the part file of multipart/form-data.`;
}

/** An agent has no other way. */
export const AGENTS_OWN_FILE = "A file on the user's machine gets an address from create_upload.";

export function refusalOf(operation: Operation, error: unknown, isOfAgent: boolean): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof IntakeProblem) return intakeRefusal(operation.codes, error, { ...operation, isOfAgent });
  if (error instanceof WorkProblem) return new Refusal(operation.codes.input, error.message, { cause: error });
  const known = operation.refusalOf?.(error);
  if (known) return known;
  const text = "The operation failed inside the service; try again, and report it with the request id if it persists.";
  return new Refusal(operation.codes.failure, text, { cause: error });
}
