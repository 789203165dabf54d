import { COST, WORK_LIMITS, type WorkLimits } from "./work-limits.ts";

const MEBIBYTE = 1024 * 1024;
/** Steps after which other requests get the thread: about 20 ms. */
const TURN = 20_000;

export type WorkKind = "steps" | "memory" | "output";

/** A request costs more than its size explains, and ends. It is no damage of a file, so no reader goes on after it. */
export class WorkProblem extends Error {
  readonly kind: WorkKind;

  constructor(kind: WorkKind, message: string) {
    super(message);
    this.name = "WorkProblem";
    this.kind = kind;
  }
}

/**
 * The one meter of a request: the work that it may cause, the memory that it may hold beside its input, and the bytes
 * that it may produce. Whatever a file can repeat is charged here before it is done.
 */
export class Work {
  readonly #limits: WorkLimits;
  #received = 0;
  #allowed: number;
  #left: number;
  /** How much is left when the turn is over, and how much must be left while it lasts. Outside of turns, none is. */
  #turnEnd = Number.NEGATIVE_INFINITY;
  #turnFloor = 0;
  #held = 0;
  #peak = 0;
  #output = 0;
  /** What is being worked on, such as "page 3": a refusal names it. */
  place: string | undefined;
  /** Whether what could be divided is done at once, because what it is a part of is. */
  isWhole = false;

  /** `received` is the size of the input. */
  constructor(received = 0, limits: Partial<WorkLimits> = {}) {
    this.#limits = { ...WORK_LIMITS, ...limits };
    this.#allowed = this.#left = this.#limits.steps;
    this.receive(received);
  }

  /** More was sent, so more may be done. */
  receive(bytes: number): void {
    this.#received += bytes;
    this.#allow((bytes / MEBIBYTE) * this.#limits.stepsPerMebibyte);
  }

  /** What was sent is read this often, and each time may cost as much as once, up to so many steps in all. */
  readTimes(times: number, most = Number.POSITIVE_INFINITY): void {
    const more = (times - 1) * (this.#received / MEBIBYTE) * this.#limits.stepsPerMebibyte;
    this.#allow(Math.max(0, Math.min(more, most - this.#allowed)));
  }

  #allow(more: number): void {
    this.#allowed += more;
    this.#left += more;
    this.#turnEnd += more;
    if (this.#turnFloor > 0) this.#turnFloor += more;
  }

  /** Begins a turn on the thread. In a bounded one, what cannot be divided must cost no more than its share. */
  beginTurn(isBounded = false): void {
    this.#turnEnd = this.#left - TURN;
    this.#turnFloor = isBounded ? Math.max(0, this.#left - this.#mostAtOnce) : 0;
  }

  get #mostAtOnce(): number {
    const { stepsAtOnce, stepsPerMebibyte } = this.#limits;
    return Math.max(stepsAtOnce, (this.#received / MEBIBYTE) * stepsPerMebibyte);
  }

  /** What follows is done at once, or waits by itself. */
  endTurn(): void {
    this.#turnEnd = Number.NEGATIVE_INFINITY;
    this.#turnFloor = 0;
  }

  /** Whether others should get the thread now. */
  get isTurnOver(): boolean {
    return this.#left < this.#turnEnd;
  }

  /** Bytes of memory that are charged now. */
  get held(): number {
    return this.#held;
  }

  /** Steps that were done, memory at its most, and bytes that were produced. */
  get used(): { steps: number; bytes: number; output: number } {
    return { steps: this.#allowed - this.#left, bytes: this.#peak, output: this.#output };
  }

  /**
   * Charges steps, before they are done. What is refused is not charged: something smaller may still be done. Those of
   * work that is divided may be more than what may be done at once: its portions tell `done`.
   */
  spend(steps: number, isDivided = false): void {
    const left = this.#left - steps;
    if (!isDivided && left >= this.#turnFloor) this.#left = left;
    else if (left >= this.#floor(isDivided)) this.#charge(steps, isDivided);
    else throw this.#tooManySteps(left);
  }

  /** Steps that were charged all at once were done now: the turn is over when they were enough. */
  done(steps: number): void {
    this.#turnEnd += steps;
  }

  /**
   * Charges steps for something that can be left out; false when it would take more than half of what is left. The
   * caller then gives the safe answer.
   */
  affords(steps: number, isDivided = false): boolean {
    if (!(steps * 2 <= this.#left - this.#floor(isDivided))) return false;
    this.#charge(steps, isDivided);
    return true;
  }

  /** How much must be left. */
  #floor(isDivided: boolean): number {
    return isDivided && !this.isWhole ? 0 : this.#turnFloor;
  }

  #charge(steps: number, isDivided: boolean): void {
    this.#left -= steps;
    if (isDivided && !this.isWhole) this.#turnFloor = Math.max(0, this.#turnFloor - steps);
  }

  /** Charges memory, before it is taken. */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > this.#peak) this.#peak = this.#held;
    if (!(this.#held <= this.#limits.heldBytes)) {
      throw this.#tooMuch("memory", `${this.#limits.heldBytes} bytes of memory beside the input`);
    }
  }

  /** Memory that was charged is free again. */
  letGo(bytes: number): void {
    this.#held -= bytes;
  }

  /** Charges bytes of a result. */
  produce(bytes: number): void {
    this.#output += bytes;
    const { outputBytes, outputBytesPerMebibyte } = this.#limits;
    const most = outputBytes + (this.#received / MEBIBYTE) * outputBytesPerMebibyte;
    if (!(this.#output <= most)) throw this.#tooMuch("output", `${Math.round(most)} bytes of output`);
  }

  #tooManySteps(left: number): WorkProblem {
    const isTurn = left >= 0;
    const most = isTurn ? this.#mostAtOnce : this.#allowed;
    return this.#tooMuch("steps", `${Math.round(most)} steps of about a microsecond${isTurn ? " at once" : ""}`);
  }

  #tooMuch(kind: WorkKind, most: string): WorkProblem {
    const place = this.place === undefined ? "" : ` It was exceeded at ${this.place}.`;
    return new WorkProblem(
      kind,
      `The request needs more than its size of ${this.#received} bytes allows: at most ${most}.${place}`,
    );
  }
}

/** A loop inside a loop over two things that a file or a request says: charges each with each before it begins. */
export function crossed(some: number, others: number, work: Work, cost: number = COST.item): void {
  work.spend(some * others * cost);
}

/** Memory that belongs to one thing and is let go with it. */
export class Holding {
  readonly work: Work;
  #bytes = 0;

  constructor(work: Work) {
    this.work = work;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Charges memory before it is taken. */
  take(bytes: number): void {
    this.work.hold(bytes);
    this.#bytes += bytes;
  }

  /** Charges for reading this many entries into a table that takes `bytes` of memory for each. */
  entries(count: number, bytes: number, cost: number = COST.entry): void {
    this.work.spend(count * cost);
    this.take(count * bytes);
  }

  letGo(): void {
    this.work.letGo(this.#bytes);
    this.#bytes = 0;
  }
}
