import { useState } from "preact/hooks";
import type { Described } from "../calls.ts";
import type { CodeProps } from "./code-dialog.tsx";
import { later } from "./later.tsx";
import { Small } from "./small.tsx";

const CodeDialog = later<CodeProps>("CodeDialog");

/** The same call as code, in a dialog that starts with the language chosen last. */
export function AsCode({ call }: { call: () => Described | undefined }) {
  const [shown, setShown] = useState<Described | undefined>(undefined);
  return (
    <>
      <Small onClick={() => setShown(call())}>As code</Small>
      {shown && <CodeDialog call={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
