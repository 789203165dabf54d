import { type CallOptions, type Quire, QuireError } from "../../../client/src/index.ts";
import { codeBlock } from "../code.ts";
import { announce, el } from "../dom.ts";
import { bytes } from "../format.ts";
import type { KeyField } from "./key-field.ts";
import { type Described, samplesOf } from "./samples.ts";

export interface Runner {
  element: HTMLElement;
  /** Shows the calls for what would be sent now. */
  describe: (request: Described) => void;
}

/** The button that sends, with progress, cancelling, errors where they belong, and the same call in code. */
export function runner<Result>(options: {
  label: string;
  key: KeyField;
  /** What would be sent; undefined when something is missing, which it has said. */
  prepare: () => Described | undefined;
  send: (quire: Quire, call: CallOptions) => Promise<Result>;
  show: (result: Result) => Promise<void> | void;
  /** Puts an error beside the field that it names; false where there is none. */
  placeError: (field: string | undefined, message: string) => boolean;
}): Runner {
  const submit = el("button", { type: "button", class: "primary" }, options.label);
  const cancel = el("button", { type: "button", hidden: true }, "Cancel");
  const bar = el("progress", { max: 1, "aria-label": "Progress", hidden: true });
  const status = el("span", { class: "soft small", role: "status" });
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const code = codeBlock(
    [
      { language: "curl", text: "" },
      { language: "TypeScript", text: "" },
    ],
    "This request",
  );
  const details = el(
    "details",
    { class: "as-code", hidden: true },
    el("summary", {}, "The same as curl and TypeScript"),
    code.element,
  );
  let abort: AbortController | undefined;

  function describe(request: Described): void {
    code.show(samplesOf(request));
    details.hidden = false;
  }
  function progress({ sent, total }: { sent: number; total: number }): void {
    const done = sent >= total;
    if (done) bar.removeAttribute("value");
    else bar.value = sent / total;
    status.textContent = done ? "Working …" : `Sending ${bytes(sent)} of ${bytes(total)}`;
  }
  function busy(is: boolean): void {
    submit.disabled = is;
    cancel.hidden = !is;
    bar.hidden = !is;
    if (is) bar.removeAttribute("value");
  }
  function refused(error: unknown): void {
    if (error instanceof DOMException && error.name === "AbortError") {
      status.textContent = "Cancelled.";
      return;
    }
    status.textContent = "";
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof QuireError && error.code === "AUTHENTICATION_REQUIRED") options.key.fail(message);
    else if (!(error instanceof QuireError) || !options.placeError(error.field, message)) {
      problem.textContent = error instanceof QuireError ? `${message} (${error.code})` : message;
      problem.hidden = false;
      return;
    }
    announce(message);
  }
  async function run(): Promise<void> {
    problem.hidden = true;
    options.key.fail();
    options.placeError(undefined, "");
    const request = options.prepare();
    if (!request) return;
    describe(request);
    const quire = options.key.client();
    if (!quire) return;
    abort = new AbortController();
    busy(true);
    status.textContent = "Sending …";
    const start = performance.now();
    try {
      const result = await options.send(quire, { signal: abort.signal, onUploadProgress: progress });
      status.textContent = `Done in ${((performance.now() - start) / 1000).toFixed(2)} s.`;
      await options.show(result);
    } catch (error) {
      refused(error);
    } finally {
      busy(false);
    }
  }
  submit.addEventListener("click", () => void run());
  cancel.addEventListener("click", () => abort?.abort());
  return {
    element: el(
      "div",
      { class: "runner stack" },
      el("div", { class: "row" }, submit, cancel, status),
      bar,
      problem,
      details,
    ),
    describe,
  };
}
