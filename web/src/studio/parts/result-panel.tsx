import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Described } from "../calls.ts";
import { phase, problem } from "../job.ts";
import { forPeople, plainly } from "../messages.ts";
import { Progress } from "./action-bar.tsx";
import { Alert } from "./alert.tsx";
import { AsCode } from "./as-code.tsx";
import { CopyButton } from "./copy-button.tsx";
import { CopyLink, type MakesLink } from "./copy-link.tsx";
import { TextField } from "./fields.tsx";
import { madeFile } from "./onward.ts";
import { Panel } from "./panel.tsx";
import { Small } from "./small.tsx";

/** What was made, in words, and what can be done with it. The focus moves to its heading. */
export function ResultPanel(props: {
  title: string;
  notes: readonly string[];
  /** Without an address it is made when it is wanted. */
  save: { label: string; url: string; fileName: string; make?: () => void };
  /** Makes a link, where the result was made on this machine. */
  again: MakesLink | undefined;
  call: Described;
  onBack: () => void;
  /** What comes after what there is to know of the result. */
  further?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, notes, save, again, call, onBack, further, children } = props;
  const [link, setLink] = useState(again ? undefined : save.url);
  // In a narrow window the page has the room of what is seldom wanted.
  const [isMore, setMore] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel
      class="of-result"
      isOpen={useSignal(true)}
      action={
        <div class="action-bar">
          <Alert text={problem.value} />
          {phase.value ? (
            <Progress now={phase.value} />
          ) : (
            <div class="action-row">
              {save.url === "" ? (
                <button type="button" class="primary action" onClick={save.make}>
                  {save.label}
                </button>
              ) : (
                <a class="button primary action" href={save.url} download={save.fileName}>
                  {save.label}
                </a>
              )}
              <Share {...save} />
              <button type="button" class="more" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
                More
              </button>
            </div>
          )}
          {again && link !== undefined && (
            <TextField label="Link, for one hour" readOnly value={link} onInput={() => undefined} />
          )}
          <div class={isMore ? "row further" : "row"}>
            {again && link === undefined ? (
              <CopyLink again={again} onLink={setLink} />
            ) : (
              <CopyButton text={() => link ?? save.url} label="Copy link (one hour)" />
            )}
            <AsCode call={() => call} />
            <Small onClick={onBack}>Back to editing</Small>
          </div>
          {again && (
            <p class="hint">
              {link === undefined
                ? "Made on this machine, where your file stays. “Copy link” sends it to this service."
                : "Your file was sent to make the link. It was not kept; the result is, for an hour."}
            </p>
          )}
        </div>
      }
    >
      <h1 ref={heading} tabIndex={-1} class="result-title">
        {title}
      </h1>
      {children}
      {alike(notes.map(plainly)).map(([first, ...others]) => (
        <div class="notice" key={first}>
          <p>{first}</p>
          {others.length > 0 && (
            <details>
              <summary>{others.length} more like this</summary>
              {others.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </details>
          )}
        </div>
      ))}
      {further}
    </Panel>
  );
}

/** Hands the file to another program of the phone, where the browser can. */
function Share({ url, fileName }: { url: string; fileName: string }) {
  const type = fileName.endsWith(".zip") ? "application/zip" : "application/pdf";
  if (url === "" || !navigator.canShare?.({ files: [new File([], fileName, { type })] })) return null;
  const share = async () => {
    try {
      await navigator.share({ files: [await madeFile(url, fileName)] });
    } catch (error) {
      // Whoever thinks better of it has done nothing wrong.
      if ((error as Error).name !== "AbortError") problem.value = forPeople(error);
    }
  };
  return (
    <button type="button" class="share" onClick={() => void share()}>
      Share
    </button>
  );
}

/** Notes that differ only in their numbers, such as one of each page, are one notice. */
function alike(notes: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const note of notes) {
    const kind = note.replace(/\d[\d.,]*( [KMG]?B| bytes)?/g, "0");
    groups.set(kind, [...(groups.get(kind) ?? []), note]);
  }
  return [...groups.values()];
}
