import { el } from "../../dom.ts";
import { choice, type Field, field, textField } from "../../form.ts";

/** A field of the form, and what it adds to a request. */
interface Option {
  field: Field;
  /** What is as the service takes it anyway is left out. */
  usual: string;
  /** How the text goes into the request; as it is where nothing is said. */
  value?: (text: string) => unknown;
}

const words = (...names: string[]): [string, string][] => names.map((name) => [name, name]);

/** Options by their names in the interface, in groups that the form shows together. */
export function optionGroups(): { title: string; options: Record<string, Option> }[] {
  return [
    {
      title: "Header and footer",
      options: {
        headerTemplate: { usual: "", field: textField("Header (HTML)", { rows: 2, spellcheck: "false" }) },
        footerTemplate: {
          usual: "",
          field: textField("Footer (HTML)", {
            rows: 2,
            spellcheck: "false",
            placeholder: '<span class="pageNumber"></span>',
          }),
        },
      },
    },
    {
      title: "Who looks at the page",
      options: {
        locale: { usual: "", field: field("Language", { placeholder: "en-US" }, "Such as de-DE.") },
        timezone: { usual: "", field: field("Time zone", { placeholder: "UTC" }, "Such as Europe/Berlin.") },
        colorScheme: {
          usual: "light",
          field: choice("Colour scheme", words("light", "dark", "no-preference"), "light"),
        },
        reducedMotion: {
          usual: "no-preference",
          field: choice("Motion", words("no-preference", "reduce"), "no-preference"),
        },
        contrast: {
          usual: "no-preference",
          field: choice("Contrast", words("no-preference", "more", "less", "custom"), "no-preference"),
        },
        forcedColors: { usual: "none", field: choice("Forced colours", words("none", "active"), "none") },
        geolocation: {
          usual: "",
          field: field("Place", { placeholder: "52.52, 13.40" }, "Latitude and longitude, for pages that ask."),
          value: place,
        },
      },
    },
    {
      title: "Requests and faults",
      options: {
        extraHeaders: json("Headers for the page's origin", '{"Authorization": "Bearer …"}'),
        originHeaders: json("Headers for other origins", '{"https://api.example.com": {"X-Key": "…"}}'),
        cookies: json("Cookies", '[{"name": "session", "value": "…"}]'),
        failOnHttpStatus: json("Refuse pages of these statuses", '[404, "5xx"]'),
        failOnResourceError: json("Refuse pages that lack something", "true"),
      },
    },
    {
      title: "File",
      options: {
        output: { usual: "", field: field("File name", { placeholder: "document.pdf" }) },
        pageRanges: { usual: "", field: field("Pages", { placeholder: "1-3, 5, 8-" }) },
        markdownTemplate: {
          usual: "",
          field: textField("Template for Markdown (HTML)", {
            rows: 2,
            spellcheck: "false",
            placeholder: "<title>{{title}}</title>{{content}}",
          }),
        },
      },
    },
  ];
}

export function optionDetails(group: { title: string; options: Record<string, Option> }): HTMLElement {
  const elements = Object.values(group.options).map(({ field: { element } }) => element);
  return el("details", {}, el("summary", {}, group.title), el("div", { class: "stack" }, ...elements));
}

/** What the options add to a request. */
export function chosen(options: Record<string, Option>): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, { field: own, usual, value = (text: string) => text }] of Object.entries(options)) {
    const text = own.input.value.trim();
    if (text !== usual && text !== "") given[name] = value(text);
  }
  return given;
}

function json(label: string, placeholder: string): Option {
  const own = textField(label, { rows: 1, spellcheck: "false", placeholder }, "As JSON.");
  return { field: own, usual: "", value: parsed };
}

/** JSON where it is some; else the text, of which the service says what is wrong. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function place(text: string): unknown {
  const [latitude, longitude] = text.split(",").map(Number);
  return { latitude, longitude };
}
