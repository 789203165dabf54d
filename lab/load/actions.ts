import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { openPdf } from "../../src/pdf-file/open.ts";
import { encodeBaselineFile } from "../../test/fixtures/jpeg-encoder.ts";
import { tinyPdf } from "../../test/fixtures/pdf.ts";
import { photo } from "../../test/fixtures/picture.ts";
import type { Random } from "../../test/fixtures/random.ts";
import { ensureInput } from "../bench/inputs/index.ts";
import { encodePng } from "../bench/inputs/png.ts";
import { type Answer, type Sending, send } from "../bench/lib/http.ts";
import { filePart, postJson, upload } from "../bench/lib/requests.ts";
import { readZip } from "./zip.ts";

export interface Client {
  api: string;
  key: string;
  random: Random;
}

/** The result of an action. `wrong` says what is wrong with an answer that claims success, or with a refusal. */
export interface Result {
  status: number;
  ms: number;
  wrong?: string;
  /** Of a 503 or 429. */
  retryAfter?: boolean;
}

export interface Action {
  name: string;
  /** How often, against the others. */
  weight: number;
  run(client: Client): Promise<Result>;
}

const area = { x: 20, y: 30, width: 200, height: 300 };
const cropData = JSON.stringify([{ pageNumber: 1, cropArea: area }]);
const small = tinyPdf(12);
const pictures = [photo(640, 480, 1), photo(300, 200, 2)] as const;
const jpeg = encodeBaselineFile(pictures[0], 10);
const png = encodePng(pictures[1]);
const html = `<!doctype html><title>Invoice</title><h1>Invoice 42</h1><table>${"<tr><td>Item</td><td>10.00</td></tr>".repeat(20)}</table>`;

let large = new Uint8Array();
let largeCrc = 0;

/** Must be called before any action. The file takes seconds to make, so it is made only for a run. */
export async function readLargeInput(): Promise<void> {
  large = new Uint8Array(readFileSync(await ensureInput("B.pdf")));
  largeCrc = crc32(large);
}

function result(answer: Answer, wrong?: string): Result {
  const retryAfter = answer.headers["retry-after"] !== undefined;
  return { status: answer.status, ms: answer.ms, retryAfter, ...(wrong === undefined ? {} : { wrong }) };
}

