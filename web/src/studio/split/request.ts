import type { SplitPdfRequest } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { sizeFault } from "../check-size.ts";
import { describedSource, passwordOf, sourceOf } from "../crop/request.ts";
import { opened } from "../document/opened.ts";
import { run } from "../job.ts";
import { linesOf } from "./parts.ts";
import * as state from "./state.ts";

function settings(): Omit<SplitPdfRequest, "file" | "url"> {
  const pattern = state.pattern.value.trim();
  const common = {
    ...(pattern === "" ? {} : { fileNamePattern: pattern }),
    ...(state.fileNames.value.length === 0 ? {} : { fileNames: state.fileNames.value }),
    ...passwordOf(opened.value),
  };
  switch (state.way.value) {
    case "cuts":
      return { splitMode: "ranges", ranges: linesOf(state.rangesText.value), ...common };
    case "every":
      return { splitMode: "ranges", every: Number(state.every.value), ...common };
    case "bookmarks":
      return { splitMode: "ranges", bookmarkLevel: Number(state.level.value), ...common };
    case "size":
      return { splitMode: "ranges", maxSize: state.sizeInBytes() ?? 0, ...common };
    default:
      return {
        splitMode: "individual",
        pageNumbers: state.parts.value.map(({ pages }) => pages[0] as number),
        ...common,
      };
  }
}

export function described(): Described | undefined {
  const document = opened.value;
  if (!document) return undefined;
  const { files, fields } = describedSource(document);
  return { path: "/v1/pdf/split", files, fields: { ...fields, ...settings() } };
}

/** Fields of the request by the field of the form that holds them. */
const FIELDS: Record<string, string> = {
  ranges: "ranges",
  pageNumbers: "ranges",
  every: "every",
  bookmarkLevel: "level",
  maxSize: "size",
  fileNamePattern: "pattern",
};

export async function split(): Promise<void> {
  const document = opened.value;
  const call = described();
  if (!document || !call || sizeFault(document.source) !== undefined) return;
  await run({
    working: `Making ${plural(state.parts.value.length, "file")}`,
    send: (quire, options) => quire.split({ ...sourceOf(document), ...settings() } as SplitPdfRequest, options),
    async receive(answer) {
      state.result.value = { answer, call };
      state.work.finish();
      announce(`${plural(answer.files.length, "file")} made.`);
    },
    fieldOf: (field) => FIELDS[field.replace(/[[.].*$/, "")],
  });
}
