import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../../dom.ts";
import { bytes } from "../../format.ts";
import { cancel, type Phase, phase, problem } from "../job.ts";
import type { Work } from "../work.ts";
import { Alert } from "./alert.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { loadAhead } from "./later.tsx";
import { Panel } from "./panel.tsx";

let hadFocus = false;
addEventListener("focusin", () => {
  hadFocus = true;
});

/** Whether the focused element is gone: a file was chosen, a job was cancelled, or a result was closed. */
function isFocusLost(): boolean {
  return hadFocus && document.activeElement === document.body;
}

interface Action {
  label: string;
  disabled?: boolean | undefined;
  work: Work;
  /** Where the file is, or goes and when. */
  where: string;
  /** What is missing before the button can be pressed. */
  why?: string | undefined;
  onRun: () => void;
}

/** The options of a tool, and what is done with them. */
export function WorkPanel({ children, ...action }: Action & { children: ComponentChildren }) {
  return <Panel action={<ActionBar {...action} />}>{children}</Panel>;
}

/** The one button that says what will happen. While the job runs, its progress takes the button's place. */
function ActionBar(props: Action) {
  const { work } = props;
  const now = phase.value;
  const button = useRef<HTMLButtonElement>(null);
  const isIdle = now === undefined;
  useEffect(loadAhead, []);
  useEffect(() => {
    if (isIdle && isFocusLost()) button.current?.focus({ preventScroll: true });
  }, [isIdle]);
  return (
    <div class="action-bar">
      <Alert text={problem.value} />
      {now ? (
        <Progress now={now} />
      ) : (
        <>
          <div class="action-row">
            <StepButton label="Undo" icon="undo" isThere={work.canUndo.value} onPress={() => work.undo()} />
            <StepButton label="Redo" icon="redo" isThere={work.canRedo.value} onPress={() => work.redo()} />
            <button
              type="button"
              ref={button}
              class="primary action"
              disabled={props.disabled ?? false}
              onClick={props.onRun}
            >
              {props.label}
            </button>
          </div>
          {props.why === undefined ? <p class="hint stays">{props.where}</p> : <p class="hint">{props.why}</p>}
        </>
      )}
    </div>
  );
}

function StepButton(props: { label: string; icon: IconName; isThere: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      class="step"
      title={props.label}
      aria-label={props.label}
      disabled={!props.isThere}
      onClick={() => {
        props.onPress();
        announce(props.label === "Undo" ? "Undone." : "Done again.");
      }}
    >
      <Icon name={props.icon} />
    </button>
  );
}

export function Progress({ now }: { now: Phase }) {
  const button = useRef<HTMLButtonElement>(null);
  // Cancel takes the place of the button that was pressed, and its focus; whoever types goes on.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest(".action-bar")) button.current?.focus();
  }, []);
  const share = shareOf(now);
  const text = now.name === "sending" ? `Sending ${bytes(now.sent)} of ${bytes(now.total)}` : `${now.what} …`;
  const at = now.name === "working" ? now.at : undefined;
  return (
    <div class="progress">
      <div class="progress-line">
        <span>
          <span role="status">{text}</span>
          {/* Screen readers would say every page. */}
          {at !== undefined && (
            <span class="soft">
              {" "}
              {at}
              {share !== undefined && now.name === "working" && ` of ${now.of}`}
            </span>
          )}
        </span>
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

/** How much is done; undefined where nothing says so. */
function shareOf(now: Phase): number | undefined {
  if (now.name === "sending") return now.total > 0 ? now.sent / now.total : undefined;
  if (now.name !== "working" || !now.of) return undefined;
  const page = Number(/^(?:page|file) (\d+)$/.exec(now.at ?? "")?.[1]);
  return page <= now.of ? page / now.of : undefined;
}

/** Where the work is done on a file, and on one that has an address. */
export function whereItIs(isHere: boolean, count = 1): string {
  const [it, stays, its] = count === 1 ? ["file", "stays", "its address"] : ["files", "stay", "their addresses"];
  return isHere
    ? `Your ${it} ${stays} on this machine.`
    : `The service fetches the ${it} from ${its}, and deletes the result after two hours.`;
}
