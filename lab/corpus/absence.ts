import {
  arrayOf,
  dictOf,
  eachText,
  isReference,
  type Json,
  type JsonDict,
  type Listing,
  resolved,
  stringText,
} from "./qpdf-json.ts";

/** Keys whose strings repeat a page's words outside its content: of tags, annotations and fields. */
const SAYING = ["/Alt", "/ActualText", "/E", "/T", "/Contents", "/RC", "/Subj", "/TU", "/TM", "/V", "/DV", "/Opt"];
/** Names of glyphs in a row. */
const GLYPHS = "/CharSet";
/** A word that also stands on a page of the part, or that is shorter, proves nothing. */
const LEAST_WORD = 6;
/** Keys that lead from what belongs to one page to what belongs to others. */
const ELSEWHERE = ["/Parent", "/P", "/B", "/DPart", "/Dest", "/IRT", "/Popup", "/D", "/SD", "/Kids", "/Next", "/Pg"];
const DEEPEST = 64;

/** What the pages of a document hold, found without our engine: by qpdf's reading of the file, and by pdftotext. */
export interface Holdings {
  readonly listing: Listing;
  /** By key and text: the pages of each tag, annotation and field with that text. */
  readonly said: ReadonlyMap<string, readonly ReadonlySet<number>[]>;
  /** By the hash of a form's data: the pages that paint the form. */
  readonly painted: ReadonlyMap<string, ReadonlySet<number>>;
  readonly words: readonly ReadonlySet<string>[];
}

/** `texts` is the output of pdftotext for each page. */
export function holdingsOf(listing: Listing, texts: readonly string[]): Holdings {
  const said = new Map<string, Set<number>[]>();
  collectTags(listing, said);
  collectAnnotations(listing, said);
  return { listing, said, painted: paintedForms(listing), words: texts.map(wordsIn) };
}

/** What a part holds of pages that are not in it, one line for each finding. */
export function foreignIn(
  part: Listing,
  { listing, said, painted, words }: Holdings,
  pages: ReadonlySet<number>,
): string[] {
  const found: string[] = [];
  const isForeign = (holders: readonly ReadonlySet<number>[]) =>
    !holders.some((of) => of.size > 0 && [...of].every((page) => pages.has(page)));
  const own = ownStrings(listing, pages);
  const inside = new Set([...pages].flatMap((page) => [...(words[page] ?? [])]));
  const outside = new Set(words.flatMap((on, page) => (pages.has(page) ? [] : [...on])).filter((w) => !inside.has(w)));
  const describing = describingObjects(part);
  for (const [reference, object] of part.objects) {
    eachText(object, (text, key) => {
      const holders = SAYING.includes(key) ? said.get(`${key} ${text}`) : undefined;
      if (holders !== undefined) {
        if (isForeign(holders)) found.push(`${reference} has ${key} of other pages: ${text.slice(0, 60)}`);
      } else if (!describing.has(reference) && !own.has(text) && key !== GLYPHS) {
        const word = [...wordsIn(text)].find((candidate) => outside.has(candidate));
        if (word !== undefined) found.push(`${reference} has "${word}" of other pages under ${key}`);
      }
    });
    const stream = part.streams.get(reference);
    const by = stream && dictOf(part, object)?.["/Subtype"] === "/Form" ? painted.get(stream.hash) : undefined;
    if (by !== undefined && ![...by].some((page) => pages.has(page))) {
      found.push(`${reference} is a form that only page ${[...by][0]! + 1} paints`);
    }
  }
  return found;
}

function wordsIn(text: string): Set<string> {
  return new Set(text.match(new RegExp(`\\p{L}{${LEAST_WORD},}`, "gu")) ?? []);
}

function note(said: Map<string, Set<number>[]>, dict: JsonDict, pages: Set<number>): void {
  for (const key of SAYING) {
    const text = stringText(dict[key]);
    if (text === undefined || text === "") continue;
    const holders = said.get(`${key} ${text}`);
    if (holders === undefined) said.set(`${key} ${text}`, [pages]);
    else holders.push(pages);
  }
}

/** The words of each structure element, with the pages of its content and of everything below it. */
function collectTags(listing: Listing, said: Map<string, Set<number>[]>): void {
  const pagesOf = new Map<string, Set<number>>();
  const indexOf = new Map(listing.pages.map((reference, index) => [reference, index]));
  const ownerOf = annotationPages(listing);
  const elements = [...listing.objects].filter(([, object]) => isElement(dictOf(listing, object)));
  for (const [reference] of elements) pagesOf.set(reference, new Set());
  for (const [reference, object] of elements) {
    const dict = dictOf(listing, object)!;
    const pages = [
      dict["/Pg"],
      ...arrayOf(listing, asArray(listing, dict["/K"])).flatMap((kid) => contentPages(listing, kid)),
    ];
    for (const page of pages) {
      const index = isReference(page) ? (indexOf.get(page) ?? ownerOf.get(page)) : undefined;
      if (index === undefined) continue;
      let at: Json | undefined = reference;
      for (let level = 0; level < DEEPEST && isReference(at) && pagesOf.has(at); level++) {
        pagesOf.get(at)!.add(index);
        at = dictOf(listing, at)?.["/P"];
      }
    }
  }
  for (const [reference, object] of elements) note(said, dictOf(listing, object)!, pagesOf.get(reference)!);
}

