import { COST } from "../../../meter/work-limits.ts";
import { BROKEN, Charstring, ENDED, type End, GO_ON, longNumber, MAX_CALLS } from "./charstring.ts";

export interface Subroutines {
  readonly global: readonly Uint8Array[];
  readonly local: readonly Uint8Array[];
}

const MAX_STACK = 513;

/**
 * Runs Type 2 charstrings (Adobe technical note 5177). Hints are skipped. An accented character is made by `endchar`
 * with four operands (annex C), and a width is how far it is from the font's nominal one.
 */
export class Type2 extends Charstring<Subroutines> {
  #hints = 0;
  #isWidthTaken = false;

  protected override execute(code: Uint8Array, depth: number): End {
    const stack = this.stack;
    this.work.spend((1 + code.length) * COST.charstringStep);
    for (let at = 0; at < code.length; ) {
      if (stack.length > MAX_STACK) return BROKEN;
      const b = code[at++]!;
      if (b >= 32 && b < 255) {
        at = this.push(b, code, at);
        continue;
      }
      switch (b) {
        case 10: // callsubr
        case 29: {
          // callgsubr
          const list = b === 10 ? this.subroutines.local : this.subroutines.global;
          const called = list[(stack.pop() ?? 0) + bias(list.length)];
          if (!called || depth >= MAX_CALLS) return BROKEN;
          const end = this.execute(called, depth + 1);
          if (end !== GO_ON) {
            this.ended(code, at);
            return end;
          }
          break;
        }
        case 11: // return
          this.ended(code, at);
          return GO_ON;
        case 14: // endchar
          this.#takeWidth(stack.length === 1 || stack.length === 5);
          if (stack.length >= 4) {
            const [dx, dy, base, accent] = stack.slice(-4) as [number, number, number, number];
            this.seac = { dx, dy, base, accent };
          }
          this.ended(code, at);
          return ENDED;
        case 19: // hintmask
        case 20: // cntrmask
          this.#countHints();
          at += (this.#hints + 7) >> 3;
          stack.length = 0;
          break;
        case 28:
          stack.push((((code[at] ?? 0) << 24) | ((code[at + 1] ?? 0) << 16)) >> 16);
          at += 2;
          break;
        case 255:
          stack.push(longNumber(code, at) / 65536);
          at += 4;
          break;
        case 12:
          if (!this.#escaped(code[at++] ?? 0)) return BROKEN;
          break;
        default:
          if (!this.#draw(b)) return BROKEN;
          stack.length = 0;
      }
    }
    this.ended(code, code.length);
    return GO_ON;
  }

  /** The first operator that empties the stack may have the glyph's width before its own operands. */
  #takeWidth(hasWidth: boolean): void {
    if (!this.#isWidthTaken && hasWidth) this.width = this.stack.shift();
    this.#isWidthTaken = true;
  }

  #countHints(): void {
    this.#takeWidth((this.stack.length & 1) === 1);
    this.#hints += this.stack.length >> 1;
  }

  #draw(operator: number): boolean {
    const s = this.stack;
    const outline = this.outline;
    switch (operator) {
      case 1: // hstem
      case 3: // vstem
      case 18: // hstemhm
      case 23: // vstemhm
        this.#countHints();
        return true;
      case 21: // rmoveto
        this.#takeWidth(s.length > 2);
        outline.move(s[0] ?? 0, s[1] ?? 0);
        return true;
      case 22: // hmoveto
        this.#takeWidth(s.length > 1);
        outline.move(s[0] ?? 0, 0);
        return true;
      case 4: // vmoveto
        this.#takeWidth(s.length > 1);
        outline.move(0, s[0] ?? 0);
        return true;
      case 5: // rlineto
        for (let i = 0; i + 1 < s.length; i += 2) outline.line(s[i]!, s[i + 1]!);
        return true;
      case 6: // hlineto
      case 7: // vlineto
        for (let i = 0; i < s.length; i++) {
          if ((i & 1) === (operator === 6 ? 0 : 1)) outline.line(s[i]!, 0);
          else outline.line(0, s[i]!);
        }
        return true;
      case 8: // rrcurveto
        this.#curves(0, s.length);
        return true;
      case 24: {
        // rcurveline
        const end = s.length - 2;
        const at = this.#curves(0, end);
        outline.line(s[at] ?? 0, s[at + 1] ?? 0);
        return true;
      }
      case 25: {
        // rlinecurve
        const end = s.length - 6;
        let at = 0;
        for (; at + 1 < end; at += 2) outline.line(s[at]!, s[at + 1]!);
        this.#curves(at, s.length);
        return true;
      }
      case 26: {
        // vvcurveto
        let at = s.length & 1;
        let dx = at === 1 ? s[0]! : 0;
        for (; at + 3 < s.length; at += 4) {
          outline.curve(dx, s[at]!, s[at + 1]!, s[at + 2]!, 0, s[at + 3]!);
          dx = 0;
        }
        return true;
      }
      case 27: {
        // hhcurveto
        let at = s.length & 1;
        let dy = at === 1 ? s[0]! : 0;
        for (; at + 3 < s.length; at += 4) {
          outline.curve(s[at]!, dy, s[at + 1]!, s[at + 2]!, s[at + 3]!, 0);
          dy = 0;
        }
        return true;
      }
      case 30: // vhcurveto
      case 31: // hvcurveto
        this.#alternating(operator === 31);
        return true;
      default:
        return false;
    }
  }

  #curves(from: number, end: number): number {
    const s = this.stack;
    let at = from;
    for (; at + 5 < end; at += 6)
      this.outline.curve(s[at]!, s[at + 1]!, s[at + 2]!, s[at + 3]!, s[at + 4]!, s[at + 5]!);
    return at;
  }

