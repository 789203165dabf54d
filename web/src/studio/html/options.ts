import { faultOfWritten, isWritten, parseWritten, type Written } from "./written.ts";

/** One option: its field in the form, and what it adds to a request. */
export interface Option {
  name: string;
  label: string;
  kind: "text" | "lines" | "choice" | "check" | "number" | "members" | Written;
  /** The default of the service. An option that has it is left out of the request. */
  usual: string;
  hint?: string;
  placeholder?: string;
  choices?: readonly (readonly [string, string])[];
  /** For an object: a field for each of its members. The value is held as JSON. */
  members?: readonly Member[];
  /** What is still missing when only some members are given. */
  lacking?: (members: Members) => string | undefined;
}

type Members = Readonly<Record<string, string | number>>;

export interface Member {
  name: string;
  label: string;
  kind: "text" | "number" | "choice" | "color";
  placeholder?: string;
  choices?: readonly (readonly [string, string])[];
}

/** Values that are words as well: `no-preference` is shown as "No preference". */
const words = (...names: string[]) =>
  names.map((name) => [name, name.charAt(0).toUpperCase() + name.slice(1).replace("-", " ")] as const);
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
const written = (name: string, label: string, kind: Written, placeholder: string, hint: string): Option => ({
  name,
  label,
  kind,
  usual: "",
  placeholder,
  hint,
});
const members = (
  name: string,
  label: string,
  list: readonly Member[],
  lacking: NonNullable<Option["lacking"]> = () => undefined,
): Option => ({
  name,
  label,
  kind: "members",
  usual: "",
  members: list,
  lacking,
});
const member = (name: string, label: string, placeholder?: string): Member => ({
  name,
  label,
  kind: "text",
  ...(placeholder === undefined ? {} : { placeholder }),
});
const numeric = (name: string, label: string, placeholder: string): Member => ({
  name,
  label,
  kind: "number",
  placeholder,
});
/** The first value is the default. */
const oneOf = (name: string, label: string, ...values: string[]): Member => ({
  name,
  label,
  kind: "choice",
  choices: words(...values),
});

const POSITIONS = ["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"];
const WATERMARK: readonly Member[] = [
  member("text", "Text", "Draft"),
  member("image", "Picture", "Its address, or the name of an added file"),
  oneOf("position", "Position", ...POSITIONS),
  oneOf("layer", "Layer", "over", "under"),
  member("pages", "Pages", "All"),
  numeric("opacity", "Opacity, 0 to 1", "0.15"),
  numeric("rotation", "Rotation (°)", "-45"),
  { name: "color", label: "Colour", kind: "color" },
  member("fontSize", "Font size", "As large as fits"),
  member("fontFamily", "Font", "sans-serif"),
  member("width", "Width of the picture", "50mm"),
  member("margin", "Distance from the edges", "1cm"),
];

