import { copyButton } from "../code.ts";
import { el, uniqueId } from "../dom.ts";
import { choice, field, placeError } from "../form.ts";
import { holdKey } from "../held-key.ts";
import { AdminError, admin, type Key, type KeyFields, type Limits, type Scope } from "./admin.ts";

/** A dialog for one action on a key. It is removed from the page when it closes. */
function openDialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const id = uniqueId("dialog");
  const dialog = el("dialog", { "aria-labelledby": id }, el("h2", { id }, title), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function cancelButton(): HTMLButtonElement {
  const button = el("button", { type: "button" }, "Cancel");
  button.addEventListener("click", () => button.closest("dialog")?.close());
  return button;
}

/** Creates a key, or changes one. */
export function editKey(key: Key | undefined, onDone: (record: Key) => void): void {
  const name = field(
    "Name",
    { required: true, maxlength: 100, autocomplete: "off", value: key?.name },
    "What the key is for. Only you see it.",
  );
  const expiry = field(
    "Expires",
    { type: "date", min: tomorrow(), value: key?.expiresAt?.slice(0, 10) },
    "Leave empty for no expiry.",
  );
  const numbers = { type: "number", min: 1, step: 1, inputmode: "numeric" };
  const perMinute = field(
    "Requests per minute",
    { ...numbers, value: key?.limits?.perMinute },
    "Leave empty for the service's own limit, which no key can exceed.",
  );
  const perDay = field("Requests per day", { ...numbers, value: key?.limits?.perDay }, "Leave empty for no limit.");
  const own = (label: string, limit: keyof Limits) => {
    const value = key?.limits?.[limit];
    const given = value === undefined ? undefined : value / unitOf(limit);
    return field(label, { ...numbers, ...(unitOf(limit) > 1 ? { step: "any" } : {}), value: given }, DEFAULT);
  };
  const limits: Record<keyof Limits, ReturnType<typeof field>> = {
    perMinute,
    perDay,
    concurrentRequests: own("Requests at once", "concurrentRequests"),
    browserSecondsPerHour: own("Browser seconds per hour", "browserSecondsPerHour"),
    storedBytesPerHour: own("Megabytes stored per hour", "storedBytesPerHour"),
    splitOutputBytes: own("Megabytes per split", "splitOutputBytes"),
  };
  const listed = (label: string, items: string[] | undefined, hint: string) =>
    field(label, { autocomplete: "off", spellcheck: "false", value: items?.join(", ") }, hint);
  const scope: Record<keyof Scope, ReturnType<typeof field>> = {
    operations: listed("Only operations", key?.only?.operations, "Such as html-to-pdf, crop-pdf. Empty: all."),
    addresses: listed("Only from", key?.only?.addresses, "Addresses and networks, such as 192.0.2.0/24. Empty: all."),
  };
  const limitFields = Object.entries(limits).map(([limit, one]) => [`limits.${limit}`, one] as const);
  const scopeFields = Object.entries(scope).map(([list, one]) => [`only.${list}`, one] as const);
  const fields = { name, expiresAt: expiry, ...Object.fromEntries([...limitFields, ...scopeFields]) };
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const submit = el("button", { class: "primary" }, key ? "Save" : "Create key");
  const form = el(
    "form",
    { class: "stack", novalidate: true },
    name.element,
    el(
      "div",
      { class: "fields" },
      expiry.element,
      ...Object.values({ ...limits, ...scope }).map(({ element }) => element),
    ),
    problem,
    el("div", { class: "actions" }, cancelButton(), submit),
  );
  const dialog = openDialog(key ? `Change “${key.name}”` : "Create a key", form);
  const save = async () => {
    try {
      const texts = Object.entries(limits).map(([limit, { input }]) => [limit, input.value] as const);
      const lists = Object.entries(scope).map(([list, { input }]) => [list, itemsOf(input.value)] as const);
      const wanted = read(key !== undefined, name.input.value, expiry.input.value, texts);
      const only = Object.fromEntries(lists.filter(([, items]) => items.length > 0)) as Scope;
      if (Object.keys(only).length > 0) wanted.only = only;
      else if (key) wanted.only = null;
      if (key) onDone(await admin.change(key.id, wanted));
      else {
        const made = await admin.create(wanted);
        onDone(made.record);
        showKey(made.key, made.record);
      }
      dialog.close();
    } catch (error) {
      const { message, field: at } = error as AdminError;
      if (!placeError(fields, at, message)) throw error;
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(submit, problem, save);
  });
}

/** An empty field sets nothing on a new key, and removes the value from a key that is changed. */
function read(
  change: boolean,
  name: string,
  expiry: string,
  texts: (readonly [limit: string, text: string])[],
): KeyFields {
  const given = texts
    .filter(([, text]) => text !== "")
    .map(([limit, text]) => [limit, roundedFor(limit, Number(text) * unitOf(limit))]);
  const limits = Object.fromEntries(given) as Limits;
  const limited = Object.keys(limits).length > 0;
  return {
    name,
    ...(expiry !== "" ? { expiresAt: `${expiry}T23:59:59Z` } : change ? { expiresAt: null } : {}),
    ...(limited ? { limits } : change ? { limits: null } : {}),
  };
}

function itemsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((item) => item !== "");
}

