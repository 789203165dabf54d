import type { ErrorCode } from "./types.ts";

/** The service refused or failed; `code` is stable, `message` is for people. */
export class QuireError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The request field at fault, such as `cropData[0].cropArea.width`. */
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before. */
  readonly retryAfter: number | undefined;
  /** Further fields at fault. */
  readonly otherFields: readonly { readonly field: string; readonly message: string }[];
  /** The error object as it was sent, with members that belong to one code only. */
  readonly details: Record<string, unknown>;

  constructor(status: number, error: Record<string, unknown>, retryAfter: number | undefined) {
    super(String(error.message));
    this.name = "QuireError";
    this.status = status;
    this.code = error.code as ErrorCode;
    this.field = error.field as string | undefined;
    this.requestId = error.requestId as string | undefined;
    this.retryable = error.retryable === true;
    this.retryAfter = retryAfter;
    this.otherFields = (error.otherFields as QuireError["otherFields"] | undefined) ?? [];
    this.details = error;
  }
}

/** No answer was received, or none of this service's. */
export class QuireConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "QuireConnectionError";
  }
}

export async function errorFrom(response: Response): Promise<QuireError | QuireConnectionError> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: Record<string, unknown> };
    if (error && typeof error.code === "string") {
      const retryAfter = response.headers.get("Retry-After");
      return new QuireError(response.status, error, retryAfter === null ? undefined : Number(retryAfter));
    }
  } catch {
    // Not JSON: something between here and the service has answered.
  }
  return new QuireConnectionError(`The answer (status ${response.status}) is not one of the service's.`);
}
