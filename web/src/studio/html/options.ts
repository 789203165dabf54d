/** One option of the form: how it is asked for, and what it adds to a request. */
export interface Option {
  name: string;
  label: string;
  kind: "text" | "lines" | "choice" | "check" | "number" | "json";
  /** What is as the service takes it anyway is left out of the request. */
  usual: string;
  hint?: string;
  placeholder?: string;
  choices?: readonly (readonly [string, string])[];
}

const words = (...names: string[]) => names.map((name) => [name, name] as const);
const text = (name: string, label: string, more: Partial<Option> = {}): Option => ({
  name,
  label,
  kind: "text",
  usual: "",
  ...more,
});
const choice = (name: string, label: string, choices: Option["choices"] & object, usual: string): Option => ({
  name,
  label,
  kind: "choice",
  usual,
  choices,
});
const check = (name: string, label: string, isOn = false): Option => ({
  name,
  label,
  kind: "check",
  usual: String(isOn),
});
const json = (name: string, label: string, placeholder: string): Option => ({
  name,
  label,
  kind: "json",
  usual: "",
  placeholder,
  hint: "As JSON.",
});

/** All options, in the groups that a person looks for them in. */
export const GROUPS: readonly { title: string; options: readonly Option[] }[] = [
  {
    title: "Paper",
    options: [
      choice("format", "Paper", words("A4", "Letter", "Legal", "Tabloid", "A3", "A5", "A6"), "A4"),
      check("landscape", "Landscape"),
      text("width", "Own width", { placeholder: "100mm", hint: "Goes before the paper." }),
      text("height", "Own height", { placeholder: "150mm" }),
      check("preferCSSPageSize", "Let the document's @page size decide"),
      check("singlePage", "One page, as tall as the content"),
      text("pageRanges", "Only these pages", { placeholder: "1-3, 5, 8-" }),
      { name: "scale", label: "Scale", kind: "number", usual: "1" },
    ],
  },
  {
    title: "Margins and headers",
    options: [
      text("margin", "Margin", { placeholder: "0.4in", hint: "One for all sides, or as CSS: 10mm 20mm." }),
      text("headerTemplate", "Header (HTML)", { kind: "lines" }),
      text("footerTemplate", "Footer (HTML)", {
        kind: "lines",
        hint: "Elements of the classes pageNumber, totalPages, title, date and url are filled in.",
      }),
    ],
  },
  {
    title: "Waiting",
    options: [
      choice(
        "waitUntil",
        "Ready when",
        [
          ["settled", "Nothing moves any more"],
          ["load", "The page is loaded"],
          ["domcontentloaded", "The document is read"],
          ["networkidle", "The network is quiet"],
        ],
        "settled",
      ),
      text("waitForSelector", "Wait for an element", { placeholder: "#chart svg" }),
      text("waitForExpression", "Wait for an expression", { placeholder: "window.isReady" }),
      { name: "delay", label: "Wait further (ms)", kind: "number", usual: "0" },
      { name: "timeout", label: "Give up after (ms)", kind: "number", usual: "30000" },
      check("javascript", "Run scripts", true),
    ],
  },
  {
    title: "Look",
    options: [
      check("printBackground", "Print backgrounds", true),
      check("omitBackground", "No ground under dark pages"),
      choice("media", "Styles for", words("print", "screen"), "print"),
      choice("colorScheme", "Colours", words("light", "dark", "no-preference"), "light"),
      choice("reducedMotion", "Motion", words("no-preference", "reduce"), "no-preference"),
      choice("contrast", "Contrast", words("no-preference", "more", "less", "custom"), "no-preference"),
      choice("forcedColors", "Forced colours", words("none", "active"), "none"),
      text("css", "Further CSS", { kind: "lines", placeholder: "h1 { color: navy }" }),
      json("viewport", "Window", '{"width": 1280, "height": 720}'),
      json("watermark", "Watermark", '{"text": "Draft"}'),
      text("markdownTemplate", "HTML around Markdown", { kind: "lines", placeholder: "<main>{{content}}</main>" }),
    ],
  },
  {
    title: "Access",
    options: [
      text("locale", "Language", { placeholder: "en-US" }),
      text("timezone", "Time zone", { placeholder: "UTC" }),
      text("acceptLanguage", "Languages asked for", { placeholder: "de, en;q=0.8" }),
      text("userAgent", "User agent"),
      json("geolocation", "Place", '{"latitude": 52.5, "longitude": 13.4}'),
      json("cookies", "Cookies", '[{"name": "session", "value": "…"}]'),
      json("extraHeaders", "Headers for the page's origin", '{"Authorization": "Bearer …"}'),
      json("originHeaders", "Headers for other origins", '{"https://api.example.com": {"X-Key": "…"}}'),
      text("baseUrl", "Address of relative links", { placeholder: "https://example.com/" }),
      choice("network", "May load", words("public", "none"), "public"),
      check("failOnConsoleError", "Refuse when a script fails"),
      json("failOnResourceError", "Refuse when something is lacking", "true"),
      json("failOnHttpStatus", "Refuse these statuses", '[404, "5xx"]'),
    ],
  },
  {
    title: "Document",
    options: [
      text("output", "File name", { placeholder: "document.pdf" }),
      json("metadata", "Information", '{"title": "Invoice 42", "author": "…"}'),
      check("tagged", "Tagged, for screen readers", true),
      check("outline", "Outline of the headings", true),
      choice("fallback", "Without a browser", words("auto", "none"), "auto"),
    ],
  },
];

export const OPTIONS = GROUPS.flatMap(({ options }) => options);

/** What an option adds to a request. */
export function requestValue({ kind }: Option, value: string): unknown {
  if (kind === "check") return value === "true";
  if (kind === "number") return Number(value);
  return kind === "json" ? JSON.parse(value) : value;
}

/** What is wrong with a value, in words. */
export function faultOf({ kind }: Option, value: string): string | undefined {
  if (kind === "number" && (value.trim() === "" || !Number.isFinite(Number(value)))) return "Enter a number.";
  if (kind !== "json" || value.trim() === "") return undefined;
  try {
    JSON.parse(value);
    return undefined;
  } catch {
    return "This is not JSON yet.";
  }
}

/** Headers and footers to begin with. */
export const TEMPLATES: readonly { label: string; html: string }[] = [
  { label: "None", html: "" },
  { label: "Page number", html: footer('<span class="pageNumber"></span>') },
  { label: "Page number of all", html: footer('<span class="pageNumber"></span> / <span class="totalPages"></span>') },
  {
    label: "Title and page number",
    html: footer('<span class="title"></span> · <span class="pageNumber"></span>'),
  },
];

function footer(inner: string): string {
  return `<div style="font: 9px sans-serif; width: 100%; text-align: center">${inner}</div>`;
}
