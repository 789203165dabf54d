/** A few choices in a row, of which one is taken. */
export function Segments<Value extends string>(props: {
  label: string;
  class?: string;
  value: Value | undefined;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}) {
  return (
    <div class={`segments ${props.class ?? ""}`} role="group" aria-label={props.label}>
      {props.options.map(([name, text]) => (
        <button type="button" key={name} aria-pressed={name === props.value} onClick={() => props.onChange(name)}>
          {text}
        </button>
      ))}
    </div>
  );
}
