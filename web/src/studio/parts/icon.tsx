/** Drawn with one pen, on a square of 16: characters of fonts differ in weight, size and height. */
const PATHS = {
  undo: "M3 6h6.5a3.5 3.5 0 0 1 0 7H6M3 6l3-3M3 6l3 3",
  redo: "M13 6H6.5a3.5 3.5 0 0 0 0 7H10M13 6l-3-3M13 6l-3 3",
  turnLeft: "M3.2 6A5.3 5.3 0 1 1 3 9.6M3 2.8V6h3.2",
  turnRight: "M12.8 6A5.3 5.3 0 1 0 13 9.6M13 2.8V6H9.8",
  left: "M13 8H3M7 4 3 8l4 4",
  right: "M3 8h10M9 4l4 4-4 4",
  up: "M8 13V3M4 7l4-4 4 4",
  previous: "M10 3.5 5.5 8l4.5 4.5",
  next: "M6 3.5 10.5 8 6 12.5",
  remove: "M4 4l8 8M12 4l-8 8",
  minus: "M3.5 8h9",
  plus: "M3.5 8h9M8 3.5v9",
  grip: "M6 4v.01M10 4v.01M6 8v.01M10 8v.01M6 12v.01M10 12v.01",
  cut: "M5 6.5 13 11M5 9.5 13 5M4 6.2a1.7 1.7 0 1 1 .01 0M4 13.2a1.7 1.7 0 1 1 .01 0",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11v11M6.6 3.2v9.6M5.2 4v8M3.9 5.4v5.2",
} as const;

export type IconName = keyof typeof PATHS;

/** The name for people stands on the button. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon of-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
