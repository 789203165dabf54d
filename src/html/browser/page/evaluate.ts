export type Send = <T = Record<string, unknown>>(method: string, params?: Record<string, unknown>) => Promise<T>;

/** An expression that threw, as the DevTools protocol tells it. */
export interface ExceptionDetails {
  text: string;
  exception?: { description?: string };
}

/** An expression that throws in the page; the caller reports it. */
export class EvaluationError extends Error {}

export async function evaluate<T>(send: Send, expression: string): Promise<T> {
  const { result, exceptionDetails } = await send<{
    result: { value?: unknown };
    exceptionDetails?: ExceptionDetails;
  }>("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
  if (exceptionDetails) throw new EvaluationError(exceptionText(exceptionDetails));
  return result.value as T;
}

export function exceptionText({ text, exception }: ExceptionDetails): string {
  return (exception?.description ?? text).split("\n")[0] ?? "";
}