  #alternating(startsHorizontal: boolean): void {
    const s = this.stack;
    const outline = this.outline;
    let isHorizontal = startsHorizontal;
    for (let at = 0; at + 3 < s.length; at += 4) {
      const last = s.length - at === 5 ? s[at + 4]! : 0;
      if (isHorizontal) outline.curve(s[at]!, 0, s[at + 1]!, s[at + 2]!, last, s[at + 3]!);
      else outline.curve(0, s[at]!, s[at + 1]!, s[at + 2]!, s[at + 3]!, last);
      isHorizontal = !isHorizontal;
    }
  }

  /** The flexes; arithmetic, which no font in use has, ends the glyph. */
  #escaped(operator: number): boolean {
    const s = this.stack;
    const outline = this.outline;
    const n = (i: number): number => s[i] ?? 0;
    switch (operator) {
      case 35: // flex
        outline.curve(n(0), n(1), n(2), n(3), n(4), n(5));
        outline.curve(n(6), n(7), n(8), n(9), n(10), n(11));
        break;
      case 34: // hflex
        outline.curve(n(0), 0, n(1), n(2), n(3), 0);
        outline.curve(n(4), 0, n(5), -n(2), n(6), 0);
        break;
      case 36: // hflex1
        outline.curve(n(0), n(1), n(2), n(3), n(4), 0);
        outline.curve(n(5), 0, n(6), n(7), n(8), -(n(1) + n(3) + n(7)));
        break;
      case 37: {
        // flex1
        const dx = n(0) + n(2) + n(4) + n(6) + n(8);
        const dy = n(1) + n(3) + n(5) + n(7) + n(9);
        const isHorizontal = Math.abs(dx) > Math.abs(dy);
        outline.curve(n(0), n(1), n(2), n(3), n(4), n(5));
        outline.curve(n(6), n(7), n(8), n(9), isHorizontal ? n(10) : -dx, isHorizontal ? -dy : n(10));
        break;
      }
      default:
        return false;
    }
    s.length = 0;
    return true;
  }
}

function bias(count: number): number {
  return count < 1240 ? 107 : count < 33900 ? 1131 : 32768;
}
