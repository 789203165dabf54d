import { Holding, type Work } from "../../meter/work.ts";
import { type Matrix, multiply } from "../../pdf-content/matrix.ts";
import type { ResourceKind } from "../../pdf-content/resources.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { withoutMark } from "../../platform/map-key.ts";
import { factor } from "../numbers.ts";

/** The text state as it was last written (9.3.1). */
export interface TextState {
  readonly font: string;
  readonly fontSize: number;
  readonly charSpace: number;
  readonly wordSpace: number;
  readonly scale: number;
  readonly rise: number;
  readonly textMode: number;
}

export const PAGE_TEXT_STATE: TextState = {
  font: "",
  fontSize: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  rise: 0,
  textMode: 0,
};

type Text = string | (() => string);

/** Something that is written only when something is painted after it. */
interface Pending {
  readonly write: Text;
  readonly mark?: Mark;
  /** Of a transformation. */
  readonly matrix?: Matrix;
  /** What is set where it is written. */
  readonly settings?: readonly Setting[];
  /** Of a q. */
  readonly save?: Save;
}

/** In place of something that is not needed any more. */
const NOTHING: Pending = { write: "" };

/** Something that sets parameters of the graphics state: bits of `PARAMETERS`. */
interface Setting {
  readonly write: Text;
  readonly parameters: number;
  /** Of a setting that was written. */
  text: string | undefined;
}

interface Save {
  /** Whether the q is already written. */
  isWritten: boolean;
  /** Its place in the pending output, and that of the last transformation before it. */
  readonly at: number;
  readonly transformed: number;
  readonly text: TextState | undefined;
  readonly hasText: boolean;
  readonly settings: readonly Setting[];
  /** What the new content had set when the q was written. */
  written: readonly Setting[];
}

/** An open sequence of marked content (14.6). */
export interface Mark {
  readonly tag: string;
  readonly mcid: number | undefined;
  /** How it begins when nothing of it is lost, if that differs from how it begins otherwise. */
  readonly whole: string | undefined;
  /** Whether it has text that replaces its content. */
  readonly says: boolean;
  /** The counts of lost and painted things when it began. */
  readonly losses: number;
  readonly paints: number;
  state: "pending" | "written" | "gone";
  /** Its place in the pending output. */
  at: number;
  from: number;
  to: number;
}

/** Writers whose content is finished: what was written is used before the next content is begun. */
const spare: ByteWriter[] = [];
const MAX_SPARE = 4;
const SPARE_BYTES = 1 << 18;
/** What a state that is saved, or a mark that is open, takes with what was set or held back since. */
const SAVED_BYTES = 512;
const MARK_BYTES = 256;
/** What a name of a resource takes, a dictionary of its own, and each entry or item. */
const NAME_BYTES = 160;
const DICT_BYTES = 240;
const ITEM_BYTES = 32;

/**
 * Writes a content stream again. Operators that only change the state are held back until something is painted, so that
 * those without effect leave no trace.
 */
export class ContentOutput {
  readonly resources: NewResources;
  textState: TextState | undefined;
  readonly #out: ByteWriter;
  #pending: Pending[] = [];
  /** How many of these, from the first on, are marks. */
  #marksOnly = 0;
  /** The place of the last transformation to which another one may be added; -1 when there is none. */
  #transformed = -1;
  /** What is set here, in order, and what of it the new content has set. */
  #settings: readonly Setting[] = [];
  #written: readonly Setting[] = [];
  /** Whether nothing was set since something was painted. */
  #isSettled = true;
  readonly #saves: Save[] = [];
  readonly #marks: Mark[] = [];
  readonly #patches: { from: number; to: number; text: string }[] = [];
  /** Whether BT has not occurred, is held back, or is written. */
  #text: "none" | "pending" | "written" = "none";
  /** The place of a BT that is held back. */
  #textAt = -1;
  /** While the content is only checked for changes, only resources are made. */
  readonly #isChecked: boolean;
  readonly #work: Work;

  constructor(isChecked: boolean, work: Work) {
    this.#isChecked = isChecked;
    this.#work = work;
    this.resources = new NewResources(work);
    this.#out = isChecked ? new ByteWriter(0) : (spare.pop() ?? new ByteWriter(1 << 12));
    this.#out.clear();
  }

  get isEmpty(): boolean {
    return this.#out.length === 0;
  }

  get isInText(): boolean {
    return this.#text !== "none";
  }

  /** Sets parameters for the next things that are painted. Nothing is written of what is set again before that. */
  set(parameters: number, write: Text): void {
    // The check of a content stream looks for every resource that the content names.
    if (!this.#isChecked) {
      this.#settings = withSetting(this.#settings, { write, parameters, text: undefined });
      this.#isSettled = false;
    } else if (typeof write !== "string") this.#pending.push({ write });
  }

