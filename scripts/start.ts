import path from "node:path";
import { ensureBrowser, ensureFonts } from "./browser.ts";
import { PROJECT, startService } from "./lib/service.ts";

/** For so long the first lines wait for fonts that are still on their way; the service is ready before. */
const FONTS_MS = 5_000;

const port = Number(process.env.PORT ?? 8787);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`PORT must be a number from 1 to 65535, not ${JSON.stringify(process.env.PORT)}.`);
  process.exit(1);
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
// Whoever started us may be killed without a word: what runs for nobody stops too.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stopping.abort(), 1_000).unref();

console.log("Starting Quire …");
const fonts = ensureFonts(await ensureBrowser());
const service = await startService({
  port,
  state: path.join(PROJECT, ".quire", "state"),
  key: process.env.QUIRE_DEV_KEY || undefined,
  vars: process.env.ALLOW_LOOPBACK_HOSTS ? { ALLOW_LOOPBACK_HOSTS: process.env.ALLOW_LOOPBACK_HOSTS } : {},
  signal: stopping.signal,
  onOutput: (text) => process.stdout.write(text),
});

const late = new Promise<undefined>((resolve) => setTimeout(resolve, FONTS_MS));
const fontNotes = await Promise.race([fonts, late]);
const notes = [...service.notes, ...(fontNotes ?? ["fonts: some that this machine lacks are being fetched …"])];

console.log(`
  Quire answers at  ${service.api}
  Links lead to     ${service.downloads}
  API key           ${service.key}
  Dashboard         ${service.api}/dashboard
  Admin secret      ${service.adminSecret}
${notes.map((note) => `  ${note}`).join("\n")}

  Try it:

    curl -s "${service.api}/v1/convert/html-to-pdf?format=binary" -H "Authorization: Bearer ${service.key}" -d "html=<h1>Hello</h1>" -o hello.pdf

  Ctrl-C stops everything.
`);

if (!fontNotes) void fonts.then((lines) => console.log(lines.map((line) => `  ${line}`).join("\n")));
await service.ended;
process.exit();
