import * as mupdf from "../../fixtures/mupdf/mupdf.ts";

/** What no file has whose secret is cut. */
const SECRETS = /quv[eé]|zyxo|123456789|2026-11-?28/i;

/** Where MuPDF finds the secret: in a page's text, or in a string, a name or a stream of the file. */
export function leftIn(file: Uint8Array): string[] {
  const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
  const found: string[] = [];
  const see = (where: string, text: string): void => {
    const plain = text.normalize("NFKC").replace(/[\p{Cf}\p{Mn}\xb4]/gu, "");
    if (
      SECRETS.test(plain) ||
      SECRETS.test(plain.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))))
    )
      found.push(`${where}: ${text.slice(0, 80)}`);
  };
  for (let index = 0; index < document.countPages(); index++) {
    see("text", document.loadPage(index).toStructuredText("preserve-whitespace").asText().replace(/\n/g, " "));
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
