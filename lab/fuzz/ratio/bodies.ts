import { OFFERS } from "../../../src/api/operations/index.ts";
import { joinedLists } from "../../../src/fields/joined-lists.ts";
import { readFields } from "../../../src/fields/read-fields.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { MemoryBudget } from "../../../src/intake/memory-budget.ts";
import type { Reservation } from "../../../src/intake/reservation.ts";
import { readSubmission } from "../../../src/intake/submission.ts";
import { answerMcp } from "../../../src/mcp/endpoint.ts";
import { type HostileRequest, hostileRequests } from "../../../test/fixtures/hostile/requests.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import { fuzzBody } from "../../../test/support/fuzz-body.ts";
import { drawnFields } from "./options.ts";

/** A body of a request: where it is sent, and what it says it is. */
export interface Sent {
  readonly path: string;
  readonly type: string;
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data; boundary=b0undary";
const MCP = "/mcp";
const HTML = "/v1/convert/html-to-pdf";
const MOST = 4 << 20;

/** Printing needs a browser: of its operation only the fields are read. */
const offers = OFFERS.filter(({ method }) => method === "POST");
const paths = offers.map(({ path }) => path);

async function rulesAt(path: string) {
  const offer = path === HTML ? undefined : offers.find((one) => one.path === path);
  if (offer) return offer.operation();
  const [codes, files] = [{ input: "INVALID_INPUT" }, {}] as const;
  return {
    fields: htmlOptions,
    codes,
    files,
    base64Fields: [],
    base64List: undefined,
    examples: { page: { html: "" } },
  };
}

const others = hostileRequests.map(({ make }) => make).slice(-40);

export async function bodySeed(random: Random): Promise<{ sent: Sent; bytes: Uint8Array }> {
  const path: string = random.pick(paths);
  switch (random.below(4)) {
    case 0:
      return sentAs(random.pick(others)());
    case 1: {
      const { bytes, contentType } = fuzzBody(random.below(2 ** 31));
      return { sent: { path, type: contentType }, bytes };
    }
    case 2: {
      const fields = Object.entries(drawnFields(await rulesAt(path), random));
      const texts = fields.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
      return sentAs({ path, fields: Object.fromEntries(texts), file: { name: "a.pdf", bytes: tinyPdf(1) } });
    }
    default: {
      const fields = drawnFields(await rulesAt(path), random);
      if (random.next() < 0.5) return sentAs({ path, json: JSON.stringify(fields) });
      const name = random.pick(offers).id.replaceAll("-", "_");
      const params = random.next() < 0.8 ? { name, arguments: fields } : fields;
      const method = random.pick(["tools/call", "tools/call", "tools/list", "initialize", "server/discover"]);
      return sentAs({ path: MCP, json: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
    }
  }
}

function sentAs({ path, json, fields = {}, file }: HostileRequest): { sent: Sent; bytes: Uint8Array } {
  if (json !== undefined) return { sent: { path, type: JSON_TYPE }, bytes: Buffer.from(json) };
  const part = (head: string, content: string | Uint8Array) => [
    Buffer.from(`--b0undary\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from("\r\n"),
  ];
  const parts = Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value));
  if (file) parts.push(...part(`name="file"; filename="${file.name}"`, file.bytes));
  return { sent: { path, type: FORM_TYPE }, bytes: Buffer.concat([...parts, Buffer.from("--b0undary--\r\n")]) };
}

/** Reads it as the service does before an operation begins. */
export async function readBody({ path, type }: Sent, bytes: Uint8Array): Promise<unknown> {
  const reservation = await new MemoryBudget(64 << 20).reserve(0, { waitMs: 10 });
  const headers = { "Content-Type": type, "Content-Length": String(bytes.length) };
  const request = new Request(`https://api.test${path}`, { method: "POST", headers, body: bytes.slice() });
  try {
    return path === MCP ? await readMessage(request, reservation) : await readRequest(path, request, reservation);
  } finally {
    reservation.release();
  }
}

async function readRequest(path: string, request: Request, reservation: Reservation): Promise<unknown> {
  const { fields, codes, files, base64Fields, base64List, examples } = await rulesAt(path);
  const limits = { maxBody: MOST, maxFile: MOST, maxText: MOST, maxParts: 1000, idleMs: 10_000 };
  const fileFields = Object.keys(files);
  const rules = { ...limits, base64Fields, base64List, fileFields, reservation };
  const { encoding, fields: sent } = await readSubmission(request, rules);
  const given = encoding === "json" ? sent : joinedLists(sent, fields);
  return readFields(given, { schema: fields, encoding, code: codes.input, examples });
}

async function readMessage(request: Request, reservation: Reservation): Promise<unknown> {
  const answer = await answerMcp(request, {
    offers,
    tools: "[]",
    reservation,
    perform: async (path, body) =>
      Response.json(await readBody({ path, type: JSON_TYPE }, Buffer.from(body)).catch(refusal)),
    upload: async () => ({ uploadUrl: "", url: "", expiresAt: "" }),
  });
  return answer.text();
}

/** An answer that refuses; anything else that is thrown is found by other targets. */
function refusal(error: { code?: string; message: string }): unknown {
  return { error: { code: error.code ?? "", message: error.message, retryable: false } };
}
