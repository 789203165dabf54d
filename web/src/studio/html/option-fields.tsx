import { useState } from "preact/hooks";
import { fieldProblems, mended } from "../job.ts";
import { typed } from "../parts/bound.ts";
import { AreaField, Check, Choice, TextField } from "../parts/fields.tsx";
import { Small } from "../parts/small.tsx";
import { MembersField } from "./members-field.tsx";
import { GROUPS, type Option } from "./options.ts";
import { RunningLine } from "./running-line.tsx";
import { FILLED, TEMPLATES } from "./running-lines.ts";
import * as state from "./state.ts";
import { isWritten } from "./written.ts";

/** All options: the changed ones first, then group by group, or those that a search finds. */
export function OptionFields() {
  const wanted = state.search.value.trim().toLowerCase();
  const groups = GROUPS.map(({ title, options }) => ({
    title,
    options: options.filter((option) => isFound(textsOf(option, title), wanted)),
  })).filter(({ options }) => options.length > 0);
  return (
    <section class="group" aria-label="Options">
      <TextField label="Search the options" type="search" {...typed(state.search)} />
      <ChangedOptions />
      {groups.length === 0 && <p class="hint">No option matches.</p>}
      {groups.map(({ title, options }) => (
        <OptionGroup key={title} title={title} options={options} isSearch={wanted !== ""} />
      ))}
    </section>
  );
}

/** A group stays open or closed as the person left it; a search or a fault opens it. */
function OptionGroup(props: { title: string; options: readonly Option[]; isSearch: boolean }) {
  const { title, options, isSearch } = props;
  const [isOpen, setOpen] = useState(title === GROUPS[0]?.title);
  const isFaulty = options.some(({ name }) => faultOf(name) !== undefined);
  return (
    <details
      class="option-group"
      open={isOpen || isSearch || isFaulty}
      onToggle={(event) => {
        if (!isSearch) setOpen(event.currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      <div class="option-list">
        {options.map((option) => (
          <OptionField key={option.name} option={option} />
        ))}
      </div>
    </details>
  );
}

function faultOf(name: string): string | undefined {
  return state.optionFaults.value[name] ?? fieldProblems.value[name];
}

function textsOf({ name, label, hint = "", members = [], choices = [] }: Option, title: string): string {
  const isLine = name === "headerTemplate" || name === "footerTemplate";
  const inner = [...members.map((member) => member.label), ...choices.map(([, text]) => text)];
  const lines = isLine ? [...TEMPLATES.map((one) => one.label), ...FILLED.map(([, filled]) => filled)] : [];
  return [name, label, hint, title, ...inner, ...lines].join(" ").toLowerCase();
}

/** All words are there, in any order; "page numbers" finds "page number". */
function isFound(texts: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => texts.includes(word.length > 3 ? word.replace(/s$/, "") : word));
}

function ChangedOptions() {
  if (state.changed.value.length === 0) return null;
  return (
    <ul class="chips" aria-label="Changed options">
      {state.changed.value.map((option) => (
        <li key={option.name}>
          <Small icon="remove" onClick={() => state.setOption(option.name, option.usual)}>
            <span class="visually-hidden">Reset </span>
            {option.label}
            {option.kind === "choice" || option.kind === "number" ? `: ${shownValue(option)}` : ""}
          </Small>
        </li>
      ))}
    </ul>
  );
}

function shownValue(option: Option): string {
  const text = state.textOf(option);
  return option.choices?.find(([value]) => value === text)?.[1] ?? text;
}

function OptionField({ option }: { option: Option }) {
  const { name, label, hint, placeholder, kind, choices } = option;
  const value = state.textOf(option);
  const error = faultOf(name);
  const set = (next: string) => {
    state.setOption(name, next);
    mended(name);
  };
  if (name === "headerTemplate" || name === "footerTemplate") {
    return <RunningLine label={label} value={value} error={error} onInput={set} />;
  }
  if (kind === "members") return <MembersField option={option} value={value} error={error} onChange={set} />;
  if (kind === "check") return <Check label={label} checked={value === "true"} onChange={(on) => set(String(on))} />;
  if (kind === "choice") {
    return <Choice label={label} value={value} options={choices ?? []} error={error} onChange={set} />;
  }
  const common = { label, hint, error, value, placeholder, onInput: set };
  if (kind === "lines" || isWritten(kind)) return <AreaField {...common} rows={2} />;
  return <TextField {...common} inputMode={kind === "number" ? "decimal" : "text"} />;
}
