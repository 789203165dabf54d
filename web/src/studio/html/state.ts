import { computed, signal } from "@preact/signals";
import { measuresIn } from "../../format.ts";
import { addressesIn, areAllThere } from "../addresses.ts";
import type { PdfView } from "../document/viewer.ts";
import { fieldProblems } from "../job.ts";
import type { Made } from "../parts/made.ts";
import { Work } from "../work.ts";
import { INVOICE, MINUTES } from "./examples.ts";
import { faultOf, OPTIONS, type Option, requestValue } from "./options.ts";

export type Source = "html" | "markdown" | "url" | "file";

export const source = signal<Source>("html");
export const html = signal(INVOICE);
export const markdown = signal(MINUTES);
/** Addresses, one on each line; several become one PDF. */
export const url = signal("");
export const files = signal<readonly File[]>([]);
/** Files that the documents refer to: pictures, style sheets, fonts. */
export const assets = signal<readonly File[]>([]);
const { paper } = measuresIn(navigator.language);
export const values = signal<Readonly<Record<string, string>>>(paper === "A4" ? {} : { format: paper });
export const search = signal("");

/** The preview, and why there is none. */
export const preview = signal<PdfView | undefined>(undefined);
export const previewing = signal(false);
export const previewProblem = signal<string | undefined>(undefined);
export const result = signal<Made | undefined>(undefined);

/** Options that may hold a secret are neither part of a shared link nor kept. */
const SECRET = ["extraHeaders", "originHeaders", "cookies"];

export function withoutSecrets(options: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !SECRET.includes(name)));
}

const made = { source, html, markdown, url, files, assets, values };
export const work = new Work(made, (all) => ({ ...all, values: withoutSecrets(values.value) }));

export function textOf(option: Option): string {
  return values.value[option.name] ?? option.usual;
}

export function setOption(name: string, value: string): void {
  values.value = { ...values.value, [name]: value };
}

/** Options that differ from the default. */
export const changed = computed(() =>
  OPTIONS.filter((option) => textOf(option) !== option.usual && textOf(option).trim() !== ""),
);

export const optionFaults = computed<Record<string, string>>(() =>
  Object.fromEntries(
    OPTIONS.flatMap((option) => {
      const fault = faultOf(option, textOf(option));
      return fault === undefined ? [] : [[option.name, fault]];
    }),
  ),
);

/** What is printed. An address alone in the editor is printed as an address. */
export const kind = computed<Source>(() =>
  source.value === "html" && /^\s*(https?:\/\/|www\.)\S+\s*$/i.test(html.value) ? "url" : source.value,
);

export const sourceFault = computed<string | undefined>(() => {
  switch (kind.value) {
    case "url":
      return areAllThere(addresses()) ? undefined : "Enter an address, such as www.example.com.";
    case "file":
      return files.value.length > 0 ? undefined : "Choose a file.";
    default:
      return (kind.value === "html" ? html : markdown).value.trim() === "" ? "Enter some text." : undefined;
  }
});

/** Why nothing can be printed now. */
export const whyNot = computed<string | undefined>(() => {
  if (sourceFault.value !== undefined) return sourceFault.value;
  const faulty = OPTIONS.filter(({ name }) => (optionFaults.value[name] ?? fieldProblems.value[name]) !== undefined);
  return faulty.length === 0 ? undefined : `Correct first: ${faulty.map(({ label }) => label).join(", ")}.`;
});

function addresses(): (string | undefined)[] {
  return addressesIn((source.value === "html" ? html : url).value);
}

/** The fields of the request; invalid ones are left out. */
export const fields = computed<Record<string, unknown>>(() => {
  const given: Record<string, unknown> = {};
  if (kind.value === "html") given.html = html.value;
  else if (kind.value === "markdown") given.markdown = markdown.value;
  else if (kind.value === "url") {
    const list = addresses();
    if (list.length === 1) given.url = list[0];
    else given.urls = list;
  }
  for (const option of changed.value) {
    if (optionFaults.value[option.name] === undefined) given[option.name] = requestValue(option, textOf(option));
  }
  return given;
});
