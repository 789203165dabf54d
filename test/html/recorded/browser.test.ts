import type { BlankPage } from "../../../src/html/browser/blank.ts";
import type { Cdp } from "../../../src/html/browser/cdp.ts";
import {
  CONTEXT,
  DROPPED_HEADERS,
  HTTPS_WITHIN,
  lockdownScript,
  NO_SOCKETS,
  SANDBOX,
  WORKER_LOCKDOWN_SCRIPT,
} from "../../../src/html/browser/lockdown.ts";
import { emulation, identity } from "../../../src/html/browser/page/emulation.ts";
import { preparePage } from "../../../src/html/browser/page/page.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { RenderingNotes } from "../../../src/html/session/rendering-notes.ts";
import { bytesOf, options, recordedPages, rows } from "./table.ts";

recordedPages({
  "windows and visitors": () => {
    const version = {
      product: "HeadlessChrome/153.0.8010.0",
      userAgent: "Mozilla/5.0 (X11; Linux) HeadlessChrome/153.0.0.0",
    };
    const mac = { product: "Chrome/9", userAgent: "Mozilla/5.0 (Mac OS X) Chrome/9" };
    const asked = [
      {},
      { media: "screen", viewport: { width: 800 } },
      { javascript: false, omitBackground: true, colorScheme: "dark" },
      { reducedMotion: "reduce", mediaFeatures: { "prefers-contrast": "more", "forced-colors": "active" } },
      { userAgent: "Own/1", locale: "de-DE", timezone: "Europe/Berlin" },
    ];
    return [
      ...rows(asked, (fields) => emulation(options(fields))),
      ...rows(asked, (fields) => [
        identity(options(fields), version),
        identity(options(fields), mac).length,
        identity(options(fields), undefined),
      ]),
    ];
  },
  "what a page is told before it begins": () =>
    rows(
      [
        {},
        { failOnConsoleError: true, javascript: false },
        {
          cookies: [
            { name: "a", value: "b" },
            { name: "c", value: "d", path: "/x", sameSite: "Lax", secure: true, httpOnly: true },
            { name: "e", value: "f", origin: "https://cdn.example" },
          ],
        },
      ],
      async (fields) => {
        const commands: unknown[] = [];
        const tell = (where: string) => async (method: string, params: unknown) =>
          void commands.push([where, method, params]);
        const cdp = { send: tell("browser") } as unknown as Cdp;
        const source = localSource(bytesOf("<p>"), new URL("https://site.example/a/"));
        const page = {
          source,
          options: options(fields),
          visitor: [["Emulation.setLocaleOverride", {}]] as const,
          sealing: "proxy" as const,
        };
        await preparePage(cdp, tell("page") as never, { browserContextId: "c" } as BlankPage, page as never);
        return commands
          .map((each) =>
            JSON.stringify(each)
              .replace(/"source":"(\(\(\).*?)\}\)\(\);"/, '"source":"…"')
              .slice(0, 400),
          )
          .join(" ");
      },
    ),
  "how contexts are sealed": () => [
    ["contexts", () => CONTEXT],
    ["each answer", () => [SANDBOX, NO_SOCKETS, HTTPS_WITHIN, [...DROPPED_HEADERS]]],
    ...rows(["proxy", "interception"] as const, lockdownScript),
    ["workers", () => WORKER_LOCKDOWN_SCRIPT],
  ],
  "notes of renders": () => [
    ["none", () => [new RenderingNotes(), new RenderingNotes().counts()]],
    [
      "some",
      () => {
        const notes = new RenderingNotes();
        for (const method of ["browser-shared-session", "browser-quick-action", "browser-shared-session"])
          notes.rendered(method);
        for (let i = 0; i < 12; i++) notes.problem(`problem ${i >> 1}${i > 9 ? i : ""}`);
        Object.assign(notes, { launches: 2, sealing: "interception", waitedMs: 3 });
        return [notes, notes.counts(), notes.usedFallback];
      },
    ],
  ],
});
