import { fieldProblems } from "../job.ts";
import { chosen, typed } from "./bound.ts";
import { Choice, TextField } from "./fields.tsx";
import { type Finishing, STANDARDS } from "./finishing.ts";

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

export interface FinishingProps {
  finishing: Finishing;
  isNew?: boolean;
}

export function FinishingForm({ finishing, isNew = false }: FinishingProps) {
  const { title, author, standard, protection, password, offers } = finishing;
  const problems = fieldProblems.value;
  const fault = problems.protect;
  return (
    <>
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
    </>
  );
}
