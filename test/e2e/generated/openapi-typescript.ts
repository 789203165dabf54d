import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript-5";

/** Types of a document; a file, which the tool takes for text, as its own guide says. */
const [from, to] = process.argv.slice(2) as [string, string];
const blob = ts.factory.createTypeReferenceNode("Blob");
const ast = await openapiTS(await readFile(from, "utf8"), {
  transform: (schema) => (schema.format === "binary" ? (blob as never) : undefined),
});
await writeFile(to, astToString(ast));
