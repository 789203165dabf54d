import { useEffect, useRef, useState } from "preact/hooks";
import { phase } from "../job.ts";
import { moveFocus } from "../parts/roving.ts";
import { Small } from "../parts/small.tsx";
import { type Finding, isText, keyOf, type Rule } from "./plan.ts";
import { find } from "./request.ts";
import { nameOf } from "./search.tsx";
import * as state from "./state.ts";

/** The rest is shown on request: thousands of rows are too much for a browser. */
const MAX_AT_FIRST = 200;

/** What was found, by its wording, each place with a tick: what has none stays. */
export function Findings() {
  const all = state.findings.value;
  const [most, setMost] = useState(MAX_AT_FIRST);
  const list = useRef<HTMLOListElement>(null);
  const current = state.current.value;
  const at = all.findIndex(({ key }) => key === current);
  useEffect(() => {
    if (at >= most) setMost(at + MAX_AT_FIRST);
    list.current?.querySelector(".finding.current")?.scrollIntoView({ block: "nearest" });
  }, [at, most]);
  if (state.rules.value.length === 0) return null;
  // One stop of the Tab key for all places: arrow keys lead to the others.
  const stop = at < 0 ? all[0]?.key : current;
  const shown = new Set(all.slice(0, most));
  const groups = [...state.wordings.value].filter(([, [first]]) => first && shown.has(first));
  return (
    <section class="group" aria-label="Found">
      <div class="group-head">
        <h2>Found</h2>
        {all.length > 0 && (
          <span class="soft small">
            {state.ticked.value} of {all.length} ticked
          </span>
        )}
      </div>
      <Texts />
      <Kept rules={state.plan.value.partly} />
      <Missing />
      {all.length === 0 && state.missing.value.length === 0 && (
        <p class="hint">Nothing on the pages, as far as they were read.</p>
      )}
      {all.length > 0 && (
        <>
          <ol class="findings" ref={list} onKeyDown={(event) => moveFocus(event, "input")}>
            {groups.map(([wording, findings]) => (
              <li key={wording}>
                <Wording findings={findings} />
                <ul>
                  {findings
                    .filter((one) => shown.has(one))
                    .map((finding) => (
                      <Row key={finding.key} finding={finding} isStop={finding.key === stop} />
                    ))}
                </ul>
              </li>
            ))}
          </ol>
          <div class="row">
            {all.length > most && <Small onClick={() => setMost(most + MAX_AT_FIRST)}>More of {all.length}</Small>}
            <Small disabled={state.ticked.value === all.length} onClick={() => state.tick(all, true)}>
              Tick all
            </Small>
            <Small disabled={state.ticked.value === 0} onClick={() => state.tick(all, false)}>
              Tick none
            </Small>
          </div>
        </>
      )}
    </section>
  );
}

/** A wording, with a switch for all of its places where there are several. */
function Wording({ findings }: { findings: readonly Finding[] }) {
  const { text } = findings[0] as Finding;
  const isAll = findings.every(state.isTicked);
  return (
    <div class="wording">
      <strong title={text}>{text}</strong>
      {findings.length > 1 && (
        <Small
          class="quiet"
          aria-label={`${isAll ? "Untick" : "Tick"} ${findings.length} of “${text}”`}
          onClick={() => state.tick(findings, !isAll)}
        >
          {isAll ? "Untick" : "Tick"} {findings.length}
        </Small>
      )}
    </div>
  );
}

function Row({ finding, isStop }: { finding: Finding; isStop: boolean }) {
  const { key, text, page, around, sure } = finding;
  const [before, after] = around;
  return (
    <li class={key === state.current.value ? "finding current" : "finding"}>
      <label class="check">
        <input
          type="checkbox"
          aria-label={`Cut “${text}” on page ${page}`}
          tabIndex={isStop ? 0 : -1}
          checked={state.isTicked(finding)}
          onFocus={() => state.show(finding)}
          onChange={(event) => state.tick([finding], event.currentTarget.checked)}
        />
        <span class="place" title={`${before}${text}${after}`}>
          <span class="soft">
            p. {page}
            {sure !== undefined && `, ${Math.round(sure)} % sure`}
          </span>{" "}
          <bdi>
            {lastOf(before)}
            <mark>{text}</mark>
            {after}
          </bdi>
        </span>
      </label>
    </li>
  );
}

/** The last words of what stands before: the found text is to be seen however narrow its row is. */
function lastOf(before: string): string {
  const words = before.split(" ");
  const last = words.slice(-3).join(" ");
  return words.length > 3 ? `… ${last}` : last;
}

/** The texts that are looked for, each with how often it was found, to take back. */
function Texts() {
  const texts = state.rules.value.filter(isText);
  if (texts.length === 0) return null;
  return (
    <ul class="chips">
      {texts.map((rule) => {
        const key = keyOf(rule);
        const count = state.found.value.get(key)?.length;
        return (
          <li key={key}>
            <Small icon="remove" title="Remove" onClick={() => state.removeRule(key)}>
              <span class="visually-hidden">Remove </span>
              <span class="chip-name">{nameOf(rule)}</span>
              {count !== undefined && <strong> {count}</strong>}
            </Small>
          </li>
        );
      })}
    </ul>
  );
}

/** After a reload the places are looked for again, once by itself. */
function Missing() {
  const missing = state.missing.value;
  const key = missing.map(keyOf).join();
  useEffect(() => {
    if (missing.length > 0) void find(missing);
  }, [key]);
  if (missing.length === 0 || phase.value) return null;
  return <Small onClick={() => void find(missing)}>Search again</Small>;
}

/** What follows from single places that stay, as long as there are some. */
function Kept({ rules }: { rules: readonly Rule[] }) {
  if (rules.length === 0) return null;
  return (
    <p class="notice warn">
      Some places of {rules.map(nameOf).join(", ")} stay, and so does the same text in the outline, fields, title and
      metadata. On pages that keep some, the others are cut as boxes: letters that touch them go too, and their width
      shows.
    </p>
  );
}

/** The place that comes after the one in view, or the first. */
export function showNext(): void {
  const all = state.findings.value;
  const at = all.findIndex(({ key }) => key === state.current.value);
  const next = all[(at + 1) % all.length];
  if (!next) return;
  state.show(next);
  // Drawn in the task that is queued by then.
  queueMicrotask(() => {
    document.querySelector<HTMLElement>(".finding.current input")?.focus({ preventScroll: true });
  });
}
