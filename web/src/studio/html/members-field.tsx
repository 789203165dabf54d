import { Choice, TextField } from "../parts/fields.tsx";
import { type Member, membersOf, type Option, withMember } from "./options.ts";

/** An option that is an object: a field for each of its members. */
export function MembersField(props: {
  option: Option;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { option, value, error, onChange } = props;
  return (
    <fieldset class="members-field" {...(error === undefined ? {} : { "aria-describedby": `${option.name}-error` })}>
      <legend>{option.label}</legend>
      {option.members?.map((member) => (
        <MemberField
          key={member.name}
          member={member}
          value={String(membersOf(value)[member.name] ?? "")}
          onInput={(text) => onChange(withMember(value, member, text))}
        />
      ))}
      {error !== undefined && (
        <p class="error" id={`${option.name}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function MemberField(props: { member: Member; value: string; onInput: (text: string) => void }) {
  const { member, value, onInput } = props;
  const { kind, label, placeholder, choices = [] } = member;
  if (kind === "choice") {
    const usual = choices[0]?.[0] ?? "";
    // Default values are left out.
    return (
      <Choice
        label={label}
        value={value || usual}
        options={choices}
        onChange={(next) => onInput(next === usual ? "" : next)}
      />
    );
  }
  if (kind === "color") return <TextField label={label} type="color" value={value || "#000000"} onInput={onInput} />;
  const mode = kind === "number" ? ("decimal" as const) : ("text" as const);
  return <TextField label={label} placeholder={placeholder} inputMode={mode} value={value} onInput={onInput} />;
}
