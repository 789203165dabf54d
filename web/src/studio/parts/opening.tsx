import { useState } from "preact/hooks";
import { openFile, opening, openNote, openProblem, passwordAsked } from "../document/opened.ts";
import { viewerArrived } from "../document/pdfjs.ts";
import { TextField } from "./fields.tsx";
import { Small } from "./small.tsx";

export function Loading({ name }: { name: string }) {
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

/** A protected document is opened in the browser; the service gets the password together with the file. */
export function Password() {
  const asked = passwordAsked.value;
  const [text, setText] = useState("");
  if (!asked) return null;
  return (
    <form
      class="password"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") void (asked.open ?? ((password) => openFile(asked.file, password)))(text);
      }}
    >
      <TextField
        label={`Password of ${asked.file.name}`}
        type="password"
        value={text}
        {...{ [asked.why.isWrong ? "error" : "hint"]: asked.why.message }}
        autoFocus
        onInput={setText}
      />
      <button type="submit" class="primary">
        Open
      </button>
      <button type="button" onClick={forget}>
        Do not open it
      </button>
    </form>
  );
}

function forget(): void {
  passwordAsked.value = undefined;
  openProblem.value = undefined;
  openNote.value = undefined;
}

/** Over a document that is open: what becomes of another one that was dropped on it. */
export function OpeningOver() {
  const problem = openProblem.value ?? openNote.value;
  if (!opening.value && problem === undefined && !passwordAsked.value) return null;
  return (
    <div class="opening-over">
      {opening.value && <Loading name={opening.value.name} />}
      {problem !== undefined && !opening.value && (
        <div class="notice warn closable">
          <p role="alert">{problem}</p>
          <Small aria-label="Close this message" onClick={forget} icon="remove" />
        </div>
      )}
      {!opening.value && <Password />}
    </div>
  );
}
