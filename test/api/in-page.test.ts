import { expect, it } from "vitest";
import { performed } from "../../src/api/in-page.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { assemble } from "../../src/api/operations/assemble.ts";
import { Work } from "../../src/meter/work.ts";
import { many, onePage } from "../fixtures/hostile/page.ts";
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

it("a check of the finished PDF is charged to the request, like all that it asks for", async () => {
  const blob = new Blob([onePage(many(10_000, "q Q ")) as Uint8Array<ArrayBuffer>]);
  const steps = async (fields: Record<string, unknown>) => {
    const work = new Work(blob.size);
    const { signal } = new AbortController();
    const asked = { operation: "assemble", fields, files: [{ field: "file", name: "a.pdf", blob }] };
    await performed(assemble as unknown as DescribedOperation, asked, { begins: () => undefined, signal, work });
    return work.used.steps;
  };
  const least = await steps({});
  // Each of 20,000 operators takes more than a tenth of a step.
  expect(await steps({ conformance: "pdfa-2b", conformanceMode: "report" })).toBeGreaterThan(least + 2000);
});
