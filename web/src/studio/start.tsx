import { useRef, useState } from "preact/hooks";
import { limit } from "../format.ts";
import { largest, standing } from "./access.ts";
import { openFile, opening, openProblem, passwordAsked } from "./document/opened.ts";
import { library, viewerArrived } from "./document/pdfjs.ts";
import { AddressForm } from "./parts/address-form.tsx";
import { TextField } from "./parts/fields.tsx";
import { SAMPLES, type Sample } from "./samples.ts";
import type { ToolName } from "./share.ts";
import { TOOLS, type Tool } from "./tools.tsx";

/** The start page of a tool: a place for files, and samples. */
export function Start({ tool }: { tool: Tool }) {
  const input = useRef<HTMLInputElement>(null);
  const isLoading = opening.value !== undefined;
  return (
    <section class="start" aria-label={tool.title}>
      <div class="start-inner">
        <h1>{tool.title}</h1>
        <p class="lead">{tool.lead}</p>
        <div class="drop-place">
          <input
            ref={input}
            type="file"
            hidden
            accept={tool.accept}
            multiple={tool.multiple}
            onChange={(event) => {
              const files = [...(event.currentTarget.files ?? [])];
              // Choosing the same file again must fire the event again.
              event.currentTarget.value = "";
              tool.take(files);
            }}
          />
          {isLoading ? (
            <Loading name={opening.value?.name ?? ""} />
          ) : (
            <>
              <button type="button" class="primary large" onClick={() => input.current?.click()}>
                {tool.choose}
              </button>
              <p class="soft">or drop {tool.multiple ? "files" : "a file"} anywhere, or paste</p>
            </>
          )}
          {openProblem.value !== undefined && (
            <p class="notice bad" role="alert">
              {openProblem.value}
            </p>
          )}
        </div>
        {passwordAsked.value && <Password />}
        {tool.openAddresses && !isLoading && <AddressForm many={tool.multiple} onOpen={tool.openAddresses} />}
        <Samples tool={tool} />
        <p class="hint promise">{promise()}</p>
      </div>
    </section>
  );
}

function promise(): string {
  const stays =
    "Files stay on this machine until you press a button that sends them. Results are deleted within two hours.";
  if (standing.value !== "visitor" || !Number.isFinite(largest.value.pdf)) return stays;
  return `No key is needed to try, with files of up to ${limit(largest.value.pdf)}. ${stays}`;
}

function Loading({ name }: { name: string }) {
  const arrived = viewerArrived.value;
  return (
    <div class="loading">
      <p role="status">{arrived === undefined ? `Opening ${name} …` : "Loading the viewer …"}</p>
      {arrived === undefined ? (
        <progress aria-label="Opening the file" />
      ) : (
        <progress aria-label="Loading the viewer" max={1} value={arrived} />
      )}
    </div>
  );
}

/** Samples for other tools; a click switches to that tool. */
const OTHER_SAMPLES: { label: string; tool: ToolName; load?: Sample["load"] }[] = [
  { ...SAMPLES.photos, tool: "images" },
  { label: "A page", tool: "html" },
];

function open(load: Sample["load"], tool: Tool): void {
  openProblem.value = undefined;
  load().then(tool.take, (error: Error) => {
    openProblem.value = error.message;
  });
}

function Samples({ tool }: { tool: Tool }) {
  return (
    <div class="samples" role="group" aria-label="Samples">
      <span class="soft">Or try</span>
      {tool.samples.map(({ label, load }) => (
        <button
          type="button"
          key={label}
          class="sample"
          onPointerEnter={() => tool.multiple || void library().catch(() => undefined)}
          onClick={() => open(load, tool)}
        >
          {label}
        </button>
      ))}
      {OTHER_SAMPLES.filter(({ tool: name }) => name !== tool.name).map(({ label, tool: name, load }) => (
        <button
          type="button"
          key={label}
          class="sample"
          onClick={() => {
            const other = TOOLS.find((one) => one.name === name);
            location.hash = name;
            if (load && other) open(load, other);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** A protected document is opened in the browser; the service gets the password together with the file. */
function Password() {
  const asked = passwordAsked.value;
  const [text, setText] = useState("");
  if (!asked) return null;
  return (
    <form
      class="password"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") void openFile(asked.file, text);
      }}
    >
      <TextField
        label={`Password of ${asked.file.name}`}
        type="password"
        value={text}
        error={asked.message}
        autoFocus
        onInput={setText}
      />
      <button type="submit" class="primary">
        Open
      </button>
    </form>
  );
}
