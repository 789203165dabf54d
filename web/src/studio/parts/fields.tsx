import type { ComponentChildren, JSX } from "preact";
import { useOwnId } from "./own-id.ts";

interface Labelled {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A label, a hint and an error around any input. */
function Frame({ id, label, hint, error, children }: Labelled & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function described(id: string, { hint, error }: Labelled) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(" ");
  return { ...(ids ? { "aria-describedby": ids } : {}), ...(error === undefined ? {} : { "aria-invalid": true }) };
}

type Input = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "onInput" | "value" | "label" | "id">;

export function TextField(props: Labelled & { value: string; onInput: (text: string) => void } & Input) {
  const { label, hint, error, value, onInput, ...rest } = props;
  const id = useOwnId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input
        id={id}
        type="text"
        autocomplete="off"
        {...rest}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        {...described(id, props)}
      />
    </Frame>
  );
}

export function AreaField(
  props: Labelled & { value: string; rows?: number; placeholder?: string | undefined; onInput: (text: string) => void },
) {
  const { label, hint, error, value, rows = 3, placeholder, onInput } = props;
  const id = useOwnId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        rows={rows}
        spellcheck={false}
        placeholder={placeholder ?? ""}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        {...described(id, props)}
      />
    </Frame>
  );
}

export function Choice<Value extends string>(
  props: Labelled & { value: Value; options: readonly (readonly [Value, string])[]; onChange: (value: Value) => void },
) {
  const { label, hint, error, value, options, onChange } = props;
  const id = useOwnId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
        {...described(id, props)}
      >
        {options.map(optionOf)}
      </select>
    </Frame>
  );
}

/** A choice beside the heading of its group, which needs no label of its own. */
export function HeadChoice<Value extends string>(props: {
  name: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}) {
  const { name, value, options, onChange } = props;
  return (
    <select
      aria-label={name}
      class="compact"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {options.map(optionOf)}
    </select>
  );
}

function optionOf([name, text]: readonly [string, string]) {
  return (
    <option key={name} value={name}>
      {text}
    </option>
  );
}

export function Check(props: {
  label: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
