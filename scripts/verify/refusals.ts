import { gzipSync } from "node:zlib";
import { tinyPdf } from "../../test/fixtures/pdf.ts";
import type { Check } from "./check.ts";
import { HTML } from "./operations.ts";
import { expectRefusal, expectThat, form, readRefusal, type Service } from "./service.ts";

const CROP = "/v1/pdf/crop";
const SPLIT = "/v1/pdf/split";
const IMAGES = "/v1/convert/image-to-pdf";
const MIB = 1024 * 1024;
const PDF: [string, string, Uint8Array] = ["file", "verify.pdf", tinyPdf(1)];
const NO_PDF: [string, string, Uint8Array] = ["file", "no.pdf", new TextEncoder().encode("no PDF")];
const AREA = { pageNumber: 1, cropArea: { x: 0, y: 0, width: 10, height: 10 } };

async function keys(service: Service): Promise<string> {
  const { key } = service.given;
  const wrong = { none: "", malformed: `Bearer ${key}x`, "of another scheme": `Basic ${key}` };
  for (const path of [CROP, SPLIT, IMAGES, HTML]) {
    for (const [what, Authorization] of Object.entries(wrong)) {
      const refused = await service.refusal(path, { html: "x" }, { headers: { Authorization } });
      expectRefusal(refused, 401, "AUTHENTICATION_REQUIRED", `${path}, key ${what}`);
    }
  }
  return `401 by each operation: key ${Object.keys(wrong).join(", ")}`;
}

async function inputs(service: Service): Promise<string> {
  const cases: [path: string, body: FormData | object, status: number, code: string][] = [
    [CROP, form([], { cropData: [AREA] }), 400, "INVALID_INPUT"],
    [CROP, form([NO_PDF], { cropData: [AREA] }), 400, "CORRUPTED_FILE"],
    [CROP, form([PDF], { cropData: [{ ...AREA, pageNumber: 9 }] }), 400, "INVALID_INPUT"],
    [SPLIT, form([NO_PDF], { splitMode: "ranges", ranges: ["1"] }), 400, "INVALID_PDF"],
    [SPLIT, form([PDF], { splitMode: "halves" }), 400, "INVALID_SPLIT_MODE"],
    [SPLIT, form([PDF], { splitMode: "ranges", ranges: ["2-1"] }), 400, "INVALID_RANGES"],
    [IMAGES, form([]), 400, "INVALID_INPUT"],
    [IMAGES, form([NO_PDF]), 400, "INVALID_INPUT"],
    [HTML, {}, 400, "INVALID_INPUT"],
    [HTML, { html: "x", url: "https://example.com/" }, 400, "INVALID_INPUT"],
    [HTML, { url: "https://no-such-name.invalid/" }, 400, "URL_NOT_ACCESSIBLE"],
  ];
  for (const [path, body, status, code] of cases) {
    expectRefusal(await service.refusal(path, body), status, code, `${path}, ${JSON.stringify(fieldsOf(body))}`);
  }
  return `${cases.length} requests, each with the code of the interface`;
}

function fieldsOf(body: FormData | object): string[] {
  return body instanceof FormData ? [...body.keys()] : Object.keys(body);
}

async function unknownFields(service: Service): Promise<string> {
  const body = { html: "<p>x", colour: "red" };
  const { warnings = [] } = await service.facts<{ warnings?: string[] }>(HTML, body);
  expectThat(warnings.join(" ").includes("colour"), `no warning of it came: ${JSON.stringify(warnings)}`);
  const strictly = await service.refusal(HTML, body, { headers: { Prefer: "handling=strict" } });
  expectRefusal(strictly, 400, "INVALID_INPUT", "Prefer: handling=strict");
  return "a warning; with Prefer: handling=strict a refusal";
}

async function sizes(service: Service): Promise<string> {
  const unpacked = gzipSync(Buffer.alloc(30 * MIB, " "));
  const bomb = await service.refusal(HTML, form([["file", "page.html", unpacked]]));
  expectRefusal(bomb, 413, "FILE_TOO_LARGE", "HTML that unpacks to 30 MiB");
  // One byte more than the interface allows. This also shows that nothing in front of the service has a smaller limit.
  const large = new Uint8Array(50 * MIB + 1);
  large.set(PDF[2]);
  const refused = await service.refusal(CROP, form([["file", "large.pdf", large]], { cropData: [AREA] }));
  expectRefusal(refused, 413, "FILE_TOO_LARGE", "a PDF of 50 MiB and a byte");
  return "a PDF of 50 MiB and a byte, HTML that unpacks to 30 MiB";
}

async function paths(service: Service): Promise<string> {
  const nowhere = await readRefusal(await service.ask("/v1/pdf/no-such-operation"));
  expectRefusal(nowhere, 404, "NOT_FOUND", "a path that is not there");
  const method = await readRefusal(await service.ask(HTML, { method: "DELETE" }));
  expectRefusal(method, 405, "METHOD_NOT_ALLOWED", "DELETE");
  return "404 and 405 in the service's own shape";
}

async function published(service: Service): Promise<string> {
  const health = await service.ask("/health");
  expectThat(health.status === 200, `/health answered ${health.status}`);
  const limits = (await (await service.ask("/v1/limits")).json()) as { limits?: { pdf?: { fileBytes?: number } } };
  expectThat(limits.limits?.pdf?.fileBytes === 50 * MIB, "/v1/limits names another limit for PDFs");
  const document = (await (await service.ask("/openapi.json")).json()) as { openapi?: string };
  expectThat(document.openapi !== undefined, "/openapi.json is no OpenAPI document");
  const headers = ["X-Request-Id", "Strict-Transport-Security", "X-Content-Type-Options"];
  const missing = headers.filter((name) => !health.headers.has(name));
  expectThat(missing.length === 0, `answers lack ${missing.join(", ")}`);
  return "/health, /v1/limits, /openapi.json, headers of security";
}

async function overHttps(service: Service) {
  const url = new URL(service.given.api);
  if (url.protocol === "http:") return { state: "not examined", said: "the service is on this machine" } as const;
  url.protocol = "http:";
  const answer = await service.ask(`${url.origin}${HTML}`, { method: "POST", body: "{}", redirect: "manual" });
  const { status } = answer;
  if (status === 301 || status === 302) {
    const said = `plain http is answered ${status}, which turns a POST into a GET: switch off Always Use HTTPS`;
    return { state: "degraded", said } as const;
  }
  expectThat(status === 308, `plain http is answered ${status}`);
  return "308 keeps the method";
}

const check = (name: string, run: Check["run"]): Check => ({ group: "refusals", name, run });

export const refusals: readonly Check[] = [
  check("the service answers, and describes itself", published),
  check("plain http is sent to https", overHttps),
  check("a missing or wrong key is refused", keys),
  check("bad input is refused with its code", inputs),
  check("unknown fields are told", unknownFields),
  check("what is too large is refused", sizes),
  check("unknown paths and methods are refused", paths),
];
