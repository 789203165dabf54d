import type { Door } from "../lib/admin-client.ts";

/** A statement that does not hold, and how. */
export class Fault extends Error {}

export interface Given {
  /** Origin of the API. */
  api: string;
  key: string;
  /** The administration, when the operator's secret was given. */
  admin?: Door | undefined;
  /** A public page to convert. */
  page?: string;
  /** The bucket whose rules are read with wrangler, which must be signed in. */
  bucket?: string | undefined;
  /** Where the bucket is, as options for wrangler (`--jurisdiction eu`). */
  place?: string[];
  fetch?: typeof fetch;
}

export interface Sent {
  /** Behind the path, with its question mark. */
  query?: string;
  headers?: Record<string, string>;
}

export interface Refused {
  status: number;
  code: string;
  message: string;
  field: string | undefined;
}

const REQUEST_MS = 90_000;
/** A limit of requests a minute may have been reached. */
const MAX_WAIT_SECONDS = 65;

/** The deployment, as its clients see it. */
export class Service {
  readonly given: Given;

  constructor(given: Given) {
    this.given = given;
  }

  /** Whether it runs on this machine. Then the command starts servers that pages must not reach. */
  get isLocal(): boolean {
    return /^(localhost|127\.|\[::1\])/.test(new URL(this.given.api).hostname);
  }

  /**
   * Sends a request unchanged. Only the API's own host gets the key, unless the headers say otherwise. When the answer
   * has Retry-After, it is sent once more after that time, as clients do.
   */
  async ask(path: string | URL, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const url = new URL(path, this.given.api);
    const send = () => {
      const headers = new Headers(init.headers);
      const isOwn = url.origin === new URL(this.given.api).origin;
      if (isOwn && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${this.given.key}`);
      if (headers.get("Authorization") === "") headers.delete("Authorization");
      return (this.given.fetch ?? fetch)(url, { ...init, headers, signal: AbortSignal.timeout(REQUEST_MS) });
    };
    const answer = await send();
    const wait = Number(answer.headers.get("Retry-After"));
    if (![429, 503].includes(answer.status) || !(wait > 0 && wait <= MAX_WAIT_SECONDS)) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    return send();
  }

  /** Objects are sent as JSON. */
  post(path: string, body: FormData | object, { query = "", headers = {} }: Sent = {}): Promise<Response> {
    const isForm = body instanceof FormData;
    return this.ask(`${path}${query}`, {
      method: "POST",
      headers: { ...(isForm ? {} : { "Content-Type": "application/json" }), ...headers },
      body: isForm ? body : JSON.stringify(body),
    });
  }

  /** The JSON of an answer that must be a success. */
  async facts<T>(path: string, body: FormData | object, sent?: Sent): Promise<T> {
    const answer = await this.post(path, body, sent);
    if (answer.status !== 200) throw new Fault(`${path} answered ${await described(answer)}`);
    return (await answer.json()) as T;
  }

  /** The file of an answer with format=binary. */
  async file(path: string, body: FormData | object, sent: Sent = {}): Promise<{ bytes: Uint8Array; headers: Headers }> {
    const answer = await this.post(path, body, { ...sent, query: "?format=binary" });
    if (answer.status !== 200) throw new Fault(`${path}?format=binary answered ${await described(answer)}`);
    return { bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers };
  }

  /** What a request is refused with. */
  async refusal(path: string, body: FormData | object, sent?: Sent): Promise<Refused> {
    return readRefusal(await this.post(path, body, sent));
  }

  /** The bytes behind a link. */
  async download(link: string): Promise<Uint8Array> {
    const answer = await this.ask(link);
    if (answer.status !== 200) throw new Fault(`the link answered ${await described(answer)}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

export async function readRefusal(answer: Response): Promise<Refused> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string; field?: string } };
    return { status: answer.status, code: error.code, message: error.message, field: error.field };
  } catch {
    return { status: answer.status, code: "none", message: text.slice(0, 200), field: undefined };
  }
}

/** Status, code and message, for a finding. */
export async function described(answer: Response): Promise<string> {
  const { status, code, message } = await readRefusal(answer);
  return `${status} ${code}: ${message}`;
}

export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Fault(otherwise);
}

export function expectRefusal(refused: Refused, status: number, code: string, of: string): void {
  const { status: came, code: said, message } = refused;
  expectThat(came === status && said === code, `${of}: expected ${status} ${code}, got ${came} ${said}: ${message}`);
}

/** A form with files and fields. Objects become JSON text. */
export function form(files: [field: string, name: string, bytes: Uint8Array][], fields: object = {}): FormData {
  const body = new FormData();
  for (const [field, name, bytes] of files) body.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name));
  for (const [name, value] of Object.entries(fields)) {
    body.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return body;
}
