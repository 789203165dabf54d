import type { AssemblePdfRequest, CallOptions } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { type Opened, opened } from "../document/opened.ts";
import type { Maker } from "../engine/here.ts";
import { runHere } from "../job.ts";
import { linkFrom } from "../parts/copy-link.tsx";
import { finishingField } from "../parts/finishing.ts";
import { openMade } from "../parts/made.ts";
import { numberAsked, stampAsked } from "./marks-state.ts";
import { orderOf } from "./order.ts";
import * as state from "./state.ts";

interface Source {
  name: string;
  password: string | undefined;
  file: () => Promise<File>;
}

/** The files of the board in the order of the request. */
function sources(document: Opened): Source[] {
  return state.inUse.value.map((id) => {
    if (id === 0) return { name: document.name, password: document.password, file: () => fileOf(document) };
    const { name, file } = state.added.value.find((one) => one.id === id) as state.Added;
    return { name, password: state.views.value.get(id)?.password, file: async () => file };
  });
}

/** A document with an address was fetched to be shown, and what is shown is what is worked on. */
async function fileOf({ source, name, pdf }: Opened): Promise<File> {
  if (source instanceof File) return source;
  return new File([(await pdf.getData()) as Uint8Array<ArrayBuffer>], name, { type: "application/pdf" });
}

function settings(document: Opened, all: readonly Source[]): Omit<AssemblePdfRequest, "file" | "urls"> {
  const isProtected = all.some(({ password }) => password !== undefined);
  return {
    order: orderOf(state.leaves.value, state.inUse.value),
    // The outline of one document stays as it is.
    ...(all.length === 1 ? { outline: "flat" } : {}),
    ...(isProtected ? { documents: all.map(({ password }) => (password === undefined ? {} : { password })) } : {}),
    ...(numberAsked.value && { number: numberAsked.value }),
    ...(stampAsked.value && { stamp: stampAsked.value }),
    ...state.finishing.fields(),
    fileName: `${document.name.replace(/\.pdf$/i, "")}-organized.pdf`,
  };
}

export function described(): Described | undefined {
  const document = opened.value;
  if (!document || state.inUse.value.length === 0) return undefined;
  const all = sources(document);
  const { documents, ...fields } = settings(document, all);
  // Code is often copied and shared, and a password is not.
  const shown = documents?.map(({ password }) => (password === undefined ? {} : { password: "…" }));
  return {
    path: "/v1/pdf/assemble",
    files: { file: all.map(({ name }) => name) },
    fields: { ...fields, ...(shown && { documents: shown }) },
  };
}

/** What the service says of a text is said beside it. */
const FIELDS = ["number.format", "number.prefix", "stamp.text"];

export async function assemble(): Promise<void> {
  const document = opened.value;
  const call = described();
  if (!document || !call || !state.finishing.isReady()) return;
  const count = plural(state.leaves.value.length, "page");
  const all = sources(document);
  const fields = settings(document, all);
  const files = await Promise.all(all.map(async ({ name, file }) => ({ name, data: await file() })));
  const send = (by: Maker, options: CallOptions) =>
    by.assemble({ ...fields, file: files } as AssemblePdfRequest, options);
  await runHere({
    working: `Binding ${count}`,
    send,
    async receive(answer, signal) {
      const notes = [...state.finishing.notes(answer), ...answer.notes, ...(answer.warnings ?? [])];
      const password = state.finishing.passwordOf();
      const title = `${count} bound`;
      const again = linkFrom(files, send);
      state.result.value = await openMade(answer, { title, notes, page: 1, call, again, password }, signal);
      state.work.finish();
      announce(title);
    },
    fieldOf: (field) => FIELDS.find((one) => one === field) ?? finishingField(field),
  });
}
