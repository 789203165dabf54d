import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Described } from "../calls.ts";
import { problem } from "../job.ts";
import { plainly } from "../messages.ts";
import { AsCode, CopyButton } from "./as-code.tsx";
import { Panel } from "./panel.tsx";

/** What was made, in words, and what can be done with it. The focus moves to its heading. */
export function ResultPanel(props: {
  title: string;
  notes: readonly string[];
  save: { label: string; url: string; fileName: string };
  call: Described;
  onBack: () => void;
  children: ComponentChildren;
}) {
  const { title, notes, save, call, onBack, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel
      action={
        <div class="action-bar">
          {problem.value !== undefined && (
            <p class="notice bad" role="alert">
              {problem.value}
            </p>
          )}
          <a class="button primary action" href={save.url} download={save.fileName}>
            {save.label}
          </a>
          <div class="row">
            <CopyButton text={() => save.url} label="Copy link (one hour)" />
            <AsCode call={() => call} />
            <button type="button" class="compact" onClick={onBack}>
              Back to editing
            </button>
          </div>
        </div>
      }
    >
      <h1 ref={heading} tabIndex={-1} class="result-title">
        {title}
      </h1>
      {children}
      {notes.map((note) => (
        <p class="notice" key={note}>
          {plainly(note)}
        </p>
      ))}
    </Panel>
  );
}