/** All options, in groups. */
export const GROUPS: readonly { title: string; options: readonly Option[] }[] = [
  {
    title: "Paper",
    options: [
      choice("format", "Paper", words("A4", "Letter", "Legal", "Tabloid", "A3", "A5", "A6"), "A4"),
      check("landscape", "Landscape"),
      text("width", "Custom width", { placeholder: "100mm", hint: "Overrides the paper size." }),
      text("height", "Custom height", { placeholder: "150mm" }),
      check("preferCSSPageSize", "Use the document's @page size"),
      check("singlePage", "One page, as tall as the content"),
      check("contents", "A table of contents in front"),
      text("pageRanges", "Only these pages", { placeholder: "1-3, 5, 8-" }),
      { name: "scale", label: "Scale", kind: "number", usual: "1" },
    ],
  },
  {
    title: "Margins and headers",
    options: [
      text("margin", "Margin", { placeholder: "0.4in", hint: "One for all sides, or as CSS: 10mm 20mm." }),
      text("headerTemplate", "Header", { kind: "lines" }),
      text("footerTemplate", "Footer", { kind: "lines" }),
    ],
  },
  {
    title: "Waiting",
    options: [
      choice(
        "waitUntil",
        "Ready when",
        [
          ["settled", "The page has settled"],
          ["load", "The page is loaded"],
          ["domcontentloaded", "The document is parsed"],
          ["networkidle", "The network is quiet"],
        ],
        "settled",
      ),
      text("waitForSelector", "Wait for an element", { placeholder: "#chart svg" }),
      text("waitForExpression", "Wait for an expression", { placeholder: "window.isReady" }),
      { name: "delay", label: "Extra delay (ms)", kind: "number", usual: "0" },
      { name: "timeout", label: "Give up after (ms)", kind: "number", usual: "30000" },
      check("javascript", "Run scripts", true),
    ],
  },
  {
    title: "Look",
    options: [
      check("printBackground", "Print backgrounds", true),
      check("omitBackground", "Omit the default background"),
      check("openDetails", "Open what is folded (details)"),
      choice("media", "Styles for", words("print", "screen"), "print"),
      choice("colorScheme", "Colours", words("light", "dark", "no-preference"), "light"),
      choice("reducedMotion", "Motion", words("no-preference", "reduce"), "no-preference"),
      members("mediaFeatures", "Other media features", [
        oneOf("prefers-contrast", "Contrast", "no-preference", "more", "less", "custom"),
        oneOf("prefers-reduced-transparency", "Transparency", "no-preference", "reduce"),
        oneOf("forced-colors", "Forced colours", "none", "active"),
        oneOf("color-gamut", "Colour gamut", "srgb", "p3", "rec2020"),
      ]),
      text("css", "Extra CSS", { kind: "lines", placeholder: "h1 { color: navy }" }),
      members("viewport", "Window", [
        numeric("width", "Width", "1280"),
        numeric("height", "Height", "720"),
        numeric("deviceScaleFactor", "Device pixel ratio", "1"),
      ]),
      members("watermark", "Watermark", WATERMARK, ({ text, image }) =>
        text === undefined && image === undefined ? "Enter text or a picture." : undefined,
      ),
      text("markdownTemplate", "HTML wrapper for Markdown", { kind: "lines", placeholder: "<main>{{content}}</main>" }),
      written("markdownExtras", "More in Markdown", "list", "emoji, math, mermaid", "Where the text has any."),
    ],
  },
  {
    title: "Access",
    options: [
      text("locale", "Language", { placeholder: "en-US" }),
      text("timezone", "Time zone", { placeholder: "UTC" }),
      text("acceptLanguage", "Accepted languages", { placeholder: "de, en;q=0.8" }),
      text("userAgent", "User agent"),
      written(
        "cookies",
        "Cookies",
        "cookies",
        "session=…",
        "One per line. As JSON they may have an origin and a path.",
      ),
      written("extraHeaders", "Headers for the page's origin", "headers", "Authorization: Bearer …", "One per line."),
      written(
        "originHeaders",
        "Headers for other origins",
        "json",
        '{"https://api.example.com": {"X-Key": "…"}}',
        "As JSON: the headers of each origin.",
      ),
      text("baseUrl", "Base URL of relative links", { placeholder: "https://example.com/" }),
      choice("network", "Network access", words("public", "none"), "public"),
      check("failOnConsoleError", "Fail when a script reports an error"),
      check("failOnResourceError", "Fail when a resource cannot be loaded"),
      written("failOnHttpStatus", "Fail on these HTTP statuses", "list", "404, 5xx", "Empty: 400 and above."),
    ],
  },
  {
    title: "Document",
    options: [
      text("output", "File name", { placeholder: "document.pdf" }),
      members("metadata", "Document properties", [
        member("title", "Title"),
        member("author", "Author"),
        member("subject", "Subject"),
        member("keywords", "Keywords"),
        member("creator", "Creator"),
        member("producer", "Producer"),
        member("language", "Language", "en-GB"),
      ]),
      choice(
        "conformance",
        "Standard for archives or readers",
        [
          ["", "None"],
          ["pdfa-2b", "PDF/A-2b"],
          ["pdfa-2u", "PDF/A-2u"],
          ["pdfa-3b", "PDF/A-3b"],
          ["pdfua-1", "PDF/UA-1"],
        ],
        "",
      ),
      choice(
        "conformanceMode",
        "If the PDF cannot keep it",
        [
          ["require", "Refuse it"],
          ["report", "Say what is in the way"],
        ],
        "require",
      ),
      members("protect", "Protection (AES-256)", [
        member("userPassword", "Password to open it"),
        member("ownerPassword", "Owner's password"),
      ]),
      check("tagged", "Tagged, for screen readers", true),
      check("outline", "Outline from headings", true),
      choice(
        "forms",
        "Form fields",
        [
          ["print", "Printed as they look"],
          ["fields", "Can be filled in"],
        ],
        "print",
      ),
      choice("fallback", "If no browser is available", words("auto", "none"), "auto"),
    ],
  },
];

export const OPTIONS = GROUPS.flatMap(({ options }) => options);

/** What an option adds to a request. */
export function requestValue({ kind, members = [] }: Option, value: string): unknown {
  if (kind === "check") return value === "true";
  if (kind === "number") return numberIn(value);
  if (kind === "members") {
    const isNumber = (name: string) => members.some((member) => member.name === name && member.kind === "number");
    const given = Object.entries(membersOf(value));
    return Object.fromEntries(given.map(([name, one]) => [name, isNumber(name) ? numberIn(String(one)) : one]));
  }
  return isWritten(kind) ? parseWritten(kind, value) : value;
}

/** What is wrong with a value, in words. */
export function faultOf(option: Option, value: string): string | undefined {
  const { kind } = option;
  if (kind === "number") return faultOfNumber(value);
  if (kind === "members") return value === "" ? undefined : faultOfMembers(option, membersOf(value));
  return isWritten(kind) && value.trim() !== "" ? faultOfWritten(kind, value) : undefined;
}

function faultOfMembers({ members = [], lacking }: Option, given: Members): string | undefined {
  const isUnread = (one: unknown) => one !== undefined && faultOfNumber(String(one)) !== undefined;
  const unread = members.find(({ kind, name }) => kind === "number" && isUnread(given[name]));
  return unread ? `${unread.label}: enter a number.` : lacking?.(given);
}

function faultOfNumber(text: string): string | undefined {
  return text.trim() === "" || !Number.isFinite(numberIn(text)) ? "Enter a number." : undefined;
}

/** As people type it, with a point or a comma. */
function numberIn(text: string): number {
  return Number(text.replace(",", "."));
}

export function membersOf(value: string): Members {
  return value === "" ? {} : JSON.parse(value);
}

/** The object with one member changed. All are kept as they are typed. */
export function withMember(value: string, { name }: Member, text: string): string {
  const { [name]: _, ...rest } = membersOf(value);
  const next = text.trim() === "" ? rest : { ...rest, [name]: text };
  return Object.keys(next).length === 0 ? "" : JSON.stringify(next);
}
