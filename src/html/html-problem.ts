/**
 * Why an HTML document did not become a PDF. The room knows kinds, not the interface's codes: the operation maps them.
 * - input: the request, or what the page does with it, is at fault
 * - unreachable: the page's address does not give a page
 * - timeout: the page did not come to rest, or was not printed, in the request's time
 * - too-large: beyond a limit
 * - busy: every browser is in use and the queue is full, or none was ready in the request's time
 * - failed: the service's own fault, a retry may succeed
 */
export type HtmlProblemKind = "input" | "unreachable" | "timeout" | "too-large" | "busy" | "failed";

export class HtmlProblem extends Error {
  readonly kind: HtmlProblemKind;
  /** The request field at fault, where there is one. */
  readonly field: string | undefined;
  /** Seconds after which a retry is sensible, for kind "busy". */
  readonly retryAfter: number | undefined;
  /** Everything that was wrong with the page, where it was refused for that. */
  readonly faults: readonly string[] | undefined;
  constructor(
    kind: HtmlProblemKind,
    message: string,
    details: { field?: string | undefined; retryAfter?: number; faults?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "HtmlProblem";
    this.kind = kind;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.faults = details.faults;
  }
}

/** One field of the request is at fault: the message begins with its name. */
export function fieldProblem(field: string, text: string): HtmlProblem {
  return new HtmlProblem("input", `${field}: ${text}`, { field });
}

/**
 * The browser, not the page, is at fault: a dead or full session, a crash, a lost connection. Worth another session.
 */
export class SessionProblem extends Error {
  /** The platform refused a new browser at this time (HTTP 429). */
  readonly limited: boolean;
  /** The browser is of no more use to anybody. */
  readonly dead: boolean;
  /** The connection ended, or led to nothing in time: perhaps the browser is gone. */
  readonly lost: boolean;
  /** The platform does not let any browser do this. */
  readonly refused: boolean;
  constructor(
    message: string,
    details: { limited?: boolean; dead?: boolean; lost?: boolean; refused?: boolean; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "SessionProblem";
    this.limited = details.limited ?? false;
    this.dead = details.dead ?? false;
    this.lost = details.lost ?? false;
    this.refused = details.refused ?? false;
  }
}

/** The page took its renderer down: tried once more elsewhere, but a second time it is the page's doing. */
export class PageCrash extends SessionProblem {
  constructor() {
    super("The page crashed");
    this.name = "PageCrash";
  }
}
