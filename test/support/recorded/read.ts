import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { INHERITABLE } from "../../../src/pdf-file/structure/page-tree.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { text } from "../../fixtures/pdf.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { shown } from "./canonical.ts";
import { digest } from "./digest.ts";

/** Every object as it is read, where its bytes lie, the page tree. */
export function read({ file, password }: Sample): string {
  const document = openPdf(file, { password });
  const lines = [...tree(document)];
  for (let number = 0; number <= document.size; number++) lines.push(...objectLines(document, number));
  const { rebuilt, newestSection, size, trailer } = document;
  const { start, style } = newestSection ?? {};
  lines.push(`rebuilt ${rebuilt} ${style} ${start === undefined ? "" : at(document.bytes, start)} ${size}`);
  lines.push(shown(new Map([...trailer].filter(([key]) => !/^(Prev|XRefStm)$/.test(key)))));
  return lines.join("\n");
}

function objectLines(document: PdfDocument, number: number): string[] {
  const object = document.get(number);
  const kind = document.xref.kindOf(number);
  const lines = [`${number} ${kind} ${document.xref.extra[number]} ${shown(object)}`];
  if (object instanceof PdfStream) lines.push(attempt(() => digest(document.streamData(object))));
  lines.push(
    attempt(() => {
      const span = document.rawSpan(number);
      if (!span) return "nowhere";
      const bytes = span.kind === "file" ? document.bytes : span.bytes;
      return `${span.kind} ${at(bytes, span.start)} to ${text(bytes.subarray(Math.max(0, span.end - 8), span.end))}`;
    }),
    attempt(() => {
      const body = document.bodyOf(number);
      return body ? `${body.generation} ${at(body.bytes, body.start)}` : "no body";
    }),
  );
  return lines;
}

function* tree(document: PdfDocument): Generator<string> {
  for (let index = 0; index < document.pageCount; index++) {
    const { ref, parent, kid } = document.pages.leaf(index);
    yield `page ${index + 1} ${shown(ref)} is kid ${kid} of ${shown(parent.ref)} ${shown(parent.inherited)}`;
    const page = document.page(index);
    yield shown([page.dict, ...INHERITABLE.map((name) => page.attribute(name))]);
  }
  for (const [{ ref }, { pages, kids }] of document.pages.miscounted) {
    yield `${shown(ref)} has ${pages} pages, and of its kids ${[...kids]}`;
  }
  yield `${document.pages.missing}`;
}

/** What stands at an offset: offsets themselves depend on how well the machine's zlib deflates. */
function at(bytes: Uint8Array, offset: number): string {
  return text(bytes.subarray(offset, offset + 9));
}

function attempt(what: () => string): string {
  try {
    return what();
  } catch (error) {
    if (error instanceof PdfProblem) return `${error.kind}: ${error.message}`;
    throw error;
  }
}
