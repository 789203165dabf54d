import { type DescribedOperation, toolName } from "../api/operation.ts";
import { CREATE_UPLOAD, UPLOAD_BYTES } from "../api/uploads.ts";
import { isObject } from "../platform/is-object.ts";
import { type Json, jsonSchema } from "./openapi-answers.ts";

/** One tool, as tools/list shows it to a model. */
interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: unknown;
  outputSchema: unknown;
  annotations: Record<string, boolean>;
}

/** What a model needs to know beyond the schema; an operation without an entry is described as in the documentation. */
const DESCRIPTIONS: Record<string, string> = {
  "crop-pdf":
    "Crops pages of the PDF at `url` to rectangles and returns downloadUrl, a link to the new PDF. Coordinates start at the bottom-left corner of the page as displayed; units are pt (72 to an inch), px, mm or in. Get page sizes from inspect_pdf first. What is outside is hidden, not deleted, unless the arguments say otherwise.",
  "inspect-pdf":
    "Tells how many pages the PDF at `url` has and how large each is, in the coordinates that crop_pdf uses. Makes no file. Long documents come in steps: pass `next` as `from`.",
  "split-pdf":
    'Cuts the PDF at `url` into several. With splitMode "ranges" give ranges such as ["1-3", "4-"], a file each; with "individual" give pageNumbers. Returns a link for each part in files, and zipDownloadUrl for all.',
  "assemble-pdf":
    'Joins the PDFs and images at `urls` into one PDF in that order (merge). With `documents` instead, each with url, choose `pages` such as "3,1-2" or "!4" and `rotate`; one document alone is reordered, turned or shortened. `number` writes page or Bates numbers, `stamp` lays texts and images on pages. Returns downloadUrl.',
  "redact-pdf":
    "Cuts words and areas out of the PDF at `url` for good. Call it with dryRun true first, show the findings, then call it again without; returns downloadUrl.",
  "image-to-pdf":
    "Makes one PDF of the images at `urls`, a page each, in that order, and returns downloadUrl. To turn images give `images` instead, each with url and rotation. Images that could not be used are named in failures.",
  "html-to-pdf": "Prints the HTML in `html`, or the public web page at `url`, in a browser, and returns downloadUrl.",
};

const upload: Tool = {
  name: CREATE_UPLOAD,
  title: "Upload a file",
  description:
    "For a file on the user's machine: returns uploadUrl and url. Put the file's bytes to uploadUrl with one HTTP PUT (as the shell command in `command` does), then pass url to another tool. Both work for one hour; nothing is uploaded by this call itself.",
  inputSchema: {
    type: "object",
    properties: {
      fileName: { type: "string", description: "Its name, such as report.pdf." },
      bytes: { type: "integer", minimum: 1, maximum: UPLOAD_BYTES, description: "Its exact size in bytes." },
    },
    required: ["fileName", "bytes"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: Object.fromEntries(
      ["uploadUrl", "url", "expiresAt", "command"].map((name) => [name, { type: "string" }]),
    ),
    required: ["uploadUrl", "url", "expiresAt", "command"],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
};

/** Only operations that take a body are tools. What GET can do, one of them can do as well. */
export function toolsOf(operations: readonly DescribedOperation[]): Tool[] {
  return [...operations.filter(({ method }) => method === "POST").map(toolOf), upload];
}

/** What guards the service, and tells a model nothing: a refusal says it when it matters. */
const GUARDS = [
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "propertyNames",
];

/**
 * A model reads the whole list before it does anything, so the schemas say no more than it needs. An agent names files
 * by their addresses.
 */
function forAgents(schema: Json): Json {
  const members = Object.entries(schema).filter(
    ([name, value]) =>
      !(GUARDS.includes(name) || isBase64(value) || value === Number.MAX_SAFE_INTEGER || isLeftOut(name, value)),
  );
  return Object.fromEntries(members.map(([name, value]) => [name, plain(withoutSpare(value))]));
}

/** Agents send JSON. */
const OF_FORMS = " In multipart a JSON string.";

function plain(value: unknown): unknown {
  if (typeof value === "string") return value.replace(OF_FORMS, "");
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? forAgents(value) : value;
}

/** New passwords are for people to choose, files are named by addresses only, and what is rare takes room. */
const LEFT_OUT = ["protect", "attachments", "conformanceMode", "textLayer", "existing", "ocr"];

/** How an image becomes a page is for image_to_pdf to say. */
const OF_IMAGES: Record<string, readonly string[]> = { "assemble-pdf": ["pageSize", "margin", "fitMode"] };

function withoutOthers(schema: Json, names: readonly string[]): Json {
  const properties = Object.entries(schema.properties as Json).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isLeftOut(name: string, value: unknown): boolean {
  return LEFT_OUT.includes(name) && isObject(value);
}

/**
 * That null removes an entry is said once, in the description of all of them. Of one thing or a list of such, a model
 * needs the list, and of margins as text or side by side the text.
 */
function withoutSpare(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.anyOf)) return value;
  const { anyOf, ...rest } = value;
  const branches = (anyOf as unknown[]).filter(isObject);
  const listed = branches.map(({ items }) => JSON.stringify(items));
  const kept = branches.filter((one) => one.type !== "null" && !listed.includes(JSON.stringify(one)) && !isSides(one));
  return kept.length === 1 ? { ...rest, ...kept[0] } : { ...rest, anyOf: kept };
}

function isSides({ properties }: Json): boolean {
  return isObject(properties) && "top" in properties;
}

function isBase64(value: unknown): boolean {
  return isObject(value) && value.contentEncoding === "base64";
}

/** What an answer has, by names and types: what it means, a model reads in the answer itself. */
function shapeOf({ properties, required }: Json): Json {
  const types = Object.entries(properties as Record<string, Json>)
    .filter(([name]) => !LEFT_OUT.includes(name))
    .map(([name, { type }]) => [name, type === undefined ? {} : { type }] as const);
  return { type: "object", properties: Object.fromEntries(types), required };
}

function toolOf({ id, summary, description, fields, result, binaryType }: DescribedOperation): Tool {
  return {
    name: toolName(id),
    title: summary,
    description: DESCRIPTIONS[id] ?? description,
    inputSchema: forAgents(withoutOthers(jsonSchema(fields, "input"), OF_IMAGES[id] ?? [])),
    outputSchema: shapeOf(jsonSchema(result, "output")),
    annotations: {
      readOnlyHint: binaryType === null,
      ...(binaryType === null ? {} : { destructiveHint: false }),
      idempotentHint: true,
      openWorldHint: true,
    },
  };
}
