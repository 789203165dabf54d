import {
  CROP,
  CROP_DATA,
  HTML,
  IMAGES,
  json,
  type Mistake,
  multipart,
  PDF,
  PDF_BASE64,
  SPLIT,
  typed,
  urlencoded,
  withHeaders,
} from "./mistake.ts";

/** Parameters of the address, headers, and fields in the wrong place. */
export const parameters: Mistake[] = [
  [
    "`format=binary` as a field of the form",
    SPLIT,
    multipart({ file: PDF, splitMode: "ranges", ranges: '["1"]', format: "binary" }),
  ],
  [
    "`format=binary` as a field of HTML to PDF, where format is the paper",
    HTML,
    json({ html: "<p>Hi", format: "binary" }),
  ],
  ["`?formt=binary`", `${CROP}?formt=binary`, multipart({ file: PDF, cropData: CROP_DATA })],
  ["`?format=pdf`", `${CROP}?format=pdf`, multipart({ file: PDF, cropData: CROP_DATA })],
  ["`?format=JSON`", `${CROP}?format=JSON`, multipart({ file: PDF, cropData: CROP_DATA })],
  ["`format` twice in the address", `${CROP}?format=json&format=binary`, multipart({ file: PDF, cropData: CROP_DATA })],
  ["fields in the address of a POST", `${SPLIT}?splitMode=individual&pageNumbers=1`, multipart({ file: PDF })],
  ["a key in the address beside the right one", `${HTML}?key=qk_1&format=json`, json({ html: "" })],
  [
    "a field that is given twice",
    SPLIT,
    multipart({ file: PDF, splitMode: "ranges", ranges: '["1"]' }, [["splitMode", "ranges"]]),
  ],
  [
    "`ranges[]=1&ranges[]=2`, which is a list",
    SPLIT,
    urlencoded([
      ["fileBase64", PDF_BASE64],
      ["splitMode", "ranges"],
      ["ranges[]", "1"],
      ["ranges[]", "2"],
    ]),
  ],
  [
    "`pageNumbers[0]=3&pageNumbers[1]=1` as PHP writes it, which is a list",
    SPLIT,
    multipart({ file: PDF, splitMode: "individual", "pageNumbers[0]": "3", "pageNumbers[1]": "1" }),
  ],
  ["`ranges[]` beside `ranges`", SPLIT, multipart({ file: PDF, splitMode: "ranges", ranges: "1", "ranges[]": "2" })],
  [
    "`cropData[0][pageNumber]=1` as PHP writes it",
    CROP,
    multipart({ file: PDF, "cropData[0][pageNumber]": "1", "cropData[0][cropArea][x]": "1" }),
  ],
  ["`format[]=A4`", HTML, multipart({ html: "<p>Hi", "format[]": "A4" })],
  ["a JSON member that is given twice", HTML, typed("application/json", '{"html":"a","html":"b"}')],
  ["an Idempotency-Key with a space", HTML, withHeaders(json({ html: "<p>Hi" }), { "Idempotency-Key": "my key" })],
  [
    "unknown fields under Prefer: handling=strict",
    HTML,
    withHeaders(json({ html: "<p>Hi", lanscape: true }), { Prefer: "handling=strict" }),
  ],
  ["`GET /v1/pdf/crop` without filePath", CROP, { method: "GET" }],
  ["`GET /v1/pdf/crop?url=…`", `${CROP}?url=https://example.com/a.pdf`, { method: "GET" }],
  ["images for conversion sent as `-d file=@a.png`", IMAGES, urlencoded({ file: "@a.png" })],
];
