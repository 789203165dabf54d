import { useState } from "preact/hooks";
import type { Described } from "../calls.ts";
import type { CodeProps } from "./code-dialog.tsx";
import { later } from "./later.tsx";

const CodeDialog = later<CodeProps>("CodeDialog");

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
