import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Size } from "../document/viewer.ts";
import { countsOf } from "../parts/removal-report.tsx";
import { type Area, placeOf } from "./area.ts";
import { askedNow, foresee, foreseen } from "./foreseen.ts";
import * as state from "./state.ts";

/** Over the page in view: what goes from inside its areas, in red; or the page without all that goes. */
export function Foresight({ page }: { page: Size }) {
  const asked = askedNow();
  useEffect(foresee, [asked]);
  const now = foreseen.value;
  if (now === undefined || now.asked !== asked || "refusal" in now) return null;
  const isGone = state.showsGone.value;
  return (
    <>
      {isGone && <div class="gone" />}
      {now.areas.map(({ place, left, goes }, index) => (
        <Pixels
          key={index}
          data={isGone ? left : goes}
          place={place}
          page={page}
          label={isGone ? "What is left" : "What goes from the area"}
        />
      ))}
    </>
  );
}

function Pixels(props: { data: ImageData; place: Area; page: Size; label: string }) {
  const { data, place, page, label } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  // With the name that says what it shows: an effect would come a frame later.
  useLayoutEffect(() => canvas.current?.getContext("2d")?.putImageData(data, 0, 0), [data]);
  return (
    <canvas
      ref={canvas}
      class="foreseen"
      width={data.width}
      height={data.height}
      style={placeOf(place, page)}
      role="img"
      aria-label={label}
    />
  );
}

/** The same in words. */
export function ForeseenCounts() {
  const now = foreseen.value;
  const asked = askedNow();
  if (asked === undefined) return null;
  if (now?.asked !== asked) return <p class="hint">Looking at what goes from page {state.page.value} …</p>;
  if ("refusal" in now) {
    return <p class="notice warn">This cannot be removed: {now.refusal}</p>;
  }
  const [found] = now.report.pages;
  const { removed, cut } = found ? countsOf(found) : { removed: "", cut: "" };
  return (
    <p class="hint foreseen-counts" role="status">
      From page {state.page.value} go: {removed || "nothing"}
      {cut && `; cut in part: ${cut}`}.
    </p>
  );
}
