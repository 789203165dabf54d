import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { fieldProblems } from "../job.ts";
import { chosen, typed } from "./bound.ts";
import { Choice, TextField } from "./fields.tsx";

const STANDARDS = [
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

const PROTECTIONS = [
  ["keep", "As it is"],
  ["set", "A new password"],
  ["remove", "None"],
] as const;
/** For what is made of files that have none. */
const NEW = [
  ["keep", "None"],
  ["set", "A password"],
] as const;

export function FinishingFields({ finishing, isNew = false }: { finishing: Finishing; isNew?: boolean }) {
  const { title, author, standard, protection, password, offers } = finishing;
  const [isOpen, setOpen] = useState(false);
  const problems = fieldProblems.value;
  const isFaulty = Object.keys(problems).some((field) => finishingField(field) !== undefined);
  const fault = problems.protect;
  const names = [offers.describes && "Title", offers.claims && "PDF/A", "Password"].filter(Boolean).join(", ");
  return (
    <details class="group finishing" open={isOpen || isFaulty} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {names}
        {!isOpen && <span class="soft small">{saidOf(finishing)}</span>}
      </summary>
      {offers.describes && (
        <>
          <TextField
            label="Title"
            maxLength={2000}
            {...typed(title, "metadata.title")}
            error={problems["metadata.title"]}
          />
          <TextField
            label="Author"
            maxLength={2000}
            {...typed(author, "metadata.author")}
            error={problems["metadata.author"]}
          />
        </>
      )}
      {offers.claims && (
        <Choice
          label="Standard"
          options={STANDARDS}
          {...chosen(standard, "conformance")}
          error={problems.conformance}
          hint="The file is checked when it is finished, and made only if it keeps the standard."
        />
      )}
      <Choice
        label="Password to open it"
        options={isNew ? NEW : PROTECTIONS}
        {...chosen(protection, "protect")}
        error={protection.value === "set" ? undefined : fault}
      />
      {protection.value === "set" && (
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          {...typed(password, "protect")}
          error={fault}
          hint="Nobody can open the file without it. It is kept nowhere."
        />
      )}
    </details>
  );
}

function saidOf({ title, author, standard, protection }: Finishing): string {
  return [
    title.value !== "" && "title",
    author.value !== "" && "author",
    standard.value !== "" && standard.value.toUpperCase().replace("PDFA", "PDF/A"),
    protection.value === "set" && "new password",
    protection.value === "remove" && "no password",
  ]
    .filter(Boolean)
    .join(", ");
}
