import { useOwnId } from "../parts/own-id.ts";
import type { Area, Size } from "./area.ts";

/** What lies outside all areas of a page is dark, or red where it goes for good. */
export function Shade({ areas, page, removes }: { areas: readonly Area[]; page: Size; removes: boolean }) {
  const id = useOwnId();
  const { width, height } = page;
  return (
    <svg
      class={removes ? "shade removing" : "shade"}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width={width} height={height}>
        <rect width={width} height={height} fill="#fff" />
        {areas.map((area, index) => (
          <rect
            key={index}
            x={area.x}
            y={height - area.y - area.height}
            width={area.width}
            height={area.height}
            fill="#000"
          />
        ))}
      </mask>
      <rect width={width} height={height} mask={`url(#${id})`} />
    </svg>
  );
}
