import { isObject } from "../platform/is-object.ts";
import { type FilePlaces, filePlaces } from "./file-places.ts";
import { letters, meant } from "./misspellings.ts";

/** `cropData[2].cropArea.width` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}${text && "."}${String(step)}`),
    "",
  );
}

/** Paths that were sent but are missing from what the schema read. */
export function unknownPaths(sent: unknown, read: unknown, path: PropertyKey[]): PropertyKey[][] {
  if (Array.isArray(sent) && Array.isArray(read)) {
    return sent.slice(0, 100).flatMap((item, index) => unknownPaths(item, read[index], [...path, index]));
  }
  if (!isObject(sent) || !isObject(read)) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    Object.hasOwn(read, name) || value === undefined
      ? unknownPaths(value, read[name], [...path, name])
      : [[...path, name]],
  );
}

/**
 * Other services' names for these fields, reduced to letters. The first field in the list that the operation has is
 * meant.
 */
const OTHER_NAMES: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries({
    file:
      "files image images picture pictures photo photos document doc pdf upload uploads attachment input data " +
      "inputfile",
    fileBase64: "base64 filedata filecontent content pdfbase64 base64content",
    url: "uri link href src address website page pageurl fileurl pdfurl inputurl source",
    urls: "url uri link links imageurl imageurls fileurl",
    images: "base64 filebase64 imagebase64 imagesbase64 filedata imagedata",
    html: "content body markup text htmlcontent source template rawhtml",
    cropData: "crop crops croparea cropareas areas area box boxes rect regions",
    cropMode: "mode applyto applytoall allpages",
    cropArea: "area box rect rectangle crop region bbox",
    pageNumber: "page pageno pageindex number index",
    x: "left x0 offsetx",
    y: "bottom y0 top offsety",
    width: "w right x1",
    height: "h y1",
    unit: "units",
    text: "words texts search terms keywords phrases strings",
    patterns: "types entities categories",
    areas: "boxes box regions region rects rect redactions cropdata",
    area: "croparea box rect rectangle region bbox",
    words: "exact wholeword wholewords",
    contains: "text search term phrase value query",
    regex: "pattern expression re",
    dryRun: "preview test simulate",
    mark: "fill overlay color",
    splitMode: "mode type method",
    ranges: "range pageranges pagerange parts",
    pageNumbers: "pages pagenumber page numbers",
    every: "everyn chunksize pagesperfile interval",
    bookmarkLevel: "bookmarks outlinelevel splitbybookmarks",
    pageSize: "format size paper papersize pageformat papertype",
    format: "pagesize size paper papersize pageformat",
    margin: "margins margintop marginbottom marginleft marginright padding border",
    fontSize: "size textsize",
    number: "numbers pagenumbers pagenumber numbering bates",
    color: "colour fontcolor textcolor fill",
    backgroundColor: "background bgcolor bg color backgroundcolour",
    fitMode: "fit objectfit scaling resize mode",
    imageOrder: "order rotation rotate rotations orders",
    order: "position index sequence",
    rotation: "rotate angle degrees",
    name: "filename file image",
    landscape: "orientation",
    headerTemplate: "header headerhtml displayheaderfooter",
    footerTemplate: "footer footerhtml",
    pageRanges: "pages ranges pagerange",
    media: "mediatype emulatemedia emulatemediatype",
    waitForSelector: "waitfor selector",
    waitUntil: "wait waitfornetworkidle",
    delay: "waitfortimeout sleep renderdelay waittime",
    javascript: "js enablejavascript disablejavascript scripts",
    printBackground: "background backgrounds printbackgrounds",
    extraHeaders: "headers httpheaders extrahttpheaders",
    css: "style styles stylesheet addstyletag",
    password: "pass pwd userpassword ownerpassword openpassword",
    output: "filename name outputname outputfilename",
    fileName: "output name outputname outputfilename",
    fileNamePattern: "filename name pattern naming output",
    filePath: "url path file link",
  }).map(([field, names]) => [field, names.split(" ")]),
);

