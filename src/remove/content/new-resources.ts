import type { ResourceKind } from "../../pdf-content/resources.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";

/** The resources of a new content: only those that it names. */
export class NewResources {
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
