import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../dom.ts";
import { type Described, samplesOfCall } from "../calls.ts";
import { useOwnId } from "./own-id.ts";
import { Segments } from "./segments.tsx";

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

const CHOSEN = "quire-language";

function CodeDialog({ call, onClose }: { call: Described; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useOwnId();
  const samples = samplesOfCall(call);
  const [language, setLanguage] = useState(localStorage.getItem(CHOSEN) ?? "curl");
  const sample = samples.find((one) => one.language === language) ?? samples[0];
  useEffect(() => dialog.current?.showModal(), []);
  const choose = (name: string) => {
    localStorage.setItem(CHOSEN, name);
    setLanguage(name);
  };
  return (
    <dialog ref={dialog} class="code-dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>This call as code</h2>
      <Segments
        label="Language"
        value={sample?.language}
        options={samples.map(({ language: name }) => [name, name] as const)}
        onChange={choose}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} role="region" aria-label={`The call in ${sample?.language}`}>
        <code>{sample?.text}</code>
      </pre>
      <div class="actions">
        <CopyButton text={() => sample?.text ?? ""} label="Copy" isPrimary />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
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