/** The known field that an unknown name probably means: a misspelling, or another service's name. */
export function meantField(name: string, known: readonly string[]): string | undefined {
  const plain = letters(name);
  const same = known.find((candidate) => letters(candidate) === plain);
  return same ?? known.find((candidate) => OTHER_NAMES[candidate]?.includes(plain)) ?? meant(name, known);
}

/** How a field was sent, as far as advice depends on it. */
export interface FieldPlace extends FilePlaces {
  encoding: "multipart" | "urlencoded" | "query" | "json" | "agent";
  /** Fields of the operation, files included; or the members of the object that holds the field. */
  known: readonly string[];
  /** The operation's path, where it has an answer as a file. */
  binaryPath: string | undefined;
}

/** Something in a request that nothing reads. */
export interface Ignored {
  /** Such as `Unknown field "margn"`. */
  what: string;
  /** What was probably meant; ends the sentence. */
  advice: string;
}

/** A warning says that it was ignored; a refusal says only what is wrong. */
export const asWarning = ({ what, advice }: Ignored): string => `${what} was ignored${advice}`;
export const asFault = ({ what, advice }: Ignored): string => `${what}${advice}`;

/** Says that a field is not known, with what was probably meant. `value` is what it holds. */
export function unknownField(path: string, value: unknown, place: FieldPlace): Ignored {
  const { known, binaryPath, encoding } = place;
  if (known.includes(path)) return { what: `Field "${path}"`, advice: `: ${fileAsText(place)}` };
  const unknown = `Unknown field "${path.slice(0, 200)}"`;
  const members = Object.keys(membersOf(value));
  const inside = members.filter((member) => known.includes(member));
  if (inside.length > members.length / 2) {
    const verb = inside.length === 1 ? "belongs" : "belong";
    return { what: unknown, advice: `: ${listed(inside)} ${verb} at the top level, not inside it.` };
  }
  // As PHP writes structures: cropData[0][pageNumber].
  const [, structure = ""] = /^(\w+)\[.*[a-z]/i.exec(path) ?? [];
  if (known.includes(structure) && encoding !== "json") {
    return { what: unknown, advice: `: send "${structure}" as JSON text (in PHP json_encode writes it).` };
  }
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (name === "format" && path === name && binaryPath !== undefined) {
    const inAddress = `it belongs in the address: POST ${binaryPath}?format=binary`;
    const advice = `: ${encoding === "agent" ? "the answer to a tool is always a link" : inAddress}.`;
    return { what: `Field "format"`, advice };
  }
  return { what: unknown, advice: didYouMean(meantField(name, known)) };
}

/** What an object holds, or the JSON text of one. */
function membersOf(value: unknown): object {
  if (typeof value !== "string") return isObject(value) ? value : {};
  if (!value.trimStart().startsWith("{")) return {};
  try {
    return JSON.parse(value) as object;
  } catch {
    // Text that only begins like JSON has no members.
    return {};
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => `"${name}"`);
  const more = names.length > shown.length ? ["others"] : [];
  return [...shown, ...more].join(", ").replace(/, (?=[^,]*$)/, " and ");
}

/** The end of the sentence. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "." : `; did you mean "${near}"?`;
}

/** Advice to clients that send a file where only text is read. */
function fileAsText({ encoding, base64Fields, base64List, known }: FieldPlace): string {
  if (encoding === "urlencoded") {
    return "a file is uploaded as a part of multipart/form-data (with curl: -F file=@NAME instead of -d).";
  }
  if (encoding === "agent") {
    const field = known.find((name) => name === "url" || name === "urls");
    return `a tool takes no files; send the file's address as "${field}" (create_upload gives one).`;
  }
  if (encoding === "multipart") {
    return 'it was sent as a file: send its text, or a file as the part "file" (with curl: -F file=@NAME).';
  }
  const instead = [
    ...filePlaces({ base64Fields, base64List }),
    ...(known.includes("html") ? ['as text in "html"'] : []),
    ...["url", "urls"].filter((field) => known.includes(field)).map((field) => `by its address in "${field}"`),
  ];
  return `files come as parts of multipart/form-data; in JSON ${instead.join(" or ")}.`;
}
