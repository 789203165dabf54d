import { waitUntil } from "cloudflare:workers";
import { ledgerOf } from "../../html/browser/pool/browser-ledger.ts";
import { RenderingNotes } from "../../html/session/rendering-notes.ts";
import { serviceOf, type Workplace } from "../operation.ts";

/** A browser for the request, whose time in it counts against its key. Refuses when the key has used up its time. */
export function browserContext(place: Workplace) {
  const { env, share, shared, onRender } = serviceOf(place);
  share.requireBrowserTime();
  const notes = new RenderingNotes();
  onRender(notes);
  return {
    binding: env.BROWSER,
    ledger: ledgerOf(env),
    pool: shared.browsers,
    notes,
    signal: place.signal,
    onBrowserTime: (milliseconds: number) => share.usedBrowser(milliseconds),
    waitUntil,
  };
}
