import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { BUILT_LINE } from "./lib/built.ts";
import { ensureBrowser, ensureFonts } from "./lib/local-browser.ts";
import { PROJECT, type Service, startService } from "./lib/service.ts";
import { requireFreePort, StartProblem } from "./lib/start-checks.ts";

/** How long the first lines wait for fonts that are still being fetched. The service is ready before that. */
const FONTS_MS = 5_000;
/** How often files are deleted whose links have ended. */
const SWEEP_MS = 5 * 60_000;

const port = Number(process.env.PORT ?? 8787);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`PORT must be a number from 1 to 65535, not ${JSON.stringify(process.env.PORT)}.`);
  process.exit(1);
}

const state = path.join(PROJECT, ".quire", "state");
mkdirSync(state, { recursive: true });
/** What the program of the Worker says. Lines of the service itself, which are JSON, are shown as well. */
const log = createWriteStream(path.join(PROJECT, ".quire", "start.log"));
let unfinished = "";
let isReady = false;

const { QUIRE_API_ORIGIN: apiOrigin, QUIRE_DOWNLOAD_ORIGIN: downloadOrigin } = process.env;
if ((apiOrigin === undefined) !== (downloadOrigin === undefined) || (apiOrigin && apiOrigin === downloadOrigin)) {
  console.error("QUIRE_API_ORIGIN and QUIRE_DOWNLOAD_ORIGIN are set together, to two hosts, or not at all.");
  process.exit(1);
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
// The process that started this one may be killed without notice. The service then stops as well.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stopping.abort(), 1_000).unref();

console.log("Starting Quire …");
const { service, fonts } = await start().catch(giveUp);

const late = new Promise<undefined>((resolve) => setTimeout(resolve, FONTS_MS));
const fontNotes = await Promise.race([fonts, late]);
const notes = [...service.notes, ...(fontNotes ?? ["fonts: some that this machine lacks are being fetched …"])];

isReady = true;
// The logs of a container are kept by others: there, keys are printed by the start that makes them.
const tells = service.isFirst || !process.env.QUIRE_CONTAINER;
const shown = (secret: string) => (tells ? secret : "(as at the first start)");
console.log(`
  Quire answers at  ${service.api}
  Links lead to     ${service.downloads}
  Studio            ${service.api}/studio (no key is needed to try)
  API key           ${shown(service.key)}
  Dashboard         ${service.api}/dashboard
  Admin secret      ${shown(service.adminSecret)}
${notes.map((note) => `  ${note}`).join("\n")}

  Try it:

    curl -s "${service.api}/v1/convert/html-to-pdf?format=binary" -H "Authorization: Bearer ${tells ? service.key : "$KEY"}" -d "html=<h1>Hello</h1>" -o hello.pdf

  Ctrl-C stops everything. Below: a line for each request. All else is in .quire/start.log
`);

// In production this is done by the cron of wrangler.toml. A local Worker runs only when it is asked.
const sweep = () =>
  fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled`).catch((error: unknown) => console.error(error));
setInterval(sweep, SWEEP_MS).unref();

if (!fontNotes) void fonts.then((lines) => console.log(lines.map((line) => `  ${line}`).join("\n")));
await service.ended;
// A service that ends by itself has failed.
if (!stopping.signal.aborted) console.error("The service has ended.");
process.exit(stopping.signal.aborted ? 0 : 1);

async function start(): Promise<{ service: Service; fonts: Promise<string[]> }> {
  // Before the browser and its fonts, so that a mistake is reported at once.
  await requireFreePort(port, state);
  const fonts = ensureFonts(await ensureBrowser());
  const service = await startService({
    port,
    state,
    key: process.env.QUIRE_DEV_KEY || undefined,
    listen: process.env.QUIRE_LISTEN,
    origins: apiOrigin && downloadOrigin ? { api: apiOrigin, downloads: downloadOrigin } : undefined,
    vars: settings(),
    signal: stopping.signal,
    onOutput: show,
  });
  return { service, fonts };
}

/** What the environment sets of the Worker's variables. */
function settings(): Record<string, string> {
  const { ALLOW_LOOPBACK_HOSTS, QUIRE_DEMO, QUIRE_BROWSERS } = process.env;
  const given = { ALLOW_LOOPBACK_HOSTS, DEMO: QUIRE_DEMO, BROWSERS: QUIRE_BROWSERS };
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function show(text: string): void {
  log.write(text);
  const lines = (unfinished + text).split("\n");
  unfinished = lines.pop() as string;
  for (const line of lines) {
    if (line.includes(BUILT_LINE)) console.log(line);
    else if (isReady && line.startsWith('{"event":')) console.log(line);
  }
}

/** A mistake that a person can mend is reported in one line; any other error with its stack. */
function giveUp(error: unknown): never {
  if (stopping.signal.aborted) process.exit(130);
  const isPlain = error instanceof StartProblem || (error instanceof Error && error.constructor === Error);
  console.error(isPlain ? error.message : error);
  process.exit(1);
}
