import { json, type Mistake, multipart, PDF, PDF_BASE64, SPLIT, urlencoded } from "./mistake.ts";

const split = (fields: Record<string, unknown>): RequestInit => json({ fileBase64: PDF_BASE64, ...fields });

export const splits: Mistake[] = [
  ["no splitMode", SPLIT, split({ ranges: ["1"] })],
  ["`mode` instead of `splitMode`", SPLIT, split({ mode: "ranges", ranges: ["1"] })],
  ["`splitMode: range`", SPLIT, split({ splitMode: "range", ranges: ["1"] })],
  ["no ranges", SPLIT, split({ splitMode: "ranges" })],
  ["`range` instead of `ranges`", SPLIT, split({ splitMode: "ranges", range: ["1"] })],
  ["`ranges` as text in JSON", SPLIT, split({ splitMode: "ranges", ranges: "1-3" })],
  [
    "`ranges=1-3` in a form, which is a list of one",
    `${SPLIT}`,
    multipart({ file: PDF, splitMode: "ranges", ranges: "1-3" }),
  ],
  [
    "`pageNumbers=1&pageNumbers=2` in a form, which is a list",
    SPLIT,
    multipart({ file: PDF, splitMode: "individual" }, [
      ["pageNumbers", "1"],
      ["pageNumbers", "2"],
    ]),
  ],
  [
    "`pageNumbers=1,3` in a form, which is a list",
    SPLIT,
    multipart({ file: PDF, splitMode: "individual", pageNumbers: "1,3" }),
  ],
  ["`ranges=[1-3]` in a form", SPLIT, multipart({ file: PDF, splitMode: "ranges", ranges: "[1-3]" })],
  ["ranges as pairs of numbers", SPLIT, split({ splitMode: "ranges", ranges: [[1, 3]] })],
  ["`1:3`", SPLIT, split({ splitMode: "ranges", ranges: ["1:3"] })],
  ["`3-1`", SPLIT, split({ splitMode: "ranges", ranges: ["3-1"] })],
  ["`0-2`", SPLIT, split({ splitMode: "ranges", ranges: ["0-2"] })],
  ["a range beyond the last page", SPLIT, split({ splitMode: "ranges", ranges: ["1-9"] })],
  ["`pages` instead of `pageNumbers`", SPLIT, split({ splitMode: "individual", pages: [1] })],
  ["page numbers in quotes, in JSON", SPLIT, split({ splitMode: "individual", pageNumbers: ["1"] })],
  ["an empty list of page numbers", SPLIT, split({ splitMode: "individual", pageNumbers: [] })],
  ["pageNumbers with splitMode ranges", SPLIT, split({ splitMode: "ranges", pageNumbers: [1] })],
  ["ranges and every together", SPLIT, split({ splitMode: "ranges", ranges: ["1"], every: 2 })],
  [
    "a PDF sent with `-d fileBase64=…` and a mode that is misspelt",
    SPLIT,
    urlencoded({ fileBase64: PDF_BASE64, splitmode: "individual", pageNumbers: "[1]" }),
  ],
];