const DEFAULT = "Leave empty for the default.";

/** People count bytes in millions. */
function unitOf(limit: string): number {
  return limit.endsWith("Bytes") || limit === "storedBytesPerHour" ? 1_000_000 : 1;
}

/** Parts of a byte are none; whatever else is wrong is for the service to say. */
function roundedFor(limit: string, value: number): number {
  return unitOf(limit) > 1 ? Math.round(value) : value;
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

/** The only time that a key is shown. */
function showKey(key: string, record: Key): void {
  const shown = el("input", { readonly: true, value: key, "aria-label": "The new API key", class: "new-key" });
  shown.addEventListener("focus", () => shown.select());
  const copy = copyButton(() => key, "Copy key");
  copy.className = "primary";
  const close = el("button", { type: "button" }, "I have stored it");
  const tryIt = el("a", { class: "button", href: "/studio" }, "Use it in the studio");
  tryIt.addEventListener("click", () => holdKey(key));
  const dialog = openDialog(
    `The key “${record.name}”`,
    el("p", {}, "Copy it now: you will not see it again. The service stores only a hash of it."),
    el("div", { class: "row new-key-row" }, shown, copy),
    el("div", { class: "actions" }, tryIt, close),
  );
  close.addEventListener("click", () => dialog.close());
  // A stray Escape, or two, must not lose the key.
  dialog.setAttribute("closedby", "none");
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  copy.focus();
}

const OVERLAPS: [hours: string, text: string][] = [
  ["0", "No overlap: the old key stops working now"],
  ["1", "1 hour"],
  ["24", "1 day"],
  ["168", "7 days"],
  ["720", "30 days"],
];

/** Replaces a key by a new one. The old one keeps working until the overlap ends. */
export function rotateKey(key: Key, onDone: (record: Key, old: Key) => void): void {
  const overlap = choice("Keep the old key working for", OVERLAPS, "24");
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const submit = el("button", { class: "primary" }, "Rotate key");
  const form = el(
    "form",
    { class: "stack", novalidate: true },
    el("p", {}, "You get a new key with the same name and limits. Both work until the overlap ends."),
    overlap.element,
    problem,
    el("div", { class: "actions" }, cancelButton(), submit),
  );
  const dialog = openDialog(`Rotate “${key.name}”`, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(submit, problem, async () => {
      const { key: made, record, old } = await admin.rotate(key.id, Number(overlap.input.value));
      onDone(record, old);
      dialog.close();
      showKey(made, record);
    });
  });
}

/** Does what a button says; what goes wrong is said beside it. */
async function attempt(button: HTMLButtonElement, problem: HTMLElement, work: () => Promise<void>): Promise<void> {
  button.disabled = true;
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    problem.textContent = error instanceof AdminError ? error.message : String(error);
    problem.hidden = false;
  } finally {
    button.disabled = false;
  }
}

export function confirmRevoke(key: Key, onDone: (record: Key) => void): void {
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const revoke = el("button", { type: "button", class: "danger" }, "Revoke it");
  const cancel = cancelButton();
  const dialog = openDialog(
    `Revoke “${key.name}”?`,
    el("p", {}, "Requests with this key will be refused, everywhere within about a minute. This cannot be undone."),
    problem,
    el("div", { class: "actions" }, cancel, revoke),
  );
  cancel.focus();
  revoke.addEventListener("click", () =>
    attempt(revoke, problem, async () => {
      onDone(await admin.revoke(key.id));
      dialog.close();
    }),
  );
}
