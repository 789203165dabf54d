import { useState } from "preact/hooks";
import { announce } from "../../dom.ts";

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