  /** Changes the state at this place for the next things that are painted: a clip, a soft mask. */
  place(write: Text, parameters = 0): void {
    if (parameters > 0) this.set(parameters, write);
    if (this.#isChecked) return;
    this.#pending.push(parameters > 0 ? { write: "", settings: this.#settings } : { write });
    this.#transformed = -1;
  }

  /** Transforms the next things that are painted. Two in a row become one, which tells nothing of what was between. */
  transform(matrix: Matrix): void {
    if (this.#isChecked) return;
    const earlier = this.#pending[this.#transformed]?.matrix;
    if (earlier) this.#pending[this.#transformed] = transformation(multiply(matrix, earlier));
    else this.#transformed = this.#pending.push(transformation(matrix)) - 1;
  }

  #put(text: string): void {
    if (!this.#isChecked) this.#out.text(text);
  }

  /** Writes the operators that were held back, and then this operation. */
  paint(operation: string): void {
    this.#flush();
    this.#put(operation);
  }

  /** Writes the operators that were held back, and gives the writer for this operation. */
  painting(): ByteWriter {
    this.#flush();
    return this.#out;
  }

  bytes(data: Uint8Array): void {
    if (!this.#isChecked) this.#out.copy(data);
  }

  #flush(): void {
    if (this.#isSettled && this.#pending.length === 0) return;
    const pending = this.#pending;
    const out = this.#out;
    this.#pending = [];
    this.#marksOnly = 0;
    this.#transformed = -1;
    this.#isSettled = true;
    for (const { write, mark, settings, save } of pending) {
      if (settings) this.#settle(settings);
      // What is set again before anything is painted need not be set outside either.
      if (save) this.#settle(save.settings.filter((setting) => this.#settings.includes(setting)));
      const from = out.length;
      this.#put(typeof write === "string" ? write : write());
      if (save) save.written = this.#written;
      if (mark) {
        mark.state = "written";
        mark.from = from;
        mark.to = out.length;
      }
    }
    this.#settle(this.#settings);
    const saves = this.#saves;
    for (let i = saves.length - 1; i >= 0 && !saves[i]!.isWritten; i--) saves[i]!.isWritten = true;
    if (this.#text === "pending") this.#text = "written";
  }

  /** Writes those settings that the new content does not have. */
  #settle(settings: readonly Setting[]): void {
    if (settings === this.#written) return;
    let fresh = 0;
    for (const setting of settings) {
      if ((setting.parameters & fresh) === 0 && this.#written.includes(setting)) continue;
      setting.text ??= typeof setting.write === "string" ? setting.write : setting.write();
      this.#put(setting.text);
      this.#written = withSetting(this.#written, setting);
      fresh |= setting.parameters;
    }
  }

  save(): void {
    this.#work.hold(SAVED_BYTES);
    const { textState: text, isInText: hasText } = this;
    const save: Save = {
      isWritten: false,
      at: this.#pending.length,
      transformed: this.#transformed,
      text,
      hasText,
      settings: this.#settings,
      written: this.#written,
    };
    this.#saves.push(save);
    if (!this.#isChecked) this.#pending.push({ write: "q\n", save });
    this.#transformed = -1;
  }

  restore(): void {
    const save = this.#saves.pop();
    if (!save) return;
    this.#work.letGo(SAVED_BYTES);
    this.textState = save.text;
    this.#settings = save.settings;
    this.#isSettled = false;
    if (save.isWritten) {
      this.#written = save.written;
      this.#keepMarks();
      if (this.#text === "pending") this.#text = "none";
      this.#put("Q\n");
      return;
    }
    for (const { mark } of this.#pending.splice(save.at)) if (mark) mark.state = "gone";
    this.#transformed = save.transformed;
    if (this.#textAt >= save.at) this.#textAt = -1;
    if (this.#text === "pending" && !save.hasText) this.#text = "none";
  }

  /** Only marks remain after the Q. */
  #keepMarks(): void {
    for (const item of this.#pending.splice(this.#marksOnly)) {
      if (item.mark) item.mark.at = this.#pending.push(item) - 1;
    }
    this.#marksOnly = this.#pending.length;
    this.#transformed = -1;
  }

  beginText(): void {
    if (this.#text !== "none") this.endText();
    this.#textAt = this.#isChecked ? -1 : this.#pending.push({ write: "BT\n" }) - 1;
    this.#text = "pending";
  }

  endText(): void {
    if (this.#text === "written") this.#put("ET\n");
    if (this.#text === "pending" && this.#textAt >= 0) this.#removePending(this.#textAt);
    this.#text = "none";
  }

  /** What follows keeps its place. */
  #removePending(at: number): void {
    this.#pending[at] = NOTHING;
    const save = this.#saves.at(-1);
    const least = save && !save.isWritten ? save.at : 0;
    while (this.#pending.length > least && this.#pending.at(-1) === NOTHING) this.#pending.pop();
    this.#marksOnly = Math.min(this.#marksOnly, this.#pending.length);
  }

  beginMark(mark: Mark, write: string | (() => string)): void {
    this.#work.hold(MARK_BYTES);
    this.#marks.push(mark);
    mark.at = this.#pending.push({ write, mark }) - 1;
  }

  /** Ends the latest mark; undefined when none is open. */
  endMark(): Mark | undefined {
    const mark = this.#marks.pop();
    if (!mark) return undefined;
    this.#work.letGo(MARK_BYTES);
    if (mark.state === "pending") {
      this.#removePending(mark.at);
      mark.state = "gone";
    } else if (mark.state === "written") this.#put("EMC\n");
    return mark;
  }

  /** Restores the mark's original beginning, since nothing of it was lost. */
  keepWhole({ from, to, whole }: Mark): void {
    if (whole !== undefined && !this.#isChecked) this.#patches.push({ from, to, text: whole });
  }

  get openMarks(): number {
    return this.#marks.length;
  }

  /** Closes everything that is open. Returns the content, valid until the next output is begun. */
  finish(): Uint8Array {
    this.endText();
    while (this.#saves.length > 0) this.restore();
    while (this.#marks.length > 0) this.endMark();
    this.#pending = [];
    this.resources.letGo();
    const source = this.#out.view();
    if (!this.#isChecked && spare.length < MAX_SPARE && source.buffer.byteLength <= SPARE_BYTES) spare.push(this.#out);
    if (this.#patches.length === 0) return source;
    const patched = new ByteWriter(source.length + 1024);
    let at = 0;
    for (const { from, to, text } of this.#patches.sort((a, b) => a.from - b.from)) {
      patched.copy(source, at, from);
      patched.text(text);
      at = to;
    }
    patched.copy(source, at);
    return patched.view();
  }
}

function transformation(matrix: Matrix): Pending {
  return { write: () => `${matrix.map(factor).join(" ")} cm\n`, matrix };
}

/** What is set after this setting, too: earlier ones all of whose parameters it sets have no effect any more. */
function withSetting(settings: readonly Setting[], setting: Setting): Setting[] {
  return [...settings.filter(({ parameters }) => (parameters & ~setting.parameters) !== 0), setting];
}

/** The resources of a new content: only those that it names. */
class NewResources extends Holding {
  readonly #kinds = new Map<ResourceKind, PdfDict>();
  readonly #names = new Map<string, string>();
  readonly #numbered = new Map<ResourceKind, number>();
  /** Whether a name refers to something else than in the old content. */
  isRenamed = false;

  /** The object's name in the content: the old name if that is free. */
  name(kind: ResourceKind, wanted: string | undefined, object: PdfObject): string {
    const identity = object instanceof PdfRef ? `${kind} ${object.number}` : undefined;
    const known = identity === undefined ? undefined : this.#names.get(`${identity} ${wanted}`);
    if (known !== undefined) return known;
    let entries = this.#kinds.get(kind);
    if (entries === undefined) {
      entries = new Map();
      this.#kinds.set(kind, entries);
    }
    const isFree = wanted !== undefined && !entries.has(wanted);
    const name = isFree ? wanted : this.#freeName(kind, entries);
    if (!isFree) this.isRenamed = true;
    this.take(NAME_BYTES + memoryOf(object));
    entries.set(name, object);
    if (identity !== undefined) this.#names.set(`${identity} ${wanted}`, name);
    return name;
  }

  /** Numbers below the one that was last given are taken, and stay so. */
  #freeName(kind: ResourceKind, entries: PdfDict): string {
    let count = Math.max(entries.size, this.#numbered.get(kind) ?? 0);
    while (entries.has(`${kind[0]}${count}`)) count++;
    this.#numbered.set(kind, count);
    return `${kind[0]}${count}`;
  }

  entry(kind: ResourceKind, name: string): PdfObject | undefined {
    return this.#kinds.get(kind)?.get(name);
  }

  get dict(): PdfDict {
    return new Map(this.#kinds);
  }
}

/** Memory of what is named by itself, and not by its number. */
function memoryOf(object: PdfObject): number {
  const items = object instanceof Map ? [...object.values()] : Array.isArray(object) ? object : [];
  return items.reduce((sum: number, item) => sum + memoryOf(item), object instanceof Map ? DICT_BYTES : ITEM_BYTES);
}

/** A name as it is written in content (7.3.5). */
export function nameText(key: string): string {
  const name = withoutMark(key);
  if (PLAIN.test(name)) return `/${name}`;
  let text = "/";
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i) & 255;
    const char = String.fromCharCode(code);
    text += PLAIN.test(char) ? char : `#${code.toString(16).padStart(2, "0")}`;
  }
  return text;
}

/** Regular characters other than the '#' of an escape. */
const PLAIN = /^[!"$&'*-.0-;=?-Z\\^-z|~]*$/;
