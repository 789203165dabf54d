import * as mupdf from "mupdf";
import type { Random } from "../../test/fixtures/random.ts";
import { CUT, isDoor } from "../../test/support/cut-browser.ts";
import { commandLine, descendants } from "../../test/support/process-memory.ts";
import { postJson } from "../bench/lib/requests.ts";
import { type Action, type Client, type Result, verified } from "./actions.ts";

const PATH = "/v1/convert/html-to-pdf";
/** The least and the most time between two disturbances. */
const EVERY_MS = [4_000, 10_000] as const;

interface Render {
  name: string;
  weight: number;
  body: (mark: string) => Record<string, unknown>;
  pages?: number;
}

const rows = (count: number) => "<tr><td>Item</td><td>10.00</td></tr>".repeat(count);

/** Each has a mark of its own, so that no answer can be mistaken for another one. */
const renders: readonly Render[] = [
  { name: "plain", weight: 6, body: (mark) => ({ html: `<h1>${mark}</h1><table>${rows(20)}</table>` }) },
  {
    name: "with a script that takes its time",
    weight: 4,
    body: (mark) => ({ html: `<p id="p"></p><script>setTimeout(() => { p.textContent = "${mark}" }, 250)</script>` }),
  },
  {
    name: "with header and footer",
    weight: 2,
    body: (mark) => ({
      html: `<p>${mark}</p>`,
      margin: "2cm",
      footerTemplate: `<span style="font-size: 8px" class="pageNumber"></span>`,
    }),
  },
  {
    name: "long and tagged",
    weight: 2,
    body: (mark) => ({ html: `<h1>${mark}</h1><table>${rows(400)}</table>` }),
    pages: 2,
  },
  {
    name: "loud",
    weight: 2,
    body: (mark) => ({ html: `<p>${mark}<script>for (let i = 0; i < 500; i++) console.log("x".repeat(200))</script>` }),
  },
  {
    name: "on a canvas",
    weight: 1,
    body: (mark) => ({
      html: `<p>${mark}</p><canvas id="c"></canvas><script>let n = 0; const ink = c.getContext("2d");
        (function draw() { ink.fillRect(n, 0, 5, 50); if ((n += 5) < 200) requestAnimationFrame(draw) })()</script>`,
    }),
  },
  { name: "slow", weight: 1, body: (mark) => ({ html: `<p>${mark}</p>`, delay: 1_500 }) },
];

/**
 * Renders of many kinds. There is no substitute for a browser: while one can be had, each render has to come out right.
 */
export const renderActions: readonly Action[] = renders.map(({ name, weight, body, pages }) => ({
  name: `HTML, ${name}`,
  weight,
  run: (client: Client): Promise<Result> => {
    const mark = `Mark${client.random.below(1e9)}`;
    return verified(postJson(client, PATH, { ...body(mark), fallback: "none" }, "binary"), ({ body: pdf }) =>
      holds(pdf, mark, pages ?? 1),
    );
  },
}));

function holds(pdf: Uint8Array, mark: string, pages: number): string | undefined {
  const document = mupdf.Document.openDocument(pdf, "application/pdf");
  try {
    if (document.countPages() < pages) return `${document.countPages()} pages instead of ${pages}`;
    const text = document.loadPage(0).toStructuredText("").asText();
    return text.includes(mark) ? undefined : `its mark is not on paper: ${text.slice(0, 60)}`;
  } finally {
    document.destroy();
  }
}

type Disturbance = "killed" | "stopped" | "cut off";

export interface Disturbances extends Record<Disturbance, number> {
  end(): Promise<Disturbances>;
}

const SIGNALS: Record<Disturbance, NodeJS.Signals> = { killed: "SIGKILL", stopped: "SIGSTOP", "cut off": CUT };

/**
 * From time to time kills one of the service's browsers, or stops it so that it accepts connections and never answers,
 * or cuts all connections to it.
 */
export function disturb(root: number, random: Random): Disturbances {
  const [least, most] = EVERY_MS;
  let ended = () => {};
  const end = new Promise<"end">((resolve) => {
    ended = () => resolve("end");
  });
  const done: Disturbances = {
    killed: 0,
    stopped: 0,
    "cut off": 0,
    end: async () => {
      ended();
      await running;
      return done;
    },
  };
  const running = (async () => {
    for (;;) {
      if ((await Promise.race([end, sleep(least + random.below(most - least))])) === "end") return;
      const all = browsers(root);
      if (all.length === 0) continue;
      const disturbance = random.pick(Object.keys(SIGNALS) as Disturbance[]);
      try {
        process.kill(random.pick(all), SIGNALS[disturbance]);
        done[disturbance] += 1;
      } catch {
        // It has just ended by itself.
      }
    }
  })();
  return done;
}

export function disturbed({ killed, stopped, "cut off": cut }: Disturbances): string {
  return `Browsers killed in the midst of it: ${killed}, stopped: ${stopped}, cut off: ${cut}.`;
}

/**
 * The process through which each browser is reached. What is done to it is done to the browser, as far as the service
 * can tell.
 */
function browsers(root: number): number[] {
  return descendants(root)
    .filter(({ pid }) => isDoor(commandLine(pid)))
    .map(({ pid }) => pid);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
