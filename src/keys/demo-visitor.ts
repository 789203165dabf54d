import { networkOf } from "./client-network.ts";
import type { KeyRecord } from "./key-records.ts";

/** Sent in place of a key by visitors who have none. */
export const DEMO_TOKEN = "demo";

/**
 * The same for previews of HTML on the service's own pages: typing uses up no requests. The digits are of one tab, so
 * that people of one network are told apart.
 */
export const DEMO_PREVIEW_TOKEN = /^demo-preview(?:-([\da-f]{16}))?$/;

/**
 * The account of all visitors together. What they do is counted as one, and together they may use as much as one key.
 */
export const VISITORS = "visitors";
export const PREVIEWS = "visitors-preview";
const PREFIX = "visitor:";
const PREVIEW = "visitor:preview-";
const TAB = ".";

/** The record of a visitor from this network. Without the secret nobody can tell the address from the id. */
export function visitorOf(
  request: Request,
  secret: string,
  limits: NonNullable<KeyRecord["limits"]>,
  preview?: { readonly tab: string | undefined },
): KeyRecord {
  const mark = process
    .getBuiltinModule("node:crypto")
    .createHmac("sha256", secret)
    .update(`visitor ${networkOf(request)}`)
    .digest("hex")
    .slice(0, 20);
  const id = preview ? `${PREVIEW}${mark}${preview.tab === undefined ? "" : `${TAB}${preview.tab}`}` : PREFIX + mark;
  return { id, name: "Visitor", createdAt: "", limits };
}

/** The network of a visitor who is known by a tab. */
export function networkOfTab(keyId: string): string | undefined {
  const at = keyId.indexOf(TAB);
  return at < 0 ? undefined : keyId.slice(0, at);
}

export function isVisitor(keyId: string): boolean {
  return keyId.startsWith(PREFIX);
}

/** Whether these are the previews of a visitor, which are counted apart from other requests. */
export function isPreviewing(keyId: string): boolean {
  return keyId.startsWith(PREVIEW);
}

/** The account that operators see for a key's work. Memory and browsers are shared fairly among accounts. */
export function accountOf(keyId: string): string {
  return isVisitor(keyId) ? VISITORS : keyId;
}
