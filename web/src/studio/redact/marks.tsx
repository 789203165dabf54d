import { placeOf } from "../crop/area.ts";
import * as state from "./state.ts";

/** The places of a page that were found: filled where they go, and dashed where they stay. */
export function Marks({ page }: { page: number }) {
  const size = state.sizeOf(page);
  return (state.byPage.value.get(page) ?? []).flatMap((finding) => {
    const { key, areas } = finding;
    const name = `found${state.isTicked(finding) ? "" : " stays"}${key === state.current.value ? " current" : ""}`;
    return areas.map((area, index) => <span key={`${key} ${index}`} class={name} style={placeOf(area, size)} />);
  });
}

/** All that goes from a page, small or as it was. */
export function Going({ page }: { page: number }) {
  const size = state.sizeOf(page);
  return (
    <>
      <Marks page={page} />
      {(state.boxes.value.get(page) ?? []).map((area, index) => (
        <span key={index} class="found" style={placeOf(area, size)} />
      ))}
    </>
  );
}
