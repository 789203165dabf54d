import type { HtmlOptions } from "../../fields/options.ts";
import { fieldProblem, HtmlProblem } from "../../html-problem.ts";
import { Credentials } from "../../resources/credentials.ts";
import type { HtmlSource } from "../../resources/html-source.ts";
import { mayRunScripts } from "../../resources/scripts.ts";
import type { BlankPage } from "../blank.ts";
import { type Cdp, CdpError } from "../cdp.ts";
import type { Sealing } from "../lockdown.ts";
import { type Command, emulation } from "./emulation.ts";
import type { Send } from "./evaluate.ts";
import { unlessLacking } from "./optional-commands.ts";
import { guardCommands } from "./page-events.ts";

/** Guards a page that is still blank, and makes it what the options say: its window, its visitor, its cookies. */
export async function preparePage(
  cdp: Cdp,
  send: Send,
  { browserContextId }: BlankPage,
  page: {
    source: HtmlSource;
    options: HtmlOptions;
    visitor: readonly Command[];
    sealing: Sealing;
  },
): Promise<void> {
  const { source, options, visitor, sealing } = page;
  const still = source.kind === "local" && !mayRunScripts(source.bytes, source.type);
  await Promise.all([
    cdp.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }),
    setCookies(cdp, source, options, browserContextId),
    send("Page.enable"),
    ...guardCommands(sealing, still).map(([method, params]) => send(method, params)),
    ...[
      // Permissions that are not granted by name are denied without asking.
      cdp.send("Browser.grantPermissions", { permissions: [], browserContextId }),
      send("Inspector.enable"),
      ...[...emulation(options), ...visitor].map(([method, params]) => send(method, params)),
    ].map((answer) => unlessLacking(answer, options).catch((error) => refuseIdentity(error))),
    ...(options.failOnConsoleError ? [send("Runtime.enable")] : []),
  ]);
}

/** The Worker and the browser each have their own data of time zones. */
function refuseIdentity(error: unknown): never {
  if (!(error instanceof CdpError && error.method === "Emulation.setTimezoneOverride")) throw error;
  throw fieldProblem("timezone", "the browser does not know this time zone.");
}

async function setCookies(cdp: Cdp, source: HtmlSource, options: HtmlOptions, browserContextId: string): Promise<void> {
  const { own } = new Credentials(source.url, options);
  if (own.length === 0) return;
  const { origin } = source.url;
  const cookies = own.map(({ name, value, path, httpOnly, secure, sameSite }) => ({
    ...{ name, value, path, httpOnly, secure, sameSite },
    url: `${origin}${path ?? "/"}`,
  }));
  try {
    await cdp.send("Storage.setCookies", { cookies, browserContextId });
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    throw new HtmlProblem("input", "The browser does not accept one of the cookies for the page's address.", {
      field: "cookies",
    });
  }
}
