import { useEffect, useRef, useState } from "preact/hooks";
import type { SplitPdfResult } from "../../../../client/src/index.ts";
import { bytes, plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import { opened } from "../document/opened.ts";
import type { PdfView } from "../document/viewer.ts";
import { archive } from "../engine/here.ts";
import { runHere } from "../job.ts";
import type { MakesLink } from "../parts/copy-link.tsx";
import { PageCanvas } from "../parts/page-canvas.tsx";
import { openAt } from "../parts/result.tsx";
import { ResultPanel } from "../parts/result-panel.tsx";
import { result } from "./state.ts";

type File = SplitPdfResult["files"][number];

/** The files that were made: the first page of each, its name, its link. */
export function SplitResult({
  made,
}: {
  made: { answer: SplitPdfResult; call: Described; again: MakesLink | undefined };
}) {
  const { answer, call, again } = made;
  const [archiveUrl, setArchiveUrl] = useState(answer.zipDownloadUrl);
  useEffect(() => () => URL.revokeObjectURL(archiveUrl), [archiveUrl]);
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
        <ul class="stage-view files links" aria-label="Files">
          {answer.files.map((file) => (
            <li key={file.downloadUrl}>
              <FirstPage file={file} />
              <a href={file.downloadUrl} download={file.fileName}>
                {file.fileName}
              </a>
              <span class="soft small">
                {/[-,]/.test(file.pages) ? "Pages" : "Page"} {file.pages} · {bytes(file.size)}
              </span>
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
        onBack={() => {
          result.value = undefined;
        }}
      >
        <p class="soft">Save one by its name, or all of them in a ZIP archive of {bytes(answer.outputSize)}.</p>
      </ResultPanel>
    </section>
  );
}

/** Opened when it comes into view: a hundred parts are a hundred documents. */
function FirstPage({ file }: { file: File }) {
  const place = useRef<HTMLSpanElement>(null);
  const [pdf, setPdf] = useState<PdfView | undefined>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    let view: PdfView | undefined;
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      openAt(file.downloadUrl, { password: opened.value?.password, signal: leaving.signal }).then(
        (open) => {
          view = open;
          setPdf(open);
        },
        () => undefined,
      );
    });
    watch.observe(place.current as HTMLSpanElement);
    return () => {
      watch.disconnect();
      leaving.abort();
      void view?.loadingTask.destroy();
    };
  }, [file.downloadUrl]);
  return (
    <span class="thumb-page" ref={place}>
      {pdf && <PageCanvas pdf={pdf} page={1} width={132} size={{ width: 595, height: 842 }} />}
    </span>
  );
}
