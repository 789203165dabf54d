import { batch, type Signal } from "@preact/signals";

type Given = Readonly<Record<string, unknown>>;

/** What a link hands on of a tool: the values of these signals, by their names. */
export function settings(signals: Readonly<Record<string, Signal>>) {
  const entries = Object.entries(signals);
  const now = (): Record<string, unknown> => Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
  const usual = now();
  /** What a link says in another way than it is kept here is left as it is. */
  const take = (given: Given) =>
    batch(() => {
      for (const [name, kept] of entries) if (typeof given[name] === typeof usual[name]) kept.value = given[name];
    });
  /** All as at first, but for what is given. */
  const begin = (given: Given = {}) => {
    take(usual);
    take(given);
  };
  return { now, take, begin };
}
