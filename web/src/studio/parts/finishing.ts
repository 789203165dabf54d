import { signal } from "@preact/signals";
import { fieldProblems } from "../job.ts";

export const STANDARDS = [
  ["", "None"],
  ["pdfa-2b", "PDF/A-2b, for archives"],
  ["pdfa-2u", "PDF/A-2u, with searchable text"],
  ["pdfa-3b", "PDF/A-3b, with attached files"],
] as const;
type Standard = (typeof STANDARDS)[number][0];

type Protection = "keep" | "set" | "remove";

interface Fields {
  metadata?: { title?: string; author?: string };
  conformance?: Exclude<Standard, "">;
  protect?: { userPassword: string };
}

interface Offers {
  /** Title and author. */
  describes?: boolean;
  /** The standards that archives ask for. */
  claims?: boolean;
}

/** What a tool's results say of themselves, and who opens them. */
export class Finishing {
  readonly title = signal("");
  readonly author = signal("");
  readonly standard = signal<Standard>("");
  readonly protection = signal<Protection>("keep");
  readonly password = signal("");
  readonly offers: Offers;

  constructor(offers: Offers) {
    this.offers = offers;
  }

  /** What may be kept over a reload: no password. */
  get kept() {
    const { title, author, standard } = this;
    return { title, author, standard };
  }

  /** Another document begins without what was said of the one before. */
  begin(): void {
    for (const text of [this.title, this.author, this.password]) text.value = "";
    this.standard.value = "";
    this.protection.value = "keep";
  }

  fields(): Fields {
    const [title, author] = [this.title.value.trim(), this.author.value.trim()];
    const says = { ...(title === "" ? {} : { title }), ...(author === "" ? {} : { author }) };
    const { value: standard } = this.standard;
    return {
      ...(Object.keys(says).length === 0 ? {} : { metadata: says }),
      ...(standard === "" ? {} : { conformance: standard }),
      ...(this.protection.value === "set" ? { protect: { userPassword: this.password.value } } : {}),
    };
  }

  /** The same of what is made of a document that may have a password. */
  fieldsOfPdf(): Omit<Fields, "protect"> & { protect?: Fields["protect"] | "remove" } {
    return { ...this.fields(), ...(this.protection.value === "remove" ? { protect: "remove" } : {}) };
  }

  /** The password of the result, of a document that has this one. */
  passwordOf(before?: string): string | undefined {
    if (this.protection.value === "keep") return before;
    return this.protection.value === "set" ? this.password.value : undefined;
  }

  /** Whether nothing is missing; what is missing is said at its field. */
  isReady(): boolean {
    const isReady = this.protection.value !== "set" || this.password.value !== "";
    if (!isReady) fieldProblems.value = { protect: "Enter the new password." };
    return isReady;
  }

  /** What there is to say of a result that was asked to keep a standard: only one that keeps it is made. */
  notes({ conformance }: { conformance?: { level: string; met: boolean; rules: number } | undefined }): string[] {
    if (!conformance?.met) return [];
    const name = STANDARDS.find(([level]) => level === conformance.level)?.[1].split(",")[0] ?? conformance.level;
    return [`The finished file was checked against ${conformance.rules} rules of ${name}, and keeps them.`];
  }
}

/** The field of the form that a field of the request belongs to. */
export function finishingField(field: string): string | undefined {
  return /^(?:metadata\.title|metadata\.author|conformance|protect)/.exec(field)?.[0];
}
