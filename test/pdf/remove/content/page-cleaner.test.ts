import { expect, it } from "vitest";
import { Meter } from "../../../../src/pdf/content/meter.ts";
import { startReading } from "../../../../src/pdf/content/read-page.ts";
import { openPdf } from "../../../../src/pdf/open.ts";
import { Cleaner } from "../../../../src/pdf/remove/content/cleaner.ts";
import { ContentUse } from "../../../../src/pdf/remove/content/content-use.ts";
import { cleanPage } from "../../../../src/pdf/remove/content/page-cleaner.ts";
import { Copier } from "../../../../src/pdf/remove/copy/copier.ts";
import { FontShelf } from "../../../../src/pdf/remove/fonts/font-shelf.ts";
import { ImageCutter } from "../../../../src/pdf/remove/images/image-cutter.ts";
import { NewFile } from "../../../../src/pdf/remove/new-file.ts";
import { Findings } from "../../../../src/pdf/remove/report.ts";
import { Witness } from "../../../../src/pdf/remove/verify/witness.ts";
import { build } from "../files.ts";

/** Cleans a page that may have so many operators; whether it was written anew. */
function cleaned(content: string, pageOperators: number): boolean {
  const document = openPdf(build({ content }));
  const reading = startReading(document, new Meter({ pageOperators }), () => {});
  const file = new NewFile(document);
  const findings = new Findings("refuse");
  const copier = new Copier(document, file);
  const cleaner = new Cleaner({
    reading,
    copier,
    fonts: new FontShelf(reading, file),
    images: new ImageCutter(reading, copier, findings),
    findings,
    use: new ContentUse(),
    keepsEdge: true,
  });
  const page = document.page(0);
  findings.beginPage(1, true);
  const [contents, resources] = [page.dict.get("Contents"), page.attribute("Resources")];
  return cleanPage(cleaner, contents, resources, [100, 100, 300, 300], "page 0", new Witness(reading)).isChanged;
}

/** A content costs as much as so many operators before it has any. */
const ENTERED = 41;
const INSIDE = "150 150 9 9 re f ".repeat(10);
const OUTSIDE = "10 10 9 9 re f ";

it("a page that is checked and then written anew has the operators of a whole page for each", () => {
  expect(cleaned(INSIDE, ENTERED + 20)).toBe(false);
  expect(() => cleaned(INSIDE, ENTERED + 19)).toThrow("more than 60 operators");
  expect(cleaned(INSIDE + OUTSIDE, ENTERED + 22)).toBe(true);
  expect(() => cleaned(INSIDE + OUTSIDE, ENTERED + 21)).toThrow("more than 62 operators");
  expect(() => cleaned(OUTSIDE + INSIDE, ENTERED + 21)).toThrow("more than 62 operators");
});
