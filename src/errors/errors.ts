/** Every error that the service can answer with, in one table. The codes of the interface keep their names exactly. */
export const ERRORS = {
  INVALID_INPUT: { status: 400, retryable: false, meaning: "A field is missing, malformed or out of bounds." },
  CORRUPTED_FILE: { status: 400, retryable: false, meaning: "The PDF is invalid or damaged beyond repair." },
  INVALID_PDF: { status: 400, retryable: false, meaning: "The PDF to split is missing, invalid or unreadable." },
  INVALID_SPLIT_MODE: { status: 400, retryable: false, meaning: "splitMode is neither 'ranges' nor 'individual'." },
  INVALID_RANGES: { status: 400, retryable: false, meaning: "A page range or page number is malformed or outside." },
  URL_NOT_ACCESSIBLE: { status: 400, retryable: false, meaning: "The URL could not be accessed or loaded." },
  AUTHENTICATION_REQUIRED: { status: 401, retryable: false, meaning: "The API key is missing, invalid or revoked." },
  CROSS_SITE: { status: 403, retryable: false, meaning: "The request came from a page of another site." },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    meaning: "The API key is not for this: an operation, an address, a file.",
  },
  LINK_INVALID: { status: 403, retryable: false, meaning: "The download link was altered." },
  NOT_FOUND: { status: 404, retryable: false, meaning: "Nothing is served at this path." },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, meaning: "The path exists, but not with this method." },
  REQUEST_TIMEOUT: { status: 408, retryable: true, meaning: "The request body arrived too slowly." },
  IDEMPOTENCY_CONFLICT: { status: 409, retryable: false, meaning: "The Idempotency-Key belongs to another request." },
  IDEMPOTENCY_RUNNING: {
    status: 409,
    retryable: true,
    meaning: "The first request with this Idempotency-Key still runs.",
  },
  LINK_EXPIRED: { status: 410, retryable: false, meaning: "The download link is older than one hour." },
  PRECONDITION_FAILED: { status: 412, retryable: false, meaning: "The file is not the one that If-Match names." },
  FILE_TOO_LARGE: { status: 413, retryable: false, meaning: "The input is larger than the limit." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, meaning: "The request's content type is not accepted." },
  RANGE_NOT_SATISFIABLE: { status: 416, retryable: false, meaning: "The Range lies outside the file." },
  MISDIRECTED: { status: 421, retryable: false, meaning: "The service has no such host name." },
  RATE_LIMITED: { status: 429, retryable: true, meaning: "Too many requests with this key." },
  PROCESSING_FAILED: { status: 500, retryable: true, meaning: "The operation failed inside the service." },
  SPLIT_FAILED: { status: 500, retryable: true, meaning: "The split failed inside the service." },
  BUSY: { status: 503, retryable: true, meaning: "All capacity is in use; try again after Retry-After seconds." },
} as const satisfies Record<string, { status: number; retryable: boolean; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface RefusalDetails {
  /** The request field at fault, as a path: `cropData[2].cropArea.width`. */
  field?: string | undefined;
  /** Seconds for Retry-After. */
  retryAfter?: number | undefined;
  headers?: Record<string, string>;
  /** Further members of the error object (such as `failures`). */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/** Thrown to answer a request with one of ERRORS. The message is for the client. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "Refusal";
    this.code = code;
    this.details = details;
  }
}

/** One field of the request is at fault. The message begins with its name. */
export function refuseField(
  code: ErrorCode,
  field: string,
  text: string,
  details: Omit<RefusalDetails, "field"> = {},
): Refusal {
  return new Refusal(code, `${field}: ${text}`, { ...details, field });
}

/** After how many seconds a retry makes sense, when nothing better is known. */
const RETRY_SECONDS = 2;

/** The answer for a refusal: the service's own shape, or RFC 9457 where the client asks for it. */
export function errorResponse(refusal: Refusal, requestId: string, accept: string | null): Response {
  const { status, retryable, meaning } = ERRORS[refusal.code];
  const { field, retryAfter, extra } = refusal.details;
  const headers = new Headers(refusal.details.headers);
  const seconds = retryAfter ?? (retryable ? RETRY_SECONDS : undefined);
  if (seconds !== undefined) headers.set("Retry-After", String(seconds));
  const members = { ...(field === undefined ? {} : { field }), ...extra, requestId, retryable };
  if (accept?.includes("application/problem+json")) {
    headers.set("Content-Type", "application/problem+json");
    const problem = { type: `urn:quire:error:${refusal.code}`, title: meaning, status, detail: refusal.message };
    return new Response(JSON.stringify({ ...problem, code: refusal.code, ...members }), { status, headers });
  }
  headers.set("Content-Type", "application/json");
  const error = { code: refusal.code, message: refusal.message, ...members };
  return new Response(JSON.stringify({ success: false, error }), { status, headers });
}
