import { COST } from "../../../meter/work-limits.ts";
import { BROKEN, Charstring, ENDED, type End, GO_ON, longNumber, MAX_CALLS } from "./charstring.ts";

/** Runs Type 1 charstrings (Adobe Type 1 Font Format, chapter 6). */
export class Type1Charstring extends Charstring<readonly (Uint8Array | undefined)[]> {
  /** Values that OtherSubrs leave for `pop`. */
  readonly #results: number[] = [];
  /** Within a flex, moves give its points. */
  #flex: number[] | undefined;
  #sideBearing = 0;

  protected override execute(code: Uint8Array, depth: number): End {
    const stack = this.stack;
    this.work.spend((1 + code.length) * COST.charstringStep);
    for (let at = 0; at < code.length; ) {
      if (stack.length > 200) return BROKEN;
      const b = code[at++]!;
      if (b >= 32) {
        if (b < 255) at = this.push(b, code, at);
        else {
          stack.push(longNumber(code, at));
          at += 4;
        }
        continue;
      }
      if (b === 10) {
        // callsubr
        const called = this.subroutines[stack.pop() ?? -1];
        if (!called || depth >= MAX_CALLS) return BROKEN;
        const end = this.execute(called, depth + 1);
        if (end !== GO_ON) {
          this.ended(code, at);
          return end;
        }
      } else if (b === 11 || b === 14) {
        // return, endchar
        this.ended(code, at);
        return b === 11 ? GO_ON : ENDED;
      } else if (b === 12) {
        const end = this.#escaped(code[at++] ?? 0);
        if (end !== GO_ON) {
          this.ended(code, at);
          return end;
        }
      } else {
        this.#draw(b);
        stack.length = 0;
      }
    }
    this.ended(code, code.length);
    return GO_ON;
  }

  #draw(operator: number): void {
    const outline = this.outline;
    const n = (i: number): number => this.stack[i] ?? 0;
    switch (operator) {
      case 13: // hsbw
        this.#start(n(0), 0);
        this.width = n(1);
        break;
      case 21: // rmoveto
        this.#move(n(0), n(1));
        break;
      case 22: // hmoveto
        this.#move(n(0), 0);
        break;
      case 4: // vmoveto
        this.#move(0, n(0));
        break;
      case 5: // rlineto
        outline.line(n(0), n(1));
        break;
      case 6: // hlineto
        outline.line(n(0), 0);
        break;
      case 7: // vlineto
        outline.line(0, n(0));
        break;
      case 8: // rrcurveto
        outline.curve(n(0), n(1), n(2), n(3), n(4), n(5));
        break;
      case 30: // vhcurveto
        outline.curve(0, n(0), n(1), n(2), n(3), 0);
        break;
      case 31: // hvcurveto
        outline.curve(n(0), 0, n(1), n(2), 0, n(3));
        break;
    }
  }

  #start(x: number, y: number): void {
    this.#sideBearing = x;
    this.outline.move(x, y);
  }

  #move(dx: number, dy: number): void {
    if (this.#flex) this.#flex.push(dx, dy);
    else this.outline.move(dx, dy);
  }

  #escaped(operator: number): End {
    const stack = this.stack;
    const n = (i: number): number => stack[i] ?? 0;
    switch (operator) {
      case 12: {
        // div
        const by = stack.pop() ?? 1;
        stack.push((stack.pop() ?? 0) / (by || 1));
        return GO_ON;
      }
      case 16: // callothersubr
        this.#other();
        return GO_ON;
      case 17: // pop
        stack.push(this.#results.pop() ?? 0);
        return GO_ON;
      case 6: // seac
        this.seac = { dx: this.#sideBearing + n(1) - n(0), dy: n(2), base: n(3), accent: n(4) };
        return ENDED;
      case 7: // sbw
        this.#start(n(0), n(1));
        this.width = n(2);
        break;
    }
    // setcurrentpoint follows a flex, whose end is known. The others are hints.
    stack.length = 0;
    return GO_ON;
  }

  #other(): void {
    const stack = this.stack;
    const number = stack.pop() ?? 0;
    const count = stack.pop() ?? 0;
    const values = count > 0 ? stack.splice(-count) : [];
    this.#results.length = 0;
    if (number === 1) this.#flex = [];
    else if (number === 0) {
      this.#endFlex();
      this.#results.push(values[2] ?? 0, values[1] ?? 0);
    } else if (number === 3) {
      // Hint replacement calls this subroutine next (§8.1).
      const hints = values[0] ?? 3;
      this.#results.push(this.subroutines[hints] ? hints : 3);
    } else if (number !== 2) for (let i = values.length - 1; i >= 0; i--) this.#results.push(values[i]!);
  }

  /** Seven moves: the first to the reference point, the others from each point to the next. */
  #endFlex(): void {
    const f = this.#flex ?? [];
    this.#flex = undefined;
    if (f.length < 14) return;
    const outline = this.outline;
    outline.curve(f[0]! + f[2]!, f[1]! + f[3]!, f[4]!, f[5]!, f[6]!, f[7]!);
    outline.curve(f[8]!, f[9]!, f[10]!, f[11]!, f[12]!, f[13]!);
  }
}