function isElement(dict: JsonDict | undefined): boolean {
  if (dict === undefined) return false;
  return dict["/Type"] === "/StructElem" || (dict["/Type"] === undefined && "/S" in dict && isReference(dict["/P"]));
}

function asArray(listing: Listing, value: Json | undefined): Json {
  return Array.isArray(resolved(listing, value)) ? (value ?? null) : [value ?? null];
}

/** The page of marked content, or the annotation that an object reference names. */
function contentPages(listing: Listing, kid: Json): (Json | undefined)[] {
  const dict = dictOf(listing, kid);
  return dict === undefined || "/S" in dict ? [] : [dict["/Pg"], dict["/Obj"]];
}

function annotationPages(listing: Listing): Map<string, number> {
  const owners = new Map<string, number>();
  for (const [index, page] of listing.pages.entries()) {
    for (const item of arrayOf(listing, dictOf(listing, page)?.["/Annots"]))
      if (isReference(item)) owners.set(item, index);
  }
  return owners;
}

/** The words of annotations and of their fields, separately: a field is on all of its pages. */
function collectAnnotations(listing: Listing, said: Map<string, Set<number>[]>): void {
  for (const [index, page] of listing.pages.entries()) {
    for (const item of arrayOf(listing, dictOf(listing, page)?.["/Annots"])) {
      let dict = dictOf(listing, item);
      for (let level = 0; level < DEEPEST && dict !== undefined; level++) {
        note(said, dict, new Set([index]));
        const popup = dictOf(listing, dict["/Popup"]);
        if (popup !== undefined) note(said, popup, new Set([index]));
        dict = dictOf(listing, dict["/Parent"]);
      }
    }
  }
}

/** Which pages paint which forms, by the names before `Do` in their content. */
function paintedForms(listing: Listing): Map<string, Set<number>> {
  const painted = new Map<string, Set<number>>();
  for (const [index, page] of listing.pages.entries()) {
    const dict = dictOf(listing, page);
    const resources = inheritedResources(listing, dict);
    const contents = dict?.["/Contents"];
    const streams = isReference(contents) && listing.streams.has(contents) ? [contents] : arrayOf(listing, contents);
    const seen = new Set<string>();
    const open: { reference: Json; resources: JsonDict | undefined }[] = streams.map((reference) => ({
      reference,
      resources,
    }));
    for (const item of arrayOf(listing, dict?.["/Annots"])) {
      for (const look of Object.values(dictOf(listing, dictOf(listing, item)?.["/AP"]) ?? {})) {
        const states =
          isReference(look) && listing.streams.has(look) ? [look] : Object.values(dictOf(listing, look) ?? {});
        for (const reference of states) open.push({ reference, resources });
      }
    }
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const stream = isReference(next.reference) ? listing.streams.get(next.reference) : undefined;
      if (stream === undefined || seen.has(next.reference as string)) continue;
      seen.add(next.reference as string);
      const own = dictOf(listing, dictOf(listing, next.reference)?.["/Resources"]) ?? next.resources;
      const pages = painted.get(stream.hash) ?? new Set();
      painted.set(stream.hash, pages.add(index));
      for (const name of Buffer.from(stream.data)
        .toString("latin1")
        .matchAll(/\/([^\s/()<>[\]{}%]+)\s+Do\b/g)) {
        open.push({ reference: dictOf(listing, own?.["/XObject"])?.[`/${name[1]}`] ?? null, resources: own });
      }
    }
  }
  return painted;
}

function inheritedResources(listing: Listing, page: JsonDict | undefined): JsonDict | undefined {
  let node = page;
  for (let level = 0; level < DEEPEST && node !== undefined; level++) {
    if (node["/Resources"] !== undefined) return dictOf(listing, node["/Resources"]);
    node = dictOf(listing, node["/Parent"]);
  }
  return undefined;
}

/** Every string that can be reached from the pages themselves. */
function ownStrings(listing: Listing, pages: ReadonlySet<number>): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open: Json[] = [...pages].map((page) => listing.pages[page] ?? null);
  for (const page of pages) open.push(inheritedResources(listing, dictOf(listing, listing.pages[page])) ?? null);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isReference(next)) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(listing.objects.get(next) ?? null);
    } else if (Array.isArray(next)) open.push(...next);
    else if (typeof next === "object" && next !== null) {
      for (const [key, value] of Object.entries(next)) if (!ELSEWHERE.includes(key)) open.push(value);
    } else {
      const text = stringText(next);
      if (text !== undefined) found.add(text);
    }
  }
  return found;
}

/**
 * What describes the document, or leads to pages by name: information, outline, layers, named destinations, scripts.
 */
function describingObjects(part: Listing): Set<string> {
  const trailer = dictOf(part, part.objects.get("trailer"));
  const root = dictOf(part, trailer?.["/Root"]);
  const found = new Set<string>(["trailer"]);
  if (isReference(trailer?.["/Root"])) found.add(trailer["/Root"]);
  const open: Json[] = [trailer?.["/Info"], trailer?.["/Encrypt"]].map((value) => value ?? null);
  for (const key of [
    "/Outlines",
    "/OCProperties",
    "/PageLabels",
    "/Names",
    "/Dests",
    "/OutputIntents",
    "/ViewerPreferences",
  ]) {
    open.push(root?.[key] ?? null);
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isReference(next)) {
      if (found.has(next) || part.pages.includes(next)) continue;
      found.add(next);
      open.push(part.objects.get(next) ?? null);
    } else if (typeof next === "object" && next !== null) open.push(...Object.values(next));
  }
  return found;
}
