import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";

/** Changes of the same things that follow each other this fast are one step, as are all of one drag. */
const PAUSE_MS = 600;
const MAX_STEPS = 500;

let presses = 0;
let isPressed = false;
addEventListener(
  "pointerdown",
  () => {
    presses += 1;
    isPressed = true;
  },
  true,
);
const release = () => {
  isPressed = false;
};
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, true);

export type Values = Readonly<Record<string, unknown>>;

/** What a person makes in one tool. Each change can be undone, and it is kept over a reload. */
export class Work {
  readonly #signals: Readonly<Record<string, Signal>>;
  readonly #past = signal<readonly Values[]>([]);
  readonly #future = signal<readonly Values[]>([]);
  readonly #now = signal<Values>({});
  readonly canUndo = computed(() => this.#past.value.length > 0);
  readonly canRedo = computed(() => this.#future.value.length > 0);
  /** What there is now, for whoever keeps it; passwords and the like are left out. */
  readonly values: ReadonlySignal<Values>;
  #kept: { values: Values; of: unknown } | undefined;
  #isOwn = false;
  #press = -1;
  #what = "";
  #at = 0;

  readonly #finished = signal<Values | undefined>(undefined);
  /** Whether something was done of which there is no result yet. */
  readonly isUnfinished = computed(() => this.canUndo.value && this.#finished.value !== this.#now.value);

  constructor(signals: Readonly<Record<string, Signal>>, keepable: (values: Values) => Values = (values) => values) {
    this.#signals = signals;
    this.values = computed(() => keepable(this.#now.value));
    effect(() => {
      const values = Object.fromEntries(Object.entries(signals).map(([name, one]) => [name, one.value]));
      this.#note(values);
    });
  }

  /** There is a result of what was done. */
  finish(): void {
    this.#finished.value = this.#now.peek();
  }

  /** Begins with nothing to undo, from what was kept of this document if there is something. */
  begin(of?: unknown): void {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept && kept.of === of) this.#show(kept.values);
    this.forgetSteps();
  }

  /** Shows what was kept. */
  restore(values: Values): void {
    this.#show(values);
    this.forgetSteps();
  }

  /** What there is now is where undoing ends. */
  forgetSteps(): void {
    this.#past.value = [];
    this.#future.value = [];
    this.#press = -1;
  }

  /** The change that follows is a step of its own, however fast it follows. */
  beginStep(): void {
    this.#press = -1;
  }

  /** Keeps values for when this document is shown. */
  keepFor(of: unknown, values: Values): void {
    this.#kept = { of, values };
  }

  undo(): void {
    this.#step(this.#past, this.#future);
  }

  redo(): void {
    this.#step(this.#future, this.#past);
  }

  #step(from: Signal<readonly Values[]>, to: Signal<readonly Values[]>): void {
    const values = from.value.at(-1);
    if (!values) return;
    batch(() => {
      from.value = from.value.slice(0, -1);
      to.value = [...to.value, this.#now.peek()];
    });
    this.#show(values);
    this.#press = -1;
  }

  #show(values: Values): void {
    this.#isOwn = true;
    batch(() => {
      for (const [name, one] of Object.entries(this.#signals)) if (name in values) one.value = values[name];
    });
    this.#isOwn = false;
  }

  #note(values: Values): void {
    const before = this.#now.peek();
    this.#now.value = values;
    if (this.#isOwn || Object.keys(before).length === 0) return;
    const now = performance.now();
    const what = Object.keys(values)
      .filter((name) => values[name] !== before[name])
      .join();
    const isSame = this.#press === presses && this.#what === what;
    const goesOn = isSame && (isPressed || now - this.#at < PAUSE_MS);
    this.#press = presses;
    this.#what = what;
    this.#at = now;
    if (goesOn) return;
    this.#past.value = [...this.#past.peek(), before].slice(-MAX_STEPS);
    this.#future.value = [];
  }
}
