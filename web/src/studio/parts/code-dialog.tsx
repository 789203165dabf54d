import { useEffect, useRef, useState } from "preact/hooks";
import { type Described, samplesOfCall } from "../calls.ts";
import { CopyButton } from "./copy-button.tsx";
import { useOwnId } from "./own-id.ts";
import { Segments } from "./segments.tsx";

const CHOSEN = "quire-language";

export interface CodeProps {
  call: Described;
  onClose: () => void;
}

export function CodeDialog({ call, onClose }: CodeProps) {
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
