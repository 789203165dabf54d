import { useEffect, useRef } from "preact/hooks";

const KEYS: [string, string][] = [
  ["Arrow keys", "Move the area by a point; with Shift by ten"],
  ["Alt and arrow keys", "Move the area's right and top edges"],
  ["A", "Add another area, or a box, of the page"],
  ["Delete", "Remove it, or the pages that are organized"],
  ["N", "The next place that was found; Space ticks it"],
  ["Ctrl and the wheel, or two fingers", "Zoom the page"],
  ["Page Up, Page Down", "Turn pages"],
  ["G, a number, Enter", "Go to that page"],
  ["Arrow keys in a list", "Go along its pages, cuts or images; Tab leaves the list"],
  ["B, held", "The page as it was"],
  ["Alt and arrow keys, R, D", "Move, turn or duplicate the pages that are organized"],
  ["Ctrl and click", "Select a page in the list; with Shift, all pages up to it"],
  ["Ctrl and Z", "Undo; with Shift, do it again"],
  ["Ctrl and Enter", "Press the main button"],
  ["?", "This list"],
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="keyboard-title" onClose={onClose}>
      <h2 id="keyboard-title">Keyboard</h2>
      <dl class="keys-list">
        {KEYS.map(([name, what]) => (
          <div key={name}>
            <dt>
              <kbd>{name}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
