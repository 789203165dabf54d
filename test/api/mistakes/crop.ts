import { AREA, CROP, CROP_DATA, json, type Mistake, multipart, PDF, PDF_BASE64 } from "./mistake.ts";

const crop = (cropData: unknown): RequestInit => json({ fileBase64: PDF_BASE64, cropData });
const page = (fields: Record<string, unknown>): RequestInit => crop([{ pageNumber: 1, cropArea: AREA, ...fields }]);
const area = (fields: Record<string, unknown>): RequestInit => page({ cropArea: { ...AREA, ...fields } });

export const crops: Mistake[] = [
  ["no cropData", CROP, multipart({ file: PDF })],
  ["`cropdata` instead of `cropData`", CROP, multipart({ file: PDF, cropdata: CROP_DATA })],
  ["`crop` instead of `cropData`", CROP, multipart({ file: PDF, crop: CROP_DATA })],
  ["one definition without the array, in JSON", CROP, crop({ pageNumber: 1, cropArea: AREA })],
  [
    "one definition without the array in a form, which is a list of one",
    CROP,
    multipart({ file: PDF, cropData: JSON.stringify({ pageNumber: 1, cropArea: AREA }) }),
  ],
  ["cropData as JavaScript's `[object Object]`", CROP, multipart({ file: PDF, cropData: "[object Object]" })],
  ["cropData with single quotes", CROP, multipart({ file: PDF, cropData: "[{'pageNumber': 1}]" })],
  ["an empty cropData", CROP, crop([])],
  ["`page` instead of `pageNumber`", CROP, crop([{ page: 1, cropArea: AREA }])],
  ["x, y, width and height outside cropArea", CROP, crop([{ pageNumber: 1, ...AREA }])],
  ["cropArea as an array", CROP, page({ cropArea: [0, 0, 100, 100] })],
  ["`left` and `bottom` instead of `x` and `y`", CROP, page({ cropArea: { left: 0, bottom: 0, width: 9, height: 9 } })],
  ["numbers in quotes", CROP, area({ width: "100" })],
  ["a unit inside the number", CROP, area({ width: "100mm" })],
  ["the unit in capitals", CROP, area({ unit: "MM" })],
  ["a unit that is not known", CROP, area({ unit: "cm" })],
  ["page 0", CROP, page({ pageNumber: 0 })],
  ["a page beyond the last", CROP, page({ pageNumber: 9 })],
  [
    "one page twice",
    CROP,
    crop([
      { pageNumber: 1, cropArea: AREA },
      { pageNumber: 1, cropArea: AREA },
    ]),
  ],
  ["a width of 0", CROP, area({ width: 0 })],
  ["an area outside the page", CROP, area({ x: 9000 })],
  ["`cropMode: All`", CROP, json({ fileBase64: PDF_BASE64, cropData: JSON.parse(CROP_DATA), cropMode: "All" })],
];
