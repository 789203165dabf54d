import { announce } from "../../dom.ts";
import { fieldProblems, phase } from "../job.ts";
import { chosen, ticked, typed } from "../parts/bound.ts";
import { Check, HeadChoice, TextField } from "../parts/fields.tsx";
import { Small } from "../parts/small.tsx";
import { keyOf, type Rule } from "./plan.ts";
import { findMore } from "./request.ts";
import * as state from "./state.ts";

const SEARCHES: [typeof state.search.value, string][] = [
  ["contains", "Anywhere"],
  ["words", "Whole words"],
  ["regex", "An expression"],
];

/** What can be looked for without typing it. */
const PATTERNS: [name: string, text: string][] = [
  ["email", "E-mail"],
  ["iban", "IBAN"],
  ["card", "Card"],
  ["phone", "Phone"],
  ["date", "Date"],
  ["ssn", "SSN"],
  ["usBank", "US bank"],
  ["docket", "Docket"],
  ["passport-mrz", "Passport lines"],
  ["ip", "IP address"],
  ["url", "Web address"],
];

const MARKS_OF_PDF: Rule = { kind: "annotations", wanted: "", caseSensitive: false };

const ofPattern = (name: string): Rule => ({ kind: "pattern", wanted: name, caseSensitive: false });

/** A rule in words. */
export function nameOf({ kind, wanted }: Rule): string {
  if (kind === "annotations") return "Marks in the PDF";
  if (kind === "pattern") return PATTERNS.find(([name]) => name === wanted)?.[1] ?? wanted;
  return kind === "regex" ? `/${wanted}/` : `“${wanted}”`;
}

/** Searches for what is typed, and empties the field for the next text. */
export async function findTyped(): Promise<void> {
  const wanted = state.wanted.value.trim();
  if (wanted === "") {
    fieldProblems.value = { text: "Enter a text." };
    return;
  }
  const rule = { kind: state.search.value, wanted, caseSensitive: state.caseSensitive.value };
  if (await findMore(rule)) state.wanted.value = "";
}

/** Texts and patterns to look for. What is found is listed and shown before anything is cut. */
export function SearchFields() {
  const isRegex = state.search.value === "regex";
  return (
    <section class="group" aria-label="Find">
      <div class="group-head">
        <h2>Find</h2>
        <HeadChoice name="The text is" options={SEARCHES} {...chosen(state.search, "text")} />
      </div>
      <form
        class="find"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!phase.value) void findTyped();
        }}
      >
        <TextField
          label={isRegex ? "Expression" : "Text"}
          hint={isRegex ? "Such as Invoice No\\. \\d+" : undefined}
          enterkeyhint="search"
          {...typed(state.wanted, "text")}
          error={fieldProblems.value.text}
        />
        <button type="submit">Find</button>
      </form>
      <Check label="Match capital letters" {...ticked(state.caseSensitive)} />
      <div class="chips patterns" role="group" aria-label="Patterns">
        {PATTERNS.map(([name]) => (
          <Toggle key={name} rule={ofPattern(name)} />
        ))}
        <Toggle rule={MARKS_OF_PDF} />
      </div>
    </section>
  );
}

function Toggle({ rule }: { rule: Rule }) {
  const key = keyOf(rule);
  const isOn = state.rules.value.some((known) => keyOf(known) === key);
  return (
    <Small
      aria-pressed={isOn}
      onClick={() => {
        if (isOn) {
          state.removeRule(key);
          announce("Removed.");
        } else void findMore(rule);
      }}
    >
      {nameOf(rule)}
      {isOn && <strong> {state.found.value.get(key)?.length}</strong>}
    </Small>
  );
}
