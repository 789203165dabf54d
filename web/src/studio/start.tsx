import { opening, openProblem } from "./document/opened.ts";
import { library } from "./document/pdfjs.ts";
import { continueEarlier, earlier } from "./keeping.ts";
import { AddressForm } from "./parts/address-form.tsx";
import { Alert } from "./parts/alert.tsx";
import { ChooseFiles } from "./parts/choose-files.tsx";
import { Loading, Password } from "./parts/opening.tsx";
import { SAMPLES, type Sample } from "./samples.ts";
import type { ToolName } from "./share.ts";
import { TOOLS, type Tool } from "./tools.tsx";

/** The start page of a tool: a place for files, and samples. */
export function Start({ tool }: { tool: Tool }) {
  const isLoading = opening.value !== undefined;
  return (
    <section class="start" aria-label={tool.title}>
      <div class="start-inner">
        <h1>{tool.title}</h1>
        <p class="lead">{tool.lead}</p>
        <div class="drop-place">
          {isLoading ? (
            <Loading name={opening.value?.name ?? ""} />
          ) : (
            <>
              <ChooseFiles
                label={tool.choose}
                class="primary large"
                accept={tool.accept}
                multiple={tool.multiple}
                onFiles={tool.take}
              />
              <p class="soft">or drop {tool.multiple ? "files" : "a file"} anywhere, or paste</p>
            </>
          )}
          <Alert text={openProblem.value} />
        </div>
        <Password />
        {tool.openAddresses && !isLoading && <AddressForm many={tool.multiple} onOpen={tool.openAddresses} />}
        <Continue />
        {tool.samples.length > 0 && <Samples tool={tool} />}
        <p class="hint promise">
          Your files stay on this machine, of any size: the work is done here, and no key is needed.
        </p>
      </div>
    </section>
  );
}

/** What an earlier visit left unfinished. */
function Continue() {
  const draft = earlier.value;
  if (!draft) return null;
  return (
    <p class="continue">
      <button type="button" onClick={() => continueEarlier(draft)}>
        Continue with {draft.name}
      </button>
    </p>
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
