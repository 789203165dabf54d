import { useState } from "preact/hooks";
import { fieldProblems } from "../job.ts";
import { type Finishing, finishingField } from "./finishing.ts";
import type { FinishingProps } from "./finishing-form.tsx";
import { later } from "./later.tsx";

const FinishingForm = later<FinishingProps>("FinishingForm");

/** What is said of the finished file, folded: most files are made without. */
export function FinishingFields({ finishing, isNew = false }: FinishingProps) {
  const { offers } = finishing;
  const [isOpen, setOpen] = useState(false);
  const isFaulty = Object.keys(fieldProblems.value).some((field) => finishingField(field) !== undefined);
  const names = [offers.describes && "Title", offers.claims && "PDF/A", "Password"].filter(Boolean).join(", ");
  return (
    <details class="group finishing" open={isOpen || isFaulty} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {names}
        {!isOpen && <span class="soft small">{saidOf(finishing)}</span>}
      </summary>
      {(isOpen || isFaulty) && <FinishingForm finishing={finishing} isNew={isNew} />}
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
