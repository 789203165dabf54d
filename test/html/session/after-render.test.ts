import { expect, it, vi } from "vitest";
import { type Cdp, CdpError } from "../../../src/html/browser/cdp.ts";
import type { Page } from "../../../src/html/browser/page/page.ts";
import type { Lease, LeaseState } from "../../../src/html/browser/pool/lease.ts";
import { LedgerBook } from "../../../src/html/browser/pool/ledger.ts";
import { BrowserPool } from "../../../src/html/browser/pool/sessions.ts";
import { SessionProblem } from "../../../src/html/html-problem.ts";
import { afterRender } from "../../../src/html/session/render.ts";

/** A render that went well, and whose page cannot be closed because of `why`. */
function leaving(why: Error | undefined, { ending = async () => new Response(null), givenUp = false } = {}) {
  const released: (LeaseState | undefined)[] = [];
  const ended: string[] = [];
  const lease = {
    sessionId: "browser 1",
    release: (state?: LeaseState) => {
      released.push(state);
      return givenUp;
    },
    stock: async () => {},
  } as unknown as Lease;
  const dispose = async () => {
    if (why) throw why;
  };
  const ledger = new LedgerBook({ browsers: { "browser 1": 1, "browser 2": 2 }, refusals: {} });
  const fetch = (url: string, init: RequestInit = {}) => {
    ended.push(`${init.method} ${url.split("/").at(-1)}`);
    return ending();
  };
  const pool = new BrowserPool();
  const cdp = { flooded: false, close: vi.fn() } as unknown as Cdp;
  const left = afterRender(cdp, { dispose } as unknown as Page, lease, "well", { binding: { fetch }, ledger, pool });
  return { left, released, ended, ledger, cdp };
}

it.each<[string, Error | undefined, LeaseState]>([
  ["that closes its page", undefined, "well"],
  ["that no longer knows the page", new CdpError("Target.disposeBrowserContext", "no such context"), "well"],
  ["of a platform that takes no further connection", new SessionProblem("busy", { limited: true }), "well"],
  ["whose connection was lost", new SessionProblem("lost", { lost: true }), "doubtful"],
  ["that is gone", new SessionProblem("gone", { dead: true }), "dead"],
])("a browser %s is given back as such", async (_, why, state) => {
  const { left, released, ended, cdp } = leaving(why);
  await left;
  expect([released, ended]).toEqual([[state], []]);
  expect(cdp.close).toHaveBeenCalledOnce();
});

it("a fault of the service's own is reported, and not taken for one of the browser", async () => {
  await expect(leaving(new TypeError("a bug")).left).rejects.toThrow("a bug");
});

it("a browser that is given up is ended and leaves the ledger, whatever becomes of its end", async () => {
  const gone = leaving(undefined, { givenUp: true });
  await gone.left;
  expect(gone.ended).toEqual(["DELETE browser%201"]);
  expect(Object.keys((await gone.ledger.read()).browsers)).toEqual(["browser 2"]);
  const down = leaving(undefined, {
    givenUp: true,
    ending: () => Promise.reject(new TypeError("the platform is down")),
  });
  await expect(down.left).resolves.toBeUndefined();
  expect(down.cdp.close).toHaveBeenCalledOnce();
});
