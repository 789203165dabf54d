import { expect, it } from "vitest";
import { callOfCommand } from "../../../scripts/lib/curl-command.ts";
import { samplesOf } from "../../../web/src/samples/samples.ts";

const COMMAND = `curl "$QUIRE/v1/pdf/split?format=binary" \\
  -H "Authorization: Bearer $QUIRE_API_KEY" \\
  -H 'Idempotency-Key: a "b"' \\
  -F file=@book.pdf -F splitMode=ranges -F 'ranges=["1-3","4-"]' -F every=10 -o parts.zip`;

it("a curl command of a guide is the same request in the other languages", () => {
  const call = callOfCommand(COMMAND);
  expect(call).toEqual({
    method: "POST",
    base: "$QUIRE",
    path: "/v1/pdf/split?format=binary",
    secret: "QUIRE_API_KEY",
    headers: { "Idempotency-Key": 'a "b"' },
    form: [
      { name: "file", file: "book.pdf" },
      { name: "splitMode", value: "ranges" },
      { name: "ranges", value: ["1-3", "4-"] },
      { name: "every", value: 10 },
    ],
    saveAs: "parts.zip",
  });
  const texts = new Map(samplesOf(call as never).map(({ language, text }) => [language, text]));
  expect([...texts.keys()]).toEqual(["curl", "TypeScript", "Python", "PHP", "Go"]);
  expect(texts.get("TypeScript")).toContain('quire.split({\n  file: { name: "book.pdf", data: await openAsBlob');
  expect(texts.get("TypeScript")).toContain('{ format: "binary", idempotencyKey: "a \\"b\\"" }');
  expect(texts.get("Python")).toContain('"ranges": json.dumps(["1-3","4-"])');
  expect(texts.get("PHP")).toContain(`'ranges' => '["1-3","4-"]'`);
  expect(texts.get("Go")).toContain('form.WriteField("ranges", `["1-3","4-"]`)');
  expect(texts.get("Python")).toMatch(
    /if not response\.ok:\n {4}raise SystemExit\(response\.text\)[\s\S]*print\("Saved parts\.zip"\)/,
  );
  expect(texts.get("PHP")).toMatch(/>= 400 .*exit\(\$answer[\s\S]*file_put_contents\('parts\.zip', \$answer\)/);
  expect(texts.get("Go")).toMatch(/StatusCode >= 400 \{\n\t\tlog\.Fatal\(string\(answer\)\)[\s\S]*Saved parts\.zip/);
  expect(texts.get("TypeScript")).toContain('console.log("Saved parts.zip");');
  // Read again, the command that was made is the same request.
  const again = callOfCommand(texts.get("curl") ?? "");
  expect(again?.form?.slice(1)).toEqual(call?.form?.slice(1));
});

it("a command that is not understood is shown alone", () => {
  expect(callOfCommand('curl "$QUIRE/v1/limits" | head')).toBeUndefined();
  expect(callOfCommand('curl -sS "$QUIRE/v1/limits"')).toBeUndefined();
  expect(callOfCommand('curl "http://localhost:8080/other"')).toBeUndefined();
  expect(callOfCommand("npm start")).toBeUndefined();
});

it("two parts of one name have no call in PHP", () => {
  const call = callOfCommand('curl "$QUIRE/v1/convert/image-to-pdf" -F file=@a.png -F file=@b.png');
  expect(samplesOf(call as never).map(({ language }) => language)).not.toContain("PHP");
});
