/**
 * Why an HTML document did not become a PDF. This folder knows kinds, not the interface's codes: the operation maps
 * them.
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
  /** All faults of the page, when it was refused for them. */
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

/** One field of the request is at fault. The message begins with its name. */
export function fieldProblem(field: string, text: string): HtmlProblem {
  return new HtmlProblem("input", `${field}: ${text}`, { field });
}

/**
 * The browser is at fault, not the page: a dead or full session, a crash, a lost connection. Another session may work.
 */
export class SessionProblem extends Error {
  /** The platform refused a new browser for now (HTTP 429). */
  readonly limited: boolean;
  /** No request can use the browser any more. */
  readonly dead: boolean;
  /** The connection ended, or gave no answer in time: perhaps the browser is gone. */
  readonly lost: boolean;
  /** The platform allows this to no browser. */
  readonly refused: boolean;
  /** Browsers are full, slow or gone: the same request may succeed shortly. */
  readonly passes: boolean;
  constructor(
    message: string,
    details: {
      limited?: boolean;
      dead?: boolean;
      lost?: boolean;
      refused?: boolean;
      late?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "SessionProblem";
    this.limited = details.limited ?? false;
    this.dead = details.dead ?? false;
    this.lost = details.lost ?? false;
    this.refused = details.refused ?? false;
    this.passes = !this.refused && (this.limited || this.dead || this.lost || details.late === true);
  }
}

/** The page's renderer crashed. It is tried once more elsewhere; after a second crash the page is at fault. */
export class PageCrash extends SessionProblem {
  constructor() {
    super("The page crashed");
    this.name = "PageCrash";
  }
}
