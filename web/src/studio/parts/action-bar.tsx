import { useEffect, useRef } from "preact/hooks";
import { bytes, limit } from "../../format.ts";
import { largest, standing } from "../access.ts";
import { cancel, type Phase, phase, problem } from "../job.ts";

let hadFocus = false;
addEventListener("focusin", () => {
  hadFocus = true;
});

/** Whether the focused element is gone: a file was chosen, a job was cancelled, or a result was closed. */
function isFocusLost(): boolean {
  return hadFocus && document.activeElement === document.body;
}

/** The one button that says what will happen. While the job runs, its progress takes the button's place. */
export function ActionBar(props: { label: string; disabled?: boolean | undefined; onRun: () => void }) {
  const now = phase.value;
  const button = useRef<HTMLButtonElement>(null);
  const isIdle = now === undefined;
  useEffect(() => {
    if (isIdle && isFocusLost()) button.current?.focus({ preventScroll: true });
  }, [isIdle]);
  return (
    <div class="action-bar">
      {problem.value !== undefined && (
        <p class="notice bad" role="alert">
          {problem.value}
        </p>
      )}
      {now ? (
        <Progress now={now} />
      ) : (
        <>
          <button
            type="button"
            ref={button}
            class="primary action"
            disabled={props.disabled ?? false}
            onClick={props.onRun}
          >
            {props.label}
          </button>
          <p class="hint stays">{whereItGoes()}</p>
        </>
      )}
    </div>
  );
}

function whereItGoes(): string {
  const stays = "Your file stays on this machine until you press the button.";
  if (standing.value !== "visitor" || !Number.isFinite(largest.value.pdf)) return stays;
  return `${stays} Trying without a key: up to ${limit(largest.value.pdf)}.`;
}

function Progress({ now }: { now: Phase }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone. Cancel takes its place, and the focus.
  useEffect(() => button.current?.focus(), []);
  const share = now.name === "sending" && now.total > 0 ? now.sent / now.total : undefined;
  const text = now.name === "sending" ? `Sending ${bytes(now.sent)} of ${bytes(now.total)}` : `${now.what} …`;
  return (
    <div class="progress">
      <div class="progress-line">
        <span role="status">{text}</span>
        <button type="button" ref={button} class="compact" onClick={cancel}>
          Cancel
        </button>
      </div>
      {share === undefined ? (
        <progress aria-label="Progress" />
      ) : (
        <progress aria-label="Progress" max={1} value={share} />
      )}
    </div>
  );
}
