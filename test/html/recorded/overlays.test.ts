import * as z from "zod/mini";
import { documentFields, type Mark } from "../../../src/html/fields/documents.ts";
import { isPrintedApart, letterhead, letterheadOptions } from "../../../src/html/overlays/letterhead.ts";
import { distinct, overlayOptions, type PageSize } from "../../../src/html/overlays/overlay-page.ts";
import { watermarks } from "../../../src/html/overlays/watermark.ts";
import { options, recordedPages, rows } from "./table.ts";

const SIZES: PageSize[] = [
  [595, 842],
  [842, 595],
  [595.04, 842],
  [595.06, 842],
  [200, 100],
];

const MARKS = [
  { text: "Draft" },
  { text: 'A <b>&"\ntwo', position: "top-left", fontSize: "12pt", color: "red", margin: "3mm" },
  { text: "x".repeat(100), position: "bottom" },
  { text: "Low", layer: "under", rotation: 0, opacity: 0.5, pages: "2-" },
  { text: "Side", position: "right", fontFamily: "Open Sans, serif" },
  { image: "stamp.png", position: "top-right" },
  { image: 'a"b.png', width: "50%", rotation: 90, pages: "1,9" },
  { image: "data:image/png;base64,AA==", position: "bottom-left", margin: "0", opacity: 0 },
];

recordedPages({
  "marks on pages": () => [
    ...rows(MARKS, (mark) => watermarks([z.parse(documentFields.watermark as never, mark) as Mark], SIZES.slice(0, 3))),
    ["sizes", () => distinct(SIZES)],
    [
      "all",
      () =>
        watermarks(
          MARKS.map((mark) => z.parse(documentFields.watermark as never, mark) as Mark),
          SIZES,
        ).laid,
    ],
  ],
  letterheads: () => [
    ["three of six pages", () => letterhead('<R&D> "x"', { first: 2, total: 6, sizes: SIZES.slice(0, 3) })],
    [
      "options",
      () =>
        letterheadOptions(
          options({ headerTemplate: "h", margin: "1in", locale: "de", landscape: true, scale: 0.5 }),
          { first: 0, total: 2, sizes: SIZES.slice(0, 1) },
          7,
        ),
    ],
    ["options of marks", () => overlayOptions(options({ userAgent: "x", network: "none", scale: 2, tagged: true }), 9)],
    ...rows(
      [{ headerTemplate: "pageNumber" }, { footerTemplate: "totalPages" }, { headerTemplate: "title" }],
      (fields) => isPrintedApart(options(fields), true),
    ),
  ],
});
