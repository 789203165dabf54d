import { useState } from "preact/hooks";
import { addressesIn, areAllThere } from "../addresses.ts";
import { AreaField, TextField } from "./fields.tsx";

const FAULTS = {
  one: "Enter an address, such as www.example.com/report.pdf.",
  many: "Enter addresses, such as www.example.com/photo.jpg, one per line.",
};

/** A file that has an address need not be downloaded first: the service fetches it. */
export function AddressForm({ many, onOpen }: { many: boolean; onOpen: (addresses: string[]) => void }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | undefined>(undefined);
  const common = { value: text, error: fault, onInput: setText, placeholder: "https://", inputMode: "url" as const };
  return (
    <details class="from-address">
      <summary>{many ? "From addresses" : "From an address"}</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const addresses = addressesIn(text);
          const areFine = areAllThere(addresses);
          setFault(areFine ? undefined : FAULTS[many ? "many" : "one"]);
          if (!areFine) return;
          setText("");
          onOpen(addresses);
        }}
      >
        {many ? (
          <AreaField label="Addresses, one per line" rows={3} {...common} />
        ) : (
          <TextField label="Address" {...common} />
        )}
        <button type="submit">{many ? "Add" : "Open"}</button>
      </form>
    </details>
  );
}
