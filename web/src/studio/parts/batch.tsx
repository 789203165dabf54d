import { useEffect, useState } from "preact/hooks";
import { announce } from "../../dom.ts";
import { bytes, plural } from "../../format.ts";
import { perform } from "../engine/here.ts";
import { phase, runHere } from "../job.ts";
import { forPeople } from "../messages.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { Small } from "./small.tsx";

/** What became of one file of many. */
interface Outcome {
  name: string;
  /** What was done, or why not. */
  text: string;
  isBad: boolean;
  files: readonly { name: string; data: Blob }[];
}

export interface BatchProps {
  operation: "crop" | "split" | "redact";
  /** What is being done, as in "Cropping". */
  doing: string;
  fields: () => Record<string, unknown>;
  /** What is not the same for other documents. */
  hint?: string;
}

/** The same of further files, one after the other on this machine. What could not be done is said file by file. */
export function Batch(props: BatchProps) {
  const { operation, doing, fields, hint } = props;
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const begin = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const asked = fields();
    let done: readonly Outcome[] = [];
    setOutcomes(done);
    await runHere({
      working: `${doing} ${plural(files.length, "file")}`,
      of: files.length,
      async send(_, { signal, isAt }) {
        for (const [index, file] of files.entries()) {
          isAt?.(`file ${index + 1}`);
          const outcome = await outcomeOf(operation, { ...asked, file }, signal as AbortSignal);
          signal?.throwIfAborted();
          done = [...done, outcome];
          setOutcomes(done);
        }
      },
    });
    const bad = done.filter(({ isBad }) => isBad).length;
    announce(
      [...(bad > 0 ? [`${plural(bad, "file")} could not be done.`] : []), `${done.length - bad} done.`].join(" "),
    );
  };
  return (
    <section class="group batch" aria-label="More files">
      <h2>More files</h2>
      <div class="row">
        {!phase.value && (
          <ChooseFiles label="Do the same with more PDFs" accept=".pdf" onFiles={(files) => void begin(files)} />
        )}
        {!phase.value && outcomes.some(({ files }) => files.length > 0) && <SaveAll outcomes={outcomes} />}
      </div>
      {hint !== undefined && outcomes.length === 0 && <p class="hint">{hint}</p>}
      {outcomes.length > 0 && (
        <ul class="outcomes" aria-label="What became of them">
          {[...outcomes]
            .sort((one, other) => Number(other.isBad) - Number(one.isBad))
            .map((outcome, index) => (
              <li key={index}>
                <strong>{outcome.name}</strong>
                <span class={outcome.isBad ? "error" : "soft small"}>{outcome.text}</span>
                {outcome.files.length === 1 && <Made file={outcome.files[0] as Outcome["files"][0]} />}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

async function outcomeOf(operation: string, asked: Record<string, unknown> & { file: File }, signal: AbortSignal) {
  const { name } = asked.file;
  try {
    const { answer, blobs } = await perform(operation, asked, { signal });
    const made = (answer.files ?? [answer]) as { fileName: string; downloadUrl: string }[];
    const files = made.map((one) => ({ name: one.fileName, data: blobs[Number(one.downloadUrl)] as Blob }));
    return { name, text: String(answer.message), isBad: false, files };
  } catch (error) {
    signal.throwIfAborted();
    return { name, text: forPeople(error), isBad: true, files: [] };
  }
}

function useAddress(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

function Made({ file: { name, data } }: { file: Outcome["files"][0] }) {
  return (
    <a href={useAddress(data)} download={name}>
      {name} <span class="soft small">{bytes(data.size)}</span>
    </a>
  );
}

/** All files in one archive; the parts of a document are in a folder of its name. */
function SaveAll({ outcomes }: { outcomes: readonly Outcome[] }) {
  const save = () =>
    runHere({
      working: "Making the archive",
      send: (_, { signal }) => perform("archive", { file: filesOf(outcomes) }, signal ? { signal } : {}),
      async receive({ blobs: [archive] }) {
        const url = URL.createObjectURL(archive as Blob);
        Object.assign(document.createElement("a"), { href: url, download: "files.zip" }).click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      },
    });
  return <Small onClick={() => void save()}>Save all as ZIP</Small>;
}

/** Documents of one name stay apart. */
function filesOf(outcomes: readonly Outcome[]): Outcome["files"][0][] {
  const taken = new Set<string>();
  return outcomes.flatMap(({ name, files }) => {
    const stem = name.replace(/\.pdf$/i, "");
    const pathOf = (file: string, again = "") => (files.length > 1 ? `${stem}${again}/${file}` : again + file);
    let again = "";
    for (let count = 2; files.some((file) => taken.has(pathOf(file.name, again))); count++) {
      again = files.length > 1 ? ` (${count})` : `${count}-`;
    }
    return files.map((file) => {
      const path = pathOf(file.name, again);
      taken.add(path);
      return { ...file, name: path };
    });
  });
}
