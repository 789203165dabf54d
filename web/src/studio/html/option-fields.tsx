import { fieldProblems, mended } from "../job.ts";
import { AreaField, Check, Choice, TextField } from "../parts/fields.tsx";
import { GROUPS, type Option, TEMPLATES } from "./options.ts";
import * as state from "./state.ts";

/** All options: what is changed first, then group by group, or what a search finds. */
export function OptionFields() {
  const wanted = state.search.value.trim().toLowerCase();
  const groups = GROUPS.map(({ title, options }) => ({
    title,
    options: options.filter((option) => wanted === "" || textsOf(option, title).includes(wanted)),
  })).filter(({ options }) => options.length > 0);
  return (
    <section class="group" aria-label="Options">
      <TextField
        label="Search the options"
        type="search"
        value={state.search.value}
        onInput={(text) => {
          state.search.value = text;
        }}
      />
      <ChangedOptions />
      {groups.length === 0 && <p class="hint">No option is called so.</p>}
      {groups.map(({ title, options }, index) => (
        <details
          key={title}
          class="option-group"
          open={wanted !== "" || index === 0 || options.some(({ name }) => faultOf(name) !== undefined)}
        >
          <summary>{title}</summary>
          <div class="option-list">
            {title === "Margins and headers" && wanted === "" && <FooterTemplates />}
            {options.map((option) => (
              <OptionField key={option.name} option={option} />
            ))}
          </div>
        </details>
      ))}
    </section>
  );
}

function faultOf(name: string): string | undefined {
  return state.optionFaults.value[name] ?? fieldProblems.value[name];
}

function textsOf({ name, label, hint = "" }: Option, title: string): string {
  return `${name} ${label} ${hint} ${title}`.toLowerCase();
}

function ChangedOptions() {
  if (state.changed.value.length === 0) return null;
  return (
    <ul class="chips" aria-label="Changed options">
      {state.changed.value.map((option) => (
        <li key={option.name}>
          <button type="button" class="compact" onClick={() => state.setOption(option.name, option.usual)}>
            <span class="visually-hidden">Reset </span>
            {option.label}
            {option.kind === "choice" || option.kind === "number" ? `: ${state.textOf(option)}` : ""}
            <span aria-hidden="true"> ×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function OptionField({ option }: { option: Option }) {
  const { name, label, hint, placeholder, kind, choices } = option;
  const value = state.textOf(option);
  const error = faultOf(name);
  const set = (next: string) => {
    state.setOption(name, next);
    mended(name);
  };
  if (kind === "check") return <Check label={label} checked={value === "true"} onChange={(on) => set(String(on))} />;
  if (kind === "choice") {
    return <Choice label={label} value={value} options={choices ?? []} error={error} onChange={set} />;
  }
  const common = { label, hint, error, value, placeholder, onInput: set };
  if (kind === "lines" || kind === "json") return <AreaField {...common} rows={2} />;
  return <TextField {...common} inputMode={kind === "number" ? "decimal" : "text"} />;
}

/** A footer needs room to stand in: the margin is made as wide where none was given. */
function FooterTemplates() {
  const text = state.values.value.footerTemplate ?? "";
  const known = TEMPLATES.find(({ html }) => html === text);
  return (
    <Choice
      label="Footer"
      value={known?.label ?? "Own"}
      options={[...TEMPLATES.map(({ label }) => [label, label] as const), ...(known ? [] : [["Own", "Own"] as const])]}
      onChange={(label) => {
        const html = TEMPLATES.find((template) => template.label === label)?.html ?? "";
        state.setOption("footerTemplate", html);
        if (html !== "" && (state.values.value.margin ?? "") === "") state.setOption("margin", "20mm");
      }}
    />
  );
}
