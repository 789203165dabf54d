import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Coding, ComponentCoding, Order } from "./coding.ts";
import { Resolution } from "./precincts.ts";
import { type Component, type Rect, type Size, tileRect } from "./size.ts";

/** A tile, and what holds for the packets of all of its components. */
export interface Tile extends Rect {
  readonly order: Order;
  readonly components: readonly TileComponent[];
}

export interface TileComponent {
  readonly component: Component;
  readonly coding: ComponentCoding;
  /** From the lowest to the highest. */
  readonly resolutions: readonly Resolution[];
}

/** Memory of a resolution of a component. */
const RESOLUTION_BYTES = 400;

/** The geometry of a tile (ISO/IEC 15444-1 §B.3 and B.5). */
export function layTile(size: Size, index: number, coding: Coding, holding: Holding): Tile {
  const rect = tileRect(size.grid, index);
  const components = size.components.map((component, place): TileComponent => {
    const own = coding.component(place);
    const count = own.decompositions + 1;
    holding.entries(count, RESOLUTION_BYTES, COST.resolution);
    const samples = {
      left: Math.ceil(rect.left / component.across),
      top: Math.ceil(rect.top / component.down),
      right: Math.ceil(rect.right / component.across),
      bottom: Math.ceil(rect.bottom / component.down),
    };
    const resolutions = Array.from({ length: count }, (_, resolution) => new Resolution(resolution, samples, own));
    return { component, coding: own, resolutions };
  });
  return { ...rect, order: coding.order, components };
}
