import { JPEG, json, multipart, PDF, PDF_BASE64, SPLIT, typed, urlencoded } from "../mistakes/mistake.ts";
import { type Asked, recordedAnswers } from "./table.ts";

const LEAST = { fileBase64: PDF_BASE64, splitMode: "ranges", ranges: ["1"] };
const split = (more: object = {}) => json({ ...LEAST, ...more });
const FORM = "multipart/form-data; boundary=b";
const part = (head: string, body: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const MODE = part('name="splitMode"', "ranges") + part('name="ranges"', '["1"]');
const FILE = part('name="file"; filename="a.pdf"', Buffer.from(PDF[1]).toString("latin1"));
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1")) as Uint8Array<ArrayBuffer>;
const raw = (body: string, type = FORM) => typed(type, latin1(body));

function* requests(path: string, rows: Record<string, RequestInit>): Iterable<Asked> {
  for (const [name, init] of Object.entries(rows)) yield { name, path, init };
}

recordedAnswers({
  "bodies that are forms": () =>
    requests(SPLIT, {
      "as curl sends it": multipart({ file: PDF, splitMode: "ranges", ranges: '["1"]' }),
      "written by hand": raw(`${FILE}${MODE}--b--\r\n`),
      "with text before and after": raw(`before\r\n${FILE}${MODE}--b--\r\nafter`),
      "with an end of line after the last boundary missing": raw(`${FILE}${MODE}--b--`),
      "with line feeds alone": raw(`${FILE}${MODE}--b--`.replaceAll("\r\n", "\n")),
      "without an end": raw(`${FILE}${MODE}`),
      "cut off in a part": raw(FILE),
      "cut off in a head": raw("--b\r\nContent-Disposition: form-data"),
      "without a boundary": raw("x", "multipart/form-data"),
      "with a boundary that does not come": raw("--c\r\n\r\n--c--"),
      "with a boundary in quotes": raw(`${FILE}${MODE}--b--`, 'multipart/form-data; charset=utf-8; boundary="b"'),
      "with a boundary that is too long": raw("x", `multipart/form-data; boundary=${"b".repeat(71)}`),
      "with no part": raw("--b--\r\n"),
      "with a part without a name": raw(`${part("x=1", "y")}${FILE}${MODE}--b--`),
      "with a part of another disposition": raw(`--b\r\nContent-Disposition: inline\r\n\r\nx\r\n${FILE}${MODE}--b--`),
      "with a part without a head": raw(`--b\r\n\r\nx\r\n${FILE}${MODE}--b--`),
      "with a name of RFC 5987": raw(`${FILE.replace('filename="a.pdf"', "filename*=utf-8''%C3%84.pdf")}${MODE}--b--`),
      "with escaped quotes in a name": raw(`${FILE.replace("a.pdf", 'a\\"b.pdf')}${MODE}--b--`),
      "with a path as a name": raw(`${FILE.replace("a.pdf", "C:\\\\x\\\\a.pdf")}${MODE}--b--`),
      "with a file of base64": raw(`${part('name="fileBase64"', PDF_BASE64)}${MODE}--b--`),
      "with a file as text": raw(`${part('name="file"', "report.pdf")}${MODE}--b--`),
      "with a file in a field": raw(`${part('name="splitMode"; filename="x"', "ranges")}${FILE}--b--`),
      "with two files": raw(`${FILE}${FILE}${MODE}--b--`),
      "with a field twice": raw(`${FILE}${MODE}${part('name="splitMode"', "individual")}--b--`),
      "with a list as repeated fields": raw(`${FILE}${MODE}${part('name="ranges"', "2")}--b--`),
      "of many fields": raw(`${part('name="x"', "1").repeat(300)}${FILE}${MODE}--b--`),
      "with a transfer encoding": raw(
        `${FILE.replace("\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n")}${MODE}--b--`,
      ),
      urlencoded: urlencoded({ ...LEAST, ranges: '["1"]' }),
      "urlencoded, a list": urlencoded([...Object.entries({ ...LEAST, ranges: "1" }), ["ranges", "2"]]),
      "urlencoded, spaces and signs": raw(
        `splitMode=ran%67es&ranges=+1+-%202&fileBase64=${encodeURIComponent(PDF_BASE64)}`,
        "application/x-www-form-urlencoded",
      ),
      "urlencoded, base64 with bare signs": raw(
        `splitMode=ranges&ranges=1&fileBase64=${PDF_BASE64}`,
        "application/x-www-form-urlencoded",
      ),
      "urlencoded, broken escapes": raw("splitMode=%&ranges=%zz&=x&&a", "application/x-www-form-urlencoded"),
      "urlencoded, nothing": raw("", "application/x-www-form-urlencoded"),
    }),
  "bodies that are JSON": () => {
    const text = JSON.stringify(LEAST);
    const sent = (body: string, type = "application/json") => typed(type, body);
    return requests(SPLIT, {
      "as it is written": sent(text),
      "with spaces": sent(JSON.stringify(LEAST, undefined, "\t")),
      "with a mark at its beginning": sent(`\ufeff${text}`),
      "with a charset": sent(text, "application/json; charset=utf-8"),
      "of a kind of its own": sent(text, "application/vnd.example+json"),
      "of no kind": sent(text, "text/plain"),
      nothing: sent(""),
      spaces: sent("  "),
      "a list": sent("[1]"),
      "a text": sent('"x"'),
      null: sent("null"),
      "cut off": sent(text.slice(0, -1)),
      "cut off in the file": sent(text.slice(0, 40)),
      "with something behind it": sent(`${text} x`),
      "with a comma too many": sent(text.replace(/}$/, ",}")),
      "with single quotes": sent("{'splitMode': 'ranges'}"),
      "with a name twice": sent(text.replace("{", '{"splitMode":"individual",')),
      "with the file twice": sent(text.replace("{", `{"fileBase64":"${PDF_BASE64}",`)),
      "with escapes": sent(text.replace('"ranges"', '"r\\u0061nges"').replace("splitMode", "split\\u004dode")),
      "with escapes in the file": sent(text.replaceAll("/", "\\/")),
      "with a broken escape": sent(text.replace("ranges", "r\\anges")),
      "with a line break in a text": sent(text.replace("ranges", "ran\nges")),
      "with a file of another alphabet": sent(text.replaceAll("+", "-").replaceAll("/", "_")),
      "with a file in lines": split({ fileBase64: PDF_BASE64.replaceAll(/.{76}/g, "$&\r\n") }),
      "with a file without padding": split({ fileBase64: PDF_BASE64.replaceAll("=", "") }),
      "with a file of too much padding": split({ fileBase64: `${PDF_BASE64}====` }),
      "with padding in the middle": split({ fileBase64: `QQ==${PDF_BASE64}` }),
      "with a file as a data URL": split({ fileBase64: `data:application/pdf;base64,${PDF_BASE64}` }),
      "with an empty file": split({ fileBase64: "" }),
      "with a file that is null": split({ fileBase64: null }),
      "with a file that is a number": split({ fileBase64: 7 }),
      "with a file of one letter": split({ fileBase64: "Q" }),
      "numbers of every form": sent(text.replace(/}$/, ',"a":[0,-0,1e3,-1.5E-2,01]}')),
      "a number that is none": sent(text.replace(/}$/, ',"a":-}')),
      deep: sent(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`),
      "with words that are none": sent(text.replace(/}$/, ',"a":nul}')),
      "with words": sent(text.replace(/}$/, ',"a":[true,false,null]}')),
      "with __proto__": sent(text.replace("{", '{"__proto__":{"x":1},')),
      "raw bytes": typed("application/pdf", PDF[1] as Uint8Array<ArrayBuffer>),
      "an image": typed("image/jpeg", JPEG[1] as Uint8Array<ArrayBuffer>),
    });
  },
});
