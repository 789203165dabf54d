import { useRef } from "preact/hooks";

/** A button that opens the browser's own dialog for files. */
export function ChooseFiles(props: {
  label: string;
  class?: string;
  accept?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const { label, accept = "", multiple = true, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Choosing the same file again must fire the event again.
          currentTarget.value = "";
          onFiles(files);
        }}
      />
      <button type="button" class={props.class ?? "compact"} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}
