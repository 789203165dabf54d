import { useState } from "preact/hooks";
import { announce } from "../../dom.ts";
import type { Described } from "../calls.ts";
import { CodeDialog } from "./later.tsx";

/** The same call as code, in a dialog that starts with the language chosen last. */
export function AsCode({ call }: { call: () => Described | undefined }) {
  const [shown, setShown] = useState<Described | undefined>(undefined);
  return (
    <>
      <button type="button" class="compact" onClick={() => setShown(call())}>
        As code
      </button>
      {shown && <CodeDialog call={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

export function CopyButton(props: { text: () => string; label: string; isPrimary?: boolean }) {
  const [said, setSaid] = useState<string | undefined>(undefined);
  const copy = async () => {
    const done = await copied(props.text());
    setSaid(done ? "Copied" : "Copying is not allowed here");
    announce(done ? "Copied" : "Copying is not allowed here.");
    setTimeout(() => setSaid(undefined), 2500);
  };
  return (
    <button type="button" class={props.isPrimary ? "primary" : "compact"} onClick={() => void copy()}>
      {said ?? props.label}
    </button>
  );
}

export function copied(text: string): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
