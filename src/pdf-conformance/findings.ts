import type { Level } from "./levels.ts";
import { type RuleName, ruleFor, rulesOf } from "./rules.ts";

export interface Violation {
  /** The clause of the standard, and the number of its test in veraPDF's profile. */
  readonly rule: string;
  /** Counted from 1; null where it concerns the whole document. */
  readonly page: number | null;
  readonly what: string;
}

export interface Conformance {
  readonly level: Level;
  readonly met: boolean;
  /** How many rules were checked: all that veraPDF's profile of the level has. */
  readonly rules: number;
  readonly violations: readonly Violation[];
}

/** This many violations are listed. Others are of rules that were broken elsewhere, or change nothing. */
const MAX_VIOLATIONS = 100;

/** What a check finds: a rule is reported once for a page. */
export class Findings {
  readonly level: Level;
  /** What is being read, counted from 1. */
  page: number | null = null;
  readonly #violations = new Map<string, Violation>();

  constructor(level: Level) {
    this.level = level;
  }

  get isPdfA(): boolean {
    return this.level !== "pdfua-1";
  }

  /** Reports a rule that is broken, if the level has it. `detail` follows the rule's own words. */
  found(name: RuleName, detail?: string): void {
    const rule = ruleFor(name, this.level);
    if (rule === undefined) return;
    const key = `${rule.id} ${this.page}`;
    if (this.#violations.has(key) || this.#violations.size >= MAX_VIOLATIONS) return;
    const { what } = rule;
    this.#violations.set(key, {
      rule: rule.id,
      page: this.page,
      what: detail === undefined ? `${what}.` : `${what}: ${detail.slice(0, 200)}.`,
    });
  }

  /** Reports the rule unless it holds. */
  demand(holds: boolean, name: RuleName, detail?: string): void {
    if (!holds) this.found(name, detail);
  }

  result(): Conformance {
    const rules = rulesOf(this.level);
    return {
      level: this.level,
      met: this.#violations.size === 0,
      rules: rules.length,
      violations: [...this.#violations.values()],
    };
  }
}
