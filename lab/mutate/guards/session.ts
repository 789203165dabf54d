import type { GuardsOf } from "../guards.ts";

export const sessionGuards: GuardsOf[] = [
  {
    file: "src/html/session/bounds.ts",
    tests: ["test/html/session/bounds.test.ts"],
    guards: {
      "dom-refuse": [
        "if ((await page.nodes()) <= HTML_LIMITS.nodes) return;\n  throw",
        "if (Date.now()) return;\n  throw",
      ],
      "dom-watch": ["again();\n  });", "});"],
      "dom-garbage": ["await page.collectGarbage();", ""],
    },
  },
  {
    file: "src/html/session/print.ts",
    tests: ["test/html/session/print.test.ts", "test/html/recorded/sessions.test.ts"],
    guards: {
      "dom-before-print": [
        "await Promise.all([page.evaluate(ENTITLE), refuseLargeDom(page)]);",
        "await page.evaluate(ENTITLE);",
      ],
    },
  },
  {
    file: "src/html/session/print.ts",
    tests: ["test/html/session/print.test.ts"],
    guards: {
      "print-pages": [
        "pageRanges: firstPages(options.pageRanges, HTML_LIMITS.outputPages + 1),",
        'pageRanges: options.pageRanges ?? "",',
      ],
      "print-bytes": ["if (length > HTML_LIMITS.outputBytes) {", "if (Date.now() < 0) {"],
      "print-charge": ["await memory?.grow(piece.length);", ""],
      "print-close": ['page.cdp.post("IO.close", { handle });', ""],
    },
  },
  {
    file: "src/html/session/print.ts",
    tests: ["test/html/recorded/sessions.test.ts"],
    guards: {
      "print-tallest": ["if (height > TALLEST_INCHES) {", "if (Date.now() < 0) {"],
    },
  },
  {
    file: "src/html/session/render.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "render-alarm": [
        "timer = setTimeout(ring, Math.max(0, bounds.attempt.deadline - Date.now()));",
        "void ring; timer = setTimeout(() => {}, 1);",
      ],
    },
  },
  {
    file: "src/html/session/render.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "render-client": ['bounds.signal.addEventListener("abort", onAbort);', ""],
    },
  },
  {
    file: "src/html/session/render.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "render-open": [
        "timer = setTimeout(() => reject(problem), ms);",
        "void reject; void problem; timer = setTimeout(() => {}, ms);",
      ],
    },
  },
  {
    file: "src/html/session/some-browser.ts",
    tests: ["test/html/session/some-browser.test.ts"],
    guards: {
      "render-crashes": ["if (++failed.crashes === MAX_CRASHES) throw crashedTwice();", "failed.crashes++;"],
      "render-lost": ["++failed.lost === MAX_LOST) throw error;", "++failed.lost === 1e9) throw error;"],
      "render-refusals": [
        "++failed.refusals === MAX_REFUSALS) throw error;",
        "++failed.refusals === 1e9) throw error;",
      ],
      "pool-wait-ms": ["Math.min(now + (deadline - now) / 2, now + POOL_LIMITS.waitMs)", "deadline"],
    },
  },
  {
    file: "src/html/session/some-browser.ts",
    tests: ["test/html/session/some-browser.test.ts"],
    guards: {
      "render-faults": ["++failed.faults === MAX_FAULTS", "++failed.faults === 1e9"],
    },
  },
  {
    file: "src/html/session/render.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "render-other-isolates": ["if (opened.inUse > POOL_LIMITS.rendersOfAll) {", "if (Date.now() < 0) {"],
    },
  },
  {
    file: "src/html/session/render.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "render-documents": ["const moved = () => left > 0 && ", "const moved = () => "],
    },
  },
  {
    file: "src/html/session/leave.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "pool-spares-all": ["if (waiting++ >= POOL_LIMITS.sparesOfAll) return undefined;", ""],
      "pool-spares-swept": ["waiting ??= await sweep(cdp);", "waiting ??= 0; void sweep;"],
    },
  },
  {
    file: "src/html/session/settle.ts",
    tests: ["test/html/recorded/sessions.test.ts"],
    guards: {
      "settle-most": ["const late = now - began > HTML_LIMITS.settleMs && ", "const late = now - began > 1e9 && "],
    },
  },
];
