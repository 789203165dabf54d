import { expect, it } from "vitest";
import { performed } from "../../src/api/in-page.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { assemble } from "../../src/api/operations/assemble.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

it("an operation in a page refuses an address by its field: nothing is fetched there", async () => {
  const blob = new Blob([pdf(pagesOf(1)) as Uint8Array<ArrayBuffer>]);
  const answered = await performed(
    assemble as unknown as DescribedOperation,
    {
      operation: "assemble",
      fields: { stamp: { url: "https://example.com/logo.png" } },
      files: [{ field: "file", name: "a.pdf", blob }],
    },
    { begins: () => undefined, signal: new AbortController().signal },
  );
  expect(answered).toMatchObject({ error: { code: "INVALID_INPUT", field: "stamp.url" } });
});