/** Sends a request that must succeed unless the service is full, and checks what the answer holds. */
export async function verified(
  sending: Sending,
  verify: (answer: Answer) => Promise<string | undefined> | string | undefined,
): Promise<Result> {
  const answer = await send({ ...sending, discard: false, timeoutMs: 90_000 });
  if (answer.status === 503 || answer.status === 429) return result(answer);
  if (answer.status !== 200) {
    const said = new TextDecoder().decode(answer.body.subarray(0, 200));
    return result(answer, `${answer.status} to a good request: ${said}`);
  }
  try {
    return result(answer, await verify(answer));
  } catch (error) {
    return result(answer, `unreadable: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function pagesAre(bytes: Uint8Array, pages: number): string | undefined {
  const { pageCount } = openPdf(new Uint8Array(bytes));
  return pageCount === pages ? undefined : `${pageCount} pages instead of ${pages}`;
}

function cropParts(bytes: Uint8Array) {
  return [filePart("load.pdf", bytes), { name: "cropData", value: cropData }];
}

/** The untouched input followed by the update, which has the requested box. */
function isCropped(answer: Answer): string | undefined {
  const { body } = answer;
  if (body.length <= large.length) return `${body.length} bytes, shorter than the input`;
  if (crc32(body.subarray(0, large.length)) !== largeCrc) return "the input's bytes are not the same";
  return pagesAre(body, 25);
}

async function linkIs(link: unknown, verify: (body: Uint8Array) => string | undefined): Promise<string | undefined> {
  if (typeof link !== "string") return "no link";
  const answer = await send({ url: link, method: "GET", timeoutMs: 60_000 });
  if (answer.status !== 200) return `the link answers ${answer.status}`;
  return verify(answer.body);
}

const refusalOf = async (sending: Sending, status: number, code: string): Promise<Result> => {
  const answer = await send({ ...sending, discard: false });
  if (answer.status === 503 || answer.status === 429) return result(answer);
  const text = new TextDecoder().decode(answer.body);
  const isRight = answer.status === status && text.includes(`"${code}"`);
  return result(answer, isRight ? undefined : `${answer.status} ${text.slice(0, 120)} instead of ${status} ${code}`);
};

/** Sends a request and disconnects after this many milliseconds. The service must not suffer from it. */
async function abandoned(sending: Sending, afterMs: number): Promise<Result> {
  const started = performance.now();
  const signal = AbortSignal.timeout(afterMs);
  const answer = await send({ ...sending, discard: true, signal }).catch(() => undefined);
  return { status: answer?.status ?? 0, ms: performance.now() - started };
}

export const actions: Action[] = [
  {
    name: "crop, small",
    weight: 20,
    run: (client) =>
      verified(upload(client, "/v1/pdf/crop", cropParts(small), "binary"), ({ body }) => pagesAre(body, 12)),
  },
  {
    name: "crop, small, link",
    weight: 8,
    run: (client) =>
      verified(upload(client, "/v1/pdf/crop", cropParts(small), "json"), ({ body }) => {
        const json = JSON.parse(new TextDecoder().decode(body)) as { downloadUrl?: string };
        return linkIs(json.downloadUrl, (bytes) => pagesAre(bytes, 12));
      }),
  },
  {
    name: "crop, 50 MB",
    weight: 2,
    run: (client) => verified(upload(client, "/v1/pdf/crop", cropParts(large), "binary"), isCropped),
  },
  {
    name: "crop, 50 MB in base64",
    weight: 1,
    run: (client) =>
      verified(postJson(client, "/v1/pdf/crop", { cropData: JSON.parse(cropData) }, "binary", large), isCropped),
  },
  {
    name: "split, small, links",
    weight: 10,
    run: (client) => {
      const parts = [
        filePart("load.pdf", small),
        { name: "splitMode", value: "ranges" },
        { name: "ranges", value: '["1-5","6","7-12"]' },
      ];
      return verified(upload(client, "/v1/pdf/split", parts, "json"), async ({ body }) => {
        const json = JSON.parse(new TextDecoder().decode(body)) as {
          zipDownloadUrl?: string;
          files?: { downloadUrl?: string }[];
        };
        const zip = await linkIs(json.zipDownloadUrl, (bytes) => zipHolds(bytes, [5, 1, 6]));
        return zip ?? (await linkIs(json.files?.[2]?.downloadUrl, (bytes) => pagesAre(bytes, 6)));
      });
    },
  },
  {
    name: "split, 50 MB in 5, ZIP",
    weight: 1,
    run: (client) => {
      const ranges = JSON.stringify(["1-5", "6-10", "11-15", "16-20", "21-25"]);
      const parts = [
        filePart("load.pdf", large),
        { name: "splitMode", value: "ranges" },
        { name: "ranges", value: ranges },
      ];
      return verified(upload(client, "/v1/pdf/split", parts, "binary"), ({ body }) => zipHolds(body, [5, 5, 5, 5, 5]));
    },
  },
  {
    name: "images",
    weight: 10,
    run: (client) => {
      const parts = [filePart("a.jpg", jpeg), filePart("b.png", png)];
      return verified(upload(client, "/v1/convert/image-to-pdf", parts, "binary"), ({ body }) => pagesAre(body, 2));
    },
  },
  {
    name: "HTML",
    weight: 4,
    run: (client) =>
      verified(postJson(client, "/v1/convert/html-to-pdf", { html }, "binary"), ({ body }) => pagesAre(body, 1)),
  },
  {
    name: "not a PDF",
    weight: 4,
    run: (client) => refusalOf(upload(client, "/v1/pdf/crop", cropParts(jpeg), "json"), 400, "CORRUPTED_FILE"),
  },
  {
    name: "no input",
    weight: 3,
    run: (client) =>
      refusalOf(
        upload(client, "/v1/convert/image-to-pdf", [{ name: "margin", value: "0" }], "json"),
        400,
        "INVALID_INPUT",
      ),
  },
  {
    name: "bad ranges",
    weight: 3,
    run: (client) => {
      const parts = [
        filePart("load.pdf", small),
        { name: "splitMode", value: "ranges" },
        { name: "ranges", value: '["9-3"]' },
      ];
      return refusalOf(upload(client, "/v1/pdf/split", parts, "json"), 400, "INVALID_RANGES");
    },
  },
  {
    name: "no key",
    weight: 2,
    run: (client) =>
      refusalOf(
        upload({ ...client, key: "qk_none" }, "/v1/pdf/crop", cropParts(small), "json"),
        401,
        "AUTHENTICATION_REQUIRED",
      ),
  },
  {
    name: "gone in mid-upload",
    weight: 1,
    run: (client) => {
      const whole = upload(client, "/v1/pdf/crop", cropParts(large), "binary");
      return abandoned(whole, 5 + client.random.below(60));
    },
  },
  {
    name: "gone in mid-download",
    weight: 1,
    run: (client) =>
      abandoned(upload(client, "/v1/pdf/crop", cropParts(large), "binary"), 150 + client.random.below(400)),
  },
];

function zipHolds(bytes: Uint8Array, pages: readonly number[]): string | undefined {
  const entries = readZip(bytes);
  if (entries.length !== pages.length) return `${entries.length} files in the ZIP instead of ${pages.length}`;
  for (const [index, entry] of entries.entries()) {
    if (crc32(entry.data) !== entry.crc) return `${entry.name}: its checksum is not the ZIP's`;
    const wrong = pagesAre(entry.data, pages[index]!);
    if (wrong !== undefined) return `${entry.name}: ${wrong}`;
  }
  return undefined;
}
