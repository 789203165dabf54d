import { computed, signal } from "@preact/signals";
import type { PdfView } from "../document/viewer.ts";
import type { Made } from "../parts/result.tsx";
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
export const values = signal<Readonly<Record<string, string>>>({});
export const search = signal("");

/** The preview, and why there is none. */
export const preview = signal<PdfView | undefined>(undefined);
export const previewing = signal(false);
export const previewProblem = signal<string | undefined>(undefined);
export const result = signal<Made | undefined>(undefined);

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
  source.value === "html" && /^\s*https?:\/\/\S+\s*$/.test(html.value) ? "url" : source.value,
);

export const sourceFault = computed<string | undefined>(() => {
  switch (kind.value) {
    case "url":
      return addresses().length > 0 && addresses().every((address) => /^https?:\/\/\S+$/.test(address))
        ? undefined
        : "Enter an address that begins with https://.";
    case "file":
      return files.value.length > 0 ? undefined : "Choose a file.";
    default:
      return (kind.value === "html" ? html : markdown).value.trim() === "" ? "Enter some text." : undefined;
  }
});

function addresses(): string[] {
  return (source.value === "html" ? html : url).value.split(/\s+/).filter((line) => line !== "");
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
