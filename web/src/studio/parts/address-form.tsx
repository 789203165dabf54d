import { useState } from "preact/hooks";
import { AreaField, TextField } from "./fields.tsx";

const FAULTS = {
  one: "Enter an address that begins with https://.",
  many: "Enter addresses that begin with https://, one per line.",
};

/** A file that has an address need not be downloaded first: the service fetches it. */
export function AddressForm({ many, onOpen }: { many: boolean; onOpen: (addresses: string[]) => void }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | undefined>(undefined);
  const common = { value: text, error: fault, onInput: setText, placeholder: "https://" };
  return (
    <details class="from-address">
      <summary>{many ? "From addresses" : "From an address"}</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const addresses = text.split(/\s+/).filter((line) => line !== "");
          const areFine = addresses.length > 0 && addresses.every(isAddress);
          setFault(areFine ? undefined : FAULTS[many ? "many" : "one"]);
          if (!areFine) return;
          setText("");
          onOpen(addresses);
        }}
      >
        {many ? (
          <AreaField label="Addresses, one per line" rows={3} {...common} />
        ) : (
          <TextField label="Address" type="url" {...common} />
        )}
        <button type="submit">{many ? "Add" : "Open"}</button>
      </form>
    </details>
  );
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
