import { useEffect, useState } from "preact/hooks";
import { bytes, plural } from "../../format.ts";
import { opened, sizes } from "../document/opened.ts";
import { archive } from "../engine/here.ts";
import { runHere } from "../job.ts";
import { Batch } from "../parts/batch.tsx";
import { isNarrow } from "../parts/measure.ts";
import { goOn, ONWARD, type Onward as OnwardTool } from "../parts/onward.ts";
import { PageCanvas } from "../parts/page-canvas.tsx";
import { A4 } from "../parts/page-size.ts";
import { ResultPanel } from "../parts/result-panel.tsx";
import { Small } from "../parts/small.tsx";
import { ask } from "../question.tsx";
import { finishing, result } from "./state.ts";

/** So many files are shown larger, where there is room. */
const FEW = 8;

export interface SplitProps {
  made: NonNullable<typeof result.value>;
}

/** The files that were made: the first page of each, its name, its link. */
export function SplitResult({ made }: SplitProps) {
  const { answer, call, again } = made;
  const [archiveUrl, setArchiveUrl] = useState(answer.zipDownloadUrl);
  useEffect(() => () => URL.revokeObjectURL(archiveUrl), [archiveUrl]);
  const areFew = !isNarrow() && answer.files.length <= FEW;
  const saveAll = () =>
    runHere({
      working: "Making the archive",
      send: (_, { signal }) => archive(answer.files, signal as AbortSignal),
      async receive(blob) {
        const url = URL.createObjectURL(blob);
        setArchiveUrl(url);
        Object.assign(document.createElement("a"), { href: url, download: answer.fileName }).click();
      },
    });
  return (
    <section class="workspace no-strip" aria-label="Result">
      <div class="stage">
        <ul class={`stage-view files links${areFew ? " few" : ""}`} aria-label="Files">
          {answer.files.map((file) => (
            <li key={file.downloadUrl}>
              <FirstPage pages={file.pages} width={areFew ? 220 : 132} />
              <a href={file.downloadUrl} download={file.fileName}>
                {file.fileName}
              </a>
              <span class="soft small">
                {/[-,]/.test(file.pages) ? "Pages" : "Page"} {file.pages} · {bytes(file.size)}
              </span>
              <Onward file={file} isOnly={answer.files.length === 1} />
            </li>
          ))}
        </ul>
      </div>
      <ResultPanel
        title={`${plural(answer.files.length, "file")} made`}
        notes={[...answer.notes, ...(answer.warnings ?? [])]}
        save={{ label: "Save all", url: archiveUrl, fileName: answer.fileName, make: () => void saveAll() }}
        call={call}
        again={again}
        further={again && <Batch operation="split" doing="Splitting" fields={() => call.fields} />}
        onBack={() => {
          result.value = undefined;
        }}
      >
        <p class="soft">Save one by its name, or all of them in a ZIP archive of {bytes(answer.outputSize)}.</p>
      </ResultPanel>
    </section>
  );
}

/** A part becomes the document of another tool. */
function Onward({ file, isOnly }: { file: { fileName: string; downloadUrl: string }; isOnly: boolean }) {
  const go = async (tool: OnwardTool) => {
    const text = "The other files of this split are closed: save those that you want to keep first.";
    const question = { title: `Go on with ${file.fileName}?`, text, yes: "Go on", no: "Stay here" };
    if (isOnly || (await ask(question)))
      await goOn({ ...file, password: finishing.passwordOf(opened.value?.password) }, tool);
  };
  return (
    <details class="onward small">
      <summary aria-label={`Go on with ${file.fileName}`}>Go on</summary>
      <span class="row">
        {(["crop", "redact", "organize"] as const).map((tool) => (
          <Small key={tool} onClick={() => void go(tool)}>
            {ONWARD[tool]}
          </Small>
        ))}
      </span>
    </details>
  );
}

/** The first page of a part looks as it does in the document, which is open and drawn already. */
function FirstPage({ pages, width }: { pages: string; width: number }) {
  const pdf = opened.value?.pdf;
  const page = Number(/\d+/.exec(pages)?.[0]);
  if (!pdf) return null;
  return (
    <span class="thumb-page">
      <PageCanvas {...{ pdf, page, width }} size={sizes.value.get(page) ?? A4} isOfMany />
    </span>
  );
}
