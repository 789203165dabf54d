import * as mupdf from "../fixtures/mupdf/mupdf.ts";

const plainly = (text: string): string => text.normalize("NFKC").replace(/[\p{Cf}\p{Mn}\xb4]/gu, "");

/** Where MuPDF finds a secret: in the text of a page, or in a string, a name or a stream of the file. */
export function leftIn(file: Uint8Array, secret: RegExp): string[] {
  const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
  const found: string[] = [];
  const see = (where: string, text: string): void => {
    const decoded = text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
      return Buffer.from(codes.replaceAll("%", ""), "hex").toString("utf8");
    });
    if ([text, decoded].some((one) => secret.test(plainly(one)))) found.push(`${where}: ${text.slice(0, 80)}`);
  };
  for (let index = 0; index < document.countPages(); index++) {
    const page = document.loadPage(index);
    see("text", page.toStructuredText("preserve-whitespace").asText().replace(/\n/g, " "));
    page.destroy();
  }
  const look = (object: mupdf.PDFObject, depth: number): void => {
    if (depth > 20) return;
    if (object.isString()) {
      see("a string", object.asString());
      see("bytes", Buffer.from(object.asByteString()).toString("latin1"));
    } else if (object.isName()) see("a name", object.asName());
    else if (object.isArray() || object.isDictionary()) {
      object.forEach((item, key) => {
        if (typeof key === "string") see("a key", key);
        if (!item.isIndirect()) look(item, depth + 1);
      });
    }
  };
  for (let number = 1; number < document.countObjects(); number++) {
    const object = document.newIndirect(number);
    look(object.resolve(), 0);
    if (!object.isStream()) continue;
    const data = Buffer.from(object.readStream().asUint8Array());
    see("a stream", data.toString("latin1"));
    see("a stream", data.toString("utf8"));
  }
  document.destroy();
  return found;
}
