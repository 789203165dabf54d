import { type Check, degraded, type Finding, notExamined } from "../check.ts";
import { picture, textOf } from "../documents.ts";
import { HTML } from "../operations.ts";
import { expectRefusal, expectThat, Fault, form, type Service } from "../service.ts";
import { ATTEMPTS, type Attempt } from "./attempts.ts";
import { SONG, startCanary } from "./canary.ts";
import { OWN_FILE, PRIVATE_ADDRESSES, type Probed, probePage, readProbe } from "./probe.ts";

const AREA = { pageNumber: 1, cropArea: { x: 0, y: 0, width: 10, height: 10 } };
/**
 * A page of this origin asks for http as it is written. On the service's own origin, which is https, Chromium turns
 * every address into https. But only there does a page have all its interfaces, so both are tried.
 */
const HTTP_ORIGIN = "http://example.com/";
/** How long a page may try after it has loaded. */
const DELAY = 300;

/** The service's own hosts, as a page would address them. */
function ownAddresses(service: Service): string[] {
  const { origin } = new URL(service.given.api);
  return [`${origin}/health`, `${origin}/v1/limits`, `${origin}/admin/api/session`];
}

async function probe(service: Service, fields: object): Promise<Probed> {
  const page = new TextEncoder().encode(probePage([...PRIVATE_ADDRESSES, ...ownAddresses(service)]));
  const files: [string, string, Uint8Array][] = [
    ["file", "probe.html", page],
    ["assets", OWN_FILE, picture(1, 2, 3)],
  ];
  const { bytes } = await service.file(HTML, form(files, { waitForExpression: "window.probed", ...fields }));
  const probed = readProbe(textOf(bytes));
  if (probed === undefined) throw new Fault("the page's script did not run, so it could try nothing");
  return probed;
}

/** The pages are asked once, and several checks use their answers. */
function probes() {
  let asked: Promise<Probed[]> | undefined;
  return (service: Service) => {
    asked ??= Promise.all([probe(service, {}), probe(service, { baseUrl: HTTP_ORIGIN })]);
    return asked;
  };
}

function reachesNothing(pages: Probed[]): string {
  for (const { control, reached, interfaces } of pages) {
    expectThat(control.length === 3, `its own file was reached by ${control.join(", ") || "no way"} only`);
    expectThat(reached.length === 0, `reached: ${reached.slice(0, 5).join(", ")}`);
    expectThat(interfaces.length === 0, `the page has ${interfaces.join(", ")}, which speak past the guard`);
  }
  return `${PRIVATE_ADDRESSES.length} private addresses and the API's own, in 8 ways each, from https and http; its own file was reached`;
}

function sealedBy(pages: Probed[]): string | Finding {
  if (pages.every(({ sharedWorkers }) => sharedWorkers)) return "a proxy that leads nowhere";
  return degraded(
    "sealed by interception alone: these browsers refuse or ignore a context's proxy (docs/run/security.md)",
  );
}

async function tempt(service: Service, attempts: readonly Attempt[], fields: object): Promise<void> {
  const canary = await startCanary();
  try {
    const page = attempts.map((attempt) => attempt.page(canary)).join("\n");
    const { bytes } = await service.file(HTML, { html: page, delay: DELAY, ...fields });
    const names = attempts.map(({ name }) => name).join("; ");
    expectThat(canary.reached.length === 0, `${names}: ${canary.reached.slice(0, 3).join(", ")}`);
    expectThat(!textOf(bytes).includes(SONG), `${names}: the page shows what the canary said`);
  } finally {
    await canary.close();
  }
}

async function temptations(service: Service): Promise<string | Finding> {
  if (!service.isLocal) {
    return notExamined("a server on this machine is not where the deployment's browsers are; see the statement above");
  }
  const staying = ATTEMPTS.filter(({ leaves }) => !leaves);
  const leaving = ATTEMPTS.filter(({ leaves }) => leaves);
  const http = { baseUrl: HTTP_ORIGIN };
  await Promise.all([
    ...[{}, http].map((fields) => tempt(service, staying, fields)),
    ...leaving.map((attempt) => tempt(service, [attempt], http)),
  ]);
  return `${ATTEMPTS.length} attempts on a server of this machine`;
}

async function inputAddresses(service: Service): Promise<string> {
  const inside = ["http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://10.0.0.1/"];
  for (const url of [...inside, "http://2130706433/", "http://metadata.google.internal/", ...ownAddresses(service)]) {
    expectRefusal(await service.refusal(HTML, { url }), 400, "URL_NOT_ACCESSIBLE", `url ${url}`);
  }
  for (const url of inside) {
    const cropped = await service.refusal("/v1/pdf/crop", { url, cropData: [AREA] });
    expectRefusal(cropped, 400, "INVALID_INPUT", `crop, url ${url}`);
    const split = await service.refusal("/v1/pdf/split", { url, splitMode: "individual", pageNumbers: [1] });
    expectRefusal(split, 400, "INVALID_PDF", `split, url ${url}`);
    const images = await service.refusal("/v1/convert/image-to-pdf", { urls: [url] });
    expectRefusal(images, 400, "INVALID_INPUT", `images, url ${url}`);
    const based = await service.refusal(HTML, { html: "x", baseUrl: url });
    expectRefusal(based, 400, "INVALID_INPUT", `baseUrl ${url}`);
  }
  return "by each operation, and as baseUrl";
}

async function files(service: Service): Promise<string> {
  const html = `<h1>Page</h1><iframe src="file:///etc/passwd"></iframe><script>
    fetch("file:///etc/passwd").then((r) => r.text()).then((t) => document.body.append(t), () => {})</script>`;
  const said = textOf((await service.file(HTML, { html })).bytes);
  expectThat(said.includes("Page") && !said.includes("root:"), `the page says “${said.slice(0, 80)}”`);
  return "file:///etc/passwd, in a frame and by fetch";
}

/** The guard, tried from inside of a page. */
export function guard(): Check[] {
  const probed = probes();
  const check = (name: string, run: Check["run"]): Check => ({ group: "guard", name, run });
  return [
    check("private addresses are refused as inputs", inputAddresses),
    check("a page reaches no private address", async (service) => reachesNothing(await probed(service))),
    check("a page cannot reach a server that listens", temptations),
    check("a page reads no file", files),
    check("pages are sealed by the best way", async (service) => sealedBy(await probed(service))),
  ];
}
