import * as z from "zod/mini";
import { documentFields } from "../../../src/html/fields/documents.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { pageLayout } from "../../../src/html/fields/paper.ts";
import { acceptedLanguages, acceptLanguageHeader } from "../../../src/html/fields/place.ts";
import { firstPages, pagesIn } from "../../../src/html/fields/printed-ranges.ts";
import { refusedField } from "../../../src/html/fields/refused-options.ts";
import { HTML_LIMITS, POOL_LIMITS } from "../../../src/html/html-limits.ts";
import { options, type Row, recordedPages, rows } from "./table.ts";

const LAYOUTS = [
  {},
  { format: "letter" },
  { format: "A3", landscape: true },
  { format: "Tabloid", width: "100mm" },
  { width: 300, height: "4in" },
  { width: "20cm", height: "10cm", landscape: true },
  { width: "10cm", height: "20cm", landscape: true },
  { width: "12pt", height: "12pc" },
  { width: "0.01in" },
  { height: 20_000 },
  { margin: 0 },
  { margin: "1cm" },
  { margin: "10mm 2cm" },
  { margin: "1 2 3" },
  { margin: "1in 2in 3in 4in", height: "12in" },
  { margin: { top: 10, left: "1cm" } },
  { margin: { bottom: "5in", top: "7in" } },
  { margin: "4.2in" },
  { margin: "8.3in" },
  { margin: { left: "4in", right: "4.26in" } },
];

const RANGES = [undefined, "1", "1-", "-2", "2-3, 1", " 3 - 4 ,9", "4-2", "0", "5-9", "1-2,2-3", "7-", "-0"];

/** Of each field what a client may send, and what stands for it where nothing is sent. */
const published = (schema: z.core.$ZodType): Row[] => {
  const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, field]) => [
    name,
    () => ({ ...(field as object), description: undefined }),
  ]);
};

recordedPages({
  "options as they are published": () => published(htmlOptions),
  limits: () =>
    [...Object.entries(HTML_LIMITS), ...Object.entries(POOL_LIMITS)].map(([name, most]) => [name, () => most]),
  "fields of documents as they are published": () => published(z.object(documentFields)),
  "paper and margins": () => rows(LAYOUTS, (fields) => pageLayout(options(fields))),
  "chosen pages": () => [
    ...rows(
      RANGES.filter((range) => range !== undefined),
      (range) => [0, 1, 4, 8].map((count) => pagesIn(range, count).join(" ")),
    ),
    ["all", () => pagesIn(undefined, 3)],
    ...RANGES.flatMap((range): Row[] =>
      [1, 3, 6].map((most) => [`${range}, at most ${most}`, () => firstPages(range, most)]),
    ),
  ],
  "languages and clocks": () =>
    rows(
      [
        {},
        { locale: "de-DE" },
        { locale: "fr" },
        { acceptLanguage: "de" },
        { locale: "en-US-u-ca-buddhist" },
        { acceptLanguage: "de-DE, de;q=0.8, en;q=0" },
        { acceptLanguage: "de;q=0.1,en;q=1,fr" },
      ],
      (fields) => [acceptedLanguages(options(fields)), acceptLanguageHeader(options(fields))],
    ),
  "options that are refused": () =>
    rows(
      [
        [["password", "x"]],
        [
          ["password", ""],
          ["user-password", " none "],
        ],
        [["PDF_A", true]],
        [
          ["pdfa", "0"],
          ["sign", 1],
        ],
        [
          ["html", "x"],
          ["blockAds", "true"],
        ],
        [["pdfOptions", { format: "A4", encrypt: { a: 1 } }]],
        [["options", { protection: { userPassword: "x" } }]],
        [["prince-options", null]],
        [["settings", "password"]],
        [["auth", { user: "a" }]],
        [
          ["auth", false],
          ["certificate", undefined],
        ],
      ] as [string, unknown][][],
      (fields) => refusedField(fields),
    ),
});
