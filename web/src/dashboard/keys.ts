import { announce, el } from "../dom.ts";
import { ago, bytes, count, date, plural } from "../format.ts";
import type { Key } from "./admin.ts";
import { confirmRevoke, editKey, rotateKey } from "./dialogs.ts";

/** The list of keys, and what can be done to each. */
export function keysSection(actions: { changed: (record: Key) => void; usage: (id: string) => void }): {
  element: HTMLElement;
  show: (keys: Key[]) => void;
} {
  const create = el("button", { type: "button", class: "primary" }, "Create a key");
  create.addEventListener("click", () => editKey(undefined, done("created")));
  const body = el("div");
  function done(what: string): (record: Key) => void {
    return (record) => {
      actions.changed(record);
      announce(`The key ${record.name} was ${what}.`);
    };
  }
  function row(key: Key): HTMLElement {
    const named = `key ${key.name}`;
    const button = (label: string, onClick: () => void) =>
      el(
        "button",
        { type: "button", class: "compact quiet", "aria-label": `${label} ${named}`, onclick: onClick },
        label,
      );
    return el(
      "tr",
      {},
      el("th", { scope: "row", class: "key-name" }, el("span", {}, key.name), el("code", { class: "small" }, key.id)),
      el("td", {}, el("span", { class: `tag ${key.standing}` }, key.standing), ...untilWhen(key)),
      el("td", { "data-label": "Created" }, date(key.createdAt)),
      el("td", { "data-label": "Last used" }, key.lastUsedAt === undefined ? "never" : ago(key.lastUsedAt)),
      el("td", { "data-label": "Limits" }, limitsOf(key)),
      el(
        "td",
        { class: "key-actions" },
        button("Usage", () => actions.usage(key.id)),
        key.standing !== "revoked" && button("Change", () => editKey(key, done("changed"))),
        key.standing === "valid" &&
          button("Rotate", () =>
            rotateKey(key, (record, old) => {
              actions.changed(old);
              done("created")(record);
            }),
          ),
        key.standing !== "revoked" && button("Revoke", () => confirmRevoke(key, done("revoked"))),
      ),
    );
  }
  return {
    element: el(
      "section",
      { class: "card", "aria-labelledby": "keys-title" },
      el("div", { class: "section-head" }, el("h2", { id: "keys-title" }, "API keys"), create),
      body,
    ),
    show(keys) {
      if (keys.length === 0) {
        body.replaceChildren(
          el("p", { class: "soft" }, "There are no keys yet. Create one to make the first request."),
        );
        return;
      }
      const heads = ["Key", "Status", "Created", "Last used", "Limits"].map((text) => el("th", { scope: "col" }, text));
      const head = el(
        "tr",
        {},
        ...heads,
        el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, "Actions")),
      );
      const caption = el("caption", { class: "visually-hidden" }, plural(keys.length, "key"));
      body.replaceChildren(
        el(
          "div",
          { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "API keys" },
          el("table", { class: "keys" }, caption, el("thead", {}, head), el("tbody", {}, ...keys.map(row))),
        ),
      );
    },
  };
}

function untilWhen(key: Key): HTMLElement[] {
  if (key.standing === "valid" && key.expiresAt)
    return [el("div", { class: "small soft" }, `until ${soonOrDate(key.expiresAt)}`)];
  if (key.standing === "expired" && key.expiresAt)
    return [el("div", { class: "small soft" }, `on ${date(key.expiresAt)}`)];
  if (key.revokedAt) return [el("div", { class: "small soft" }, `on ${date(key.revokedAt)}`)];
  return [];
}

const SOON_MS = 48 * 3_600_000;

/** A key that is being replaced may expire within hours, so the hour matters. */
function soonOrDate(iso: string): string {
  if (Date.parse(iso) - Date.now() > SOON_MS) return date(iso);
  const time = new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${date(iso)}, ${time}`;
}

function limitsOf({ limits, only }: Key): string {
  const parts: string[] = [];
  if (only?.operations) parts.push(`only ${only.operations.join(", ")}`);
  if (only?.addresses) parts.push(`only from ${only.addresses.join(", ")}`);
  if (limits?.perMinute !== undefined) parts.push(`${count(limits.perMinute)} per minute`);
  if (limits?.perDay !== undefined) parts.push(`${count(limits.perDay)} per day`);
  if (limits?.concurrentRequests !== undefined) parts.push(`${count(limits.concurrentRequests)} at once`);
  if (limits?.browserSecondsPerHour !== undefined)
    parts.push(`${count(limits.browserSecondsPerHour)} browser seconds per hour`);
  if (limits?.storedBytesPerHour !== undefined) parts.push(`${bytes(limits.storedBytesPerHour)} stored per hour`);
  if (limits?.splitOutputBytes !== undefined) parts.push(`${bytes(limits.splitOutputBytes)} per split`);
  return parts.join(", ") || "—";
}
