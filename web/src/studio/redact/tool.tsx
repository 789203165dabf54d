import { batch } from "@preact/signals";
import { type Area, placeOf } from "../crop/area.ts";
import { AreaLayer } from "../crop/area-layer.tsx";
import { beginning } from "../document/beginning.ts";
import { type Opened, opened } from "../document/opened.ts";
import { prepare } from "../engine/here.ts";
import { later } from "../parts/later.tsx";
import { PageWork } from "../parts/page-work.tsx";
import { Result } from "../parts/results.ts";
import { settings } from "../parts/settings.ts";
import { showNext } from "./findings.tsx";
import { Going, Marks } from "./marks.tsx";
import { addBox, RedactPanel, removeBox } from "./panel.tsx";
import { isText, type Rule } from "./plan.ts";
import type { RedactionProps } from "./result.tsx";
import * as state from "./state.ts";

const RedactionReport = later<RedactionProps>("RedactionReport");

/**
 * Patterns, and how cuts are marked. Texts are not shared: a link with the names that someone cuts would tell them.
 * Places and boxes belong to one document.
 */
const linked = settings({ mark: state.mark, colour: state.colour, label: state.label, gap: state.gap });

function settingsNow(): Record<string, unknown> {
  return { rules: state.rules.value.filter((rule) => !isText(rule)), ...linked.now() };
}

function begin(document: Opened, given: Record<string, unknown> = {}): void {
  batch(() => {
    state.turnTo(1);
    state.current.value = undefined;
    state.found.value = new Map();
    state.foundElsewhere.value = new Map();
    state.coverage.value = undefined;
    state.result.value = undefined;
    state.finishing.begin();
    state.wanted.value = "";
    state.rules.value = Array.isArray(given.rules) ? (given.rules as Rule[]) : [];
    state.unticked.value = new Set();
    state.boxes.value = new Map();
    state.goesOnUnsearched.value = false;
    state.onUnremovable.value = "refuse";
    linked.begin(given);
  });
  state.work.begin(document.source);
  if (document.source instanceof File) prepare("redact");
}

const { takeSettings, useOpened } = beginning(begin);

export { takeSettings };

export function RedactTool() {
  const document = useOpened();
  if (!document) return null;
  const result = state.result.value;
  if (!result) return <RedactWork />;
  const { made, answer } = result;
  const { pdf } = document;
  const changed = new Set([...answer.findings, ...answer.areas].map(({ pageNumber }) => pageNumber));
  return (
    <Result
      made={made}
      kept={state.result}
      before={(page) => ({ pdf, page })}
      same={(page) => (changed.has(page) ? undefined : { pdf, page })}
      beside={(page) => <Going page={page} />}
      onward={["crop", "split", "organize"]}
      report={(onPage) => <RedactionReport {...result} onPage={onPage} />}
    />
  );
}

function RedactWork() {
  const { pdf } = opened.value as NonNullable<typeof opened.value>;
  const page = state.page.value;
  const size = state.sizeOf(page);
  const boxes = state.here.value;
  const labelOf = ({ width, height }: Area, index: number) =>
    `Box ${index + 1} of ${boxes.length}: ${Math.round(width)} by ${Math.round(height)} points. Arrow keys move it, with Shift faster; with Alt they move its right and top edges. Delete removes it.`;
  const tap = ({ x, y }: { x: number; y: number }) => {
    const isThere = (area: Area) => x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
    const finding = state.byPage.value.get(page)?.find(({ areas }) => areas.some(isThere));
    if (!finding) return;
    state.tick([finding], !state.isTicked(finding));
    state.show(finding);
  };
  return (
    <PageWork
      title="Redact a PDF"
      pdf={pdf}
      page={page}
      sizeOf={state.sizeOf}
      onTurn={state.turnTo}
      onPage={state.turnTo}
      over={(number) => <Going page={number} />}
      about={about}
      keys={{ a: addBox, n: showNext }}
      layer={
        <AreaLayer
          areas={boxes}
          at={state.at.value}
          page={size}
          labelOf={labelOf}
          keepsShape={false}
          isProposal={false}
          addsAlways
          onSelect={(index) => {
            state.at.value = index;
          }}
          onChange={state.setBox}
          onAdd={state.addBox}
          onRemove={removeBox}
          onTap={tap}
        >
          <Marks page={page} />
          {boxes.map((area, index) => (
            <span key={index} class="found" style={placeOf(area, size)} />
          ))}
        </AreaLayer>
      }
    >
      <RedactPanel onShare={settingsNow} />
    </PageWork>
  );
}

/** What screen readers say of a page. */
function about(page: number): string {
  const found = state.byPage.value.get(page)?.filter(state.isTicked).length ?? 0;
  const boxes = state.boxes.value.get(page)?.length ?? 0;
  if (found + boxes === 0) return "";
  const counts = [...(found > 0 ? [`${found} ticked`] : []), ...(boxes > 0 ? [`${boxes} boxed`] : [])];
  return `, ${counts.join(", ")}`;
}
