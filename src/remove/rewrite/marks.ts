import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { NAME, OBJECT } from "../../pdf-content/syntax/values.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfString } from "../../pdf-file/syntax/objects.ts";
import { writeDict } from "../../pdf-file/syntax/serialise.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { type Mark, nameText } from "./output.ts";
import type { PageWork } from "./work.ts";

/** Entries of a property list that tell nothing of what the content is. */
const BARE_PROPERTIES = ["MCID"];
/** Entries that describe the content, all of it (14.6, 14.8.2.2): its kind, its place, its language, its text. */
const WHOLE_PROPERTIES = ["Type", "Subtype", "Attached", "BBox", "Lang", "ActualText", "Alt", "E"];
const TEXT_PROPERTIES = ["ActualText", "Alt", "E"];
const NOTHING: PdfDict = new Map();

/** BMC and BDC (14.6). */
export const beginMark = (hasProperties: boolean) => (work: PageWork, on: Interpreter) => {
  const { operands } = on;
  const { output, area } = work;
  const last = operands.count - 1;
  const tag = on.nameOperand(hasProperties ? last - 1 : last) ?? "Span";
  const isInline = hasProperties && operands.kind[last] === OBJECT;
  const named = hasProperties && operands.kind[last] === NAME ? (operands.object[last] as string) : undefined;
  const entry = named === undefined ? undefined : on.resources.find("Properties", named);
  const dict = isInline ? on.document.dict(operands.object[last]) : on.document.dict(entry);
  const mark: { -readonly [Key in keyof Mark]: Mark[Key] } = {
    tag,
    mcid: undefined,
    whole: undefined,
    says: false,
    losses: work.all.findings.losses,
    paints: work.all.findings.paints,
    state: "pending",
    at: 0,
    from: 0,
    to: 0,
  };
  const bare = `${nameText(tag)} BMC\n`;
  if (dict === undefined) {
    if (hasProperties && area) work.change();
    return output.beginMark(mark, bare);
  }
  if (tag === "OC") {
    return output.beginMark(mark, () => {
      const copy = work.all.copier.copy(entry ?? dict, "layer");
      return `/OC ${nameText(output.resources.name("Properties", named, copy))} BDC\n`;
    });
  }
  const mcid = on.document.number(dict.get("MCID"));
  mark.mcid = mcid;
  const kept = pick(work, dict, BARE_PROPERTIES);
  // Most property lists have nothing but a number.
  const whole = kept.size < dict.size ? pick(work, dict, WHOLE_PROPERTIES) : NOTHING;
  const known = kept.size + whole.size;
  mark.says = TEXT_PROPERTIES.some((key) => whole.has(key));
  if (area && (named !== undefined || known < dict.size)) work.change();
  const opening = (properties: PdfDict): string =>
    properties.size === 0 ? bare : `${nameText(tag)} ${dictText(properties)}BDC\n`;
  if (whole.size > 0) mark.whole = opening(new Map([...kept, ...whole]));
  // A property list of the resources is written into the content, so that nothing refers to it any more.
  if (named !== undefined && !area) work.change();
  output.beginMark(mark, work.isChecked ? "" : opening(kept));
};

/** EMC: what describes the content, or replaces it, stays when nothing of the content was lost. */
export function endMark(work: PageWork): void {
  const { output, area, owner, all } = work;
  const mark = output.endMark();
  if (!mark) return;
  const isWhole = all.findings.losses === mark.losses;
  const isPainted = all.findings.paints > mark.paints;
  if (mark.mcid !== undefined) {
    if (mark.state !== "written" && area && !work.change()) return;
    all.use.marked(owner, mark.mcid, isPainted || !area, !isWhole || (!isPainted && area !== undefined));
  }
  if (mark.whole === undefined) return;
  if (isWhole && mark.state === "written") output.keepWhole(mark);
  else if (mark.says) {
    all.findings.removed.markedTexts++;
    work.change();
  }
}

/** Entries that say what an artifact is (table 363), and the words for it. */
const ARTIFACTS = new Set(["Type", "Subtype", "Attached"]);
const ARTIFACT_KINDS = new Set([
  ...["Pagination", "Layout", "Page", "Background", "Inline", "Header", "Footer", "Watermark"],
  ...["PageNum", "LineNum", "Bates", "Redaction", "Top", "Bottom", "Left", "Right"],
]);

function isArtifact(value: PdfObject): boolean {
  const words = Array.isArray(value) ? value : [value];
  return words.every((word) => typeof word === "string" && ARTIFACT_KINDS.has(word));
}

function pick(work: PageWork, dict: PdfDict, names: readonly string[]): PdfDict {
  const picked: PdfDict = new Map();
  for (const name of names) {
    const value = work.all.reading.document.resolve(dict.get(name));
    if (ARTIFACTS.has(name) && !isArtifact(value)) continue;
    const isText = value instanceof PdfString;
    const isPlain = typeof value === "number" || typeof value === "string" || Array.isArray(value);
    const copy = isText || isPlain ? work.all.copier.copy(value, isText ? "text" : "name") : null;
    const isHalf = copy instanceof PdfString && TEXT_PROPERTIES.includes(name) && work.all.copier.words?.isHalf(copy);
    if (copy !== null && !isHalf) picked.set(name, copy);
  }
  return picked;
}

const properties = new ByteWriter(256);

function dictText(dict: PdfDict): string {
  properties.clear();
  writeDict(properties, dict);
  return latin1Text(properties.view(), 0, properties.length);
}
