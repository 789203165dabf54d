import { figure, isMet, type Target, table } from "../bench/lib/report.ts";
import type { Peer } from "./peers.ts";
import { keyOf, type Measured } from "./state.ts";
import type { Wound } from "./wound.ts";

const MAX_MS = 2000;
const MAX_MB = 100;
/** What is shorter than that is no wound, and is told all the same. */
export const LONG_S = 2;
const isTime = (how: string) => / s$/.test(how) && !how.startsWith(">");

interface Shelf {
  readonly wounds: readonly Wound[];
  readonly measured: Readonly<Record<string, Measured>>;
  readonly peers: readonly { readonly peer: Peer; readonly version: string }[];
}

export function targetsOf({ wounds, measured }: Shelf): Target[] {
  const ours = wounds.flatMap((wound) => measured[keyOf(wound)]?.ours ?? []);
  const most = (of: (one: (typeof ours)[number]) => number) => ours.reduce((max, one) => Math.max(max, of(one)), 0);
  const failures = ours.reduce((sum, one) => sum + one.failures.length, 0);
  return [
    { what: "CPU of the dearest of ours", value: most(({ ms }) => ms), limit: MAX_MS, better: "lower", unit: "ms" },
    {
      what: "growth of the largest of ours",
      value: most(({ grown }) => grown),
      limit: MAX_MB,
      better: "lower",
      unit: "MB",
    },
    { what: "failures of ours", value: failures, limit: 0, better: "lower", unit: "" },
    { what: "files not tried on ours", value: wounds.length - ours.length, limit: 0, better: "lower", unit: "" },
  ];
}

export function bodyOf(shelf: Shelf): string {
  const { wounds, measured, peers } = shelf;
  const readers = new Set(wounds.map(({ reader }) => reader)).size;
  const tried = wounds.filter((wound) => Object.keys(measured[keyOf(wound)]?.theirs ?? {}).length > 0).length;
  const rows = wounds.map((wound) => {
    const { ours, theirs = {} } = measured[keyOf(wound)] ?? {};
    const own = ours ? `${figure(ours.ms)} ms, ${figure(ours.grown)} MB (${ours.operation || "none"})` : "not tried";
    const hurt = Object.entries(theirs).filter(([, how]) => how !== "");
    const told =
      Object.keys(theirs).length === 0 ? "not tried" : hurt.map(([name, how]) => `${name} ${how}`).join(", ");
    const shape = `${wound.shape}${wound.told === "test" ? "" : " *"}`;
    return [wound.reader, `${wound.number} (${wound.year})`, shape, String(ours?.size ?? ""), own, told];
  });
  const totals = peers.map(({ peer: { name, kind }, version }) => {
    const fates = wounds
      .filter((wound) => wound.kind === kind)
      .flatMap((wound) => measured[keyOf(wound)]?.theirs[name] ?? []);
    const long = fates.filter(isTime).length;
    return [name, version, String(fates.length), String(long), String(fates.filter((how) => how !== "").length - long)];
  });
  return [
    `${wounds.length} files of ${readers} readers, each made by code (lab/shelf); ${tried} of them were tried on the others.`,
    "",
    "Ours does all operations that take such a file, each with the work that a request may do: the figures are the CPU time",
    "of the dearest operation, and how much larger the process became in any of them, its garbage included. Beside it stand",
    "the readers that a file hurts: more than 20 s of CPU, more than 1 GB, or a process that dies; where the time is above",
    "2 s, it is told. A star marks a shape that no more than the text of an advisory or of a fix describes: such a file need",
    "not be the one that was reported, and may hurt nobody. Of these releases many are older than the fixes.",
    "",
    ...table(["reader", "number", "shape", "bytes", "ours", "hurts"], rows),
    "",
    ...table(["reader", "version", "files", "2 to 20 s", "> 20 s, > 1 GB or died"], totals),
    "",
    ...table(
      ["target", "measured", "asked", "met"],
      targetsOf(shelf).map((target) => [
        target.what,
        `${figure(target.value)} ${target.unit}`.trim(),
        `≤ ${target.limit} ${target.unit}`.trim(),
        isMet(target) ? "yes" : "NO",
      ]),
    ),
    "",
    "`npm run shelf -- --write` makes this table.",
  ].join("\n");
}
