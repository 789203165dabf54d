import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROJECT } from "../../scripts/lib/service.ts";
import type { Wound } from "./wound.ts";

/** What all operations of ours took for a file. */
export interface Ours {
  readonly ms: number;
  readonly grown: number;
  readonly size: number;
  readonly operation: string;
  readonly outcome: string;
  readonly failures: readonly string[];
}

/** What was measured of a file; of the peers those that were tried, and how each fared. */
export interface Measured {
  ours?: Ours;
  theirs: Record<string, string>;
}

/** A run takes hours where a machine is busy. What it has is kept, and the next one goes on from there. */
const FILE = join(PROJECT, ".quire", "shelf.json");

export const keyOf = ({ reader, number, shape }: Wound) => `${reader} ${number}: ${shape}`;

export function kept(): Record<string, Measured> {
  try {
    return JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Measured>;
  } catch {
    return {};
  }
}

export function keep(measured: Readonly<Record<string, Measured>>): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(measured));
}
