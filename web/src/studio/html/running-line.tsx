import { useRef } from "preact/hooks";
import { AreaField, Choice } from "../parts/fields.tsx";
import { Small } from "../parts/small.tsx";
import { FILLED, filled, TEMPLATES } from "./running-lines.ts";
import * as state from "./state.ts";

/** The header or footer of each page: templates to start from, its HTML, and placeholders to insert at the cursor. */
export function RunningLine(props: {
  label: string;
  value: string;
  error: string | undefined;
  onInput: (html: string) => void;
}) {
  const { label, value, error, onInput } = props;
  const place = useRef<HTMLDivElement>(null);
  const known = TEMPLATES.find(({ html }) => html === value);
  const set = (html: string) => {
    onInput(html);
    // It needs room: where no margin was given, one is set.
    if (html !== "" && (state.values.value.margin ?? "") === "") state.setOption("margin", "20mm");
  };
  const put = (what: string) => {
    const area = place.current?.querySelector("textarea");
    if (!area) return;
    // Without a cursor position it goes inside the line, before the last tag.
    const isAtEnd = area.selectionStart === value.length;
    const at = isAtEnd ? Math.max(value.lastIndexOf("</"), 0) : area.selectionStart;
    set(`${value.slice(0, at)}${filled(what)}${value.slice(isAtEnd ? at : area.selectionEnd)}`);
    area.focus();
  };
  return (
    <div class="running-line" ref={place} role="group" aria-label={label}>
      <Choice
        label={label}
        value={known?.label ?? "Own"}
        options={[
          ...TEMPLATES.map((one) => [one.label, one.label] as const),
          ...(known ? [] : [["Own", "Own"] as const]),
        ]}
        onChange={(chosen) => set(TEMPLATES.find((one) => one.label === chosen)?.html ?? value)}
      />
      {(value !== "" || error !== undefined) && (
        <>
          <AreaField label={`HTML of the ${label.toLowerCase()}`} rows={4} value={value} error={error} onInput={set} />
          <div class="row" role="group" aria-label={`Insert into the ${label.toLowerCase()}`}>
            <span class="hint">Insert</span>
            {FILLED.map(([what, text]) => (
              <Small key={what} onClick={() => put(what)}>
                {text}
              </Small>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
