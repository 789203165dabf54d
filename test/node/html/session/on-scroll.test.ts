import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { soonest } from "../../../support/soonest.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { colourAt, renderer, textOf } from "../renderer.ts";

vi.setConfig({ maxConcurrency: 2 });

let binding: TestBinding;
let print: ReturnType<typeof renderer>;
beforeAll(async () => {
  binding = await chromiumBinding();
  print = renderer(binding);
});
afterAll(() => binding.close());

/** A box of 100 px far below the first window, and how it becomes visible. */
const far = (style: string, script = "") =>
  `<style>body { margin: 0 } #before { height: 3000px } #box { height: 100px; background: red } ${style}</style>
   <div id="before"></div><div id="box"></div><div style="height: 1000px"></div><script>${script}</script>`;

/** The colour of the box, in which no page breaks. */
async function colourOfBox(page: string) {
  const printed = await print.html(page, { margin: 0, singlePage: true });
  return colourAt(printed, 50, (3_050 * 3) / 4);
}

describe.concurrent("what is shown on scroll is printed", () => {
  it.each([
    [
      "by a timeline of its view",
      "@keyframes in { from { opacity: 0 } } #box { animation: in linear both; animation-timeline: view() }",
    ],
    [
      "by a timeline of the page",
      "@keyframes in { from { opacity: 0; translate: 0 90px } } #box { animation: in linear both; animation-timeline: scroll() }",
    ],
    [
      "by a timeline that shows what is hidden",
      "@keyframes in { to { opacity: 1 } } #box { opacity: 0; animation: in linear both; animation-timeline: view(); animation-range: entry }",
    ],
    [
      "by a timeline at whose end it is hidden again",
      "@keyframes by { 0%, 100% { opacity: 0 } 50% { opacity: 1 } } #box { animation: by linear both; animation-timeline: view() }",
    ],
  ])("%s", async (_, style) => {
    expect(await colourOfBox(far(style))).toEqual([255, 0, 0]);
  });

  const seen =
    "const { top, bottom } = box.getBoundingClientRect(); if (top < innerHeight && bottom > 0) box.style.opacity = 1";
  it.each([
    ["the window's listener", `addEventListener("scroll", () => { ${seen} })`],
    [
      "the document's listener, now and then",
      `let waits; document.addEventListener("scroll", () => { waits ??= setTimeout(() => { waits = undefined; ${seen} }, 99) }, { passive: true })`,
    ],
    ["a handler", `onscroll = () => { ${seen} }`],
    [
      "a listener that knows places, as AOS does",
      `let at; const place = () => { at = box.offsetTop - innerHeight + 120 }; place(); addEventListener("resize", () => setTimeout(place, 50));
      addEventListener("scroll", () => setTimeout(() => { box.style.opacity = scrollY >= at ? 1 : 0 }, 99))`,
    ],
    [
      "a listener that waits until it is passed, as ScrollTrigger does",
      `let isDone = false; const start = box.offsetTop - innerHeight * 0.8; addEventListener("scroll", () => requestAnimationFrame(() => { if (scrollY >= start) box.style.opacity = 1 }))`,
    ],
  ])("by %s", async (_, script) => {
    expect(await colourOfBox(far("#box { opacity: 0 }", script))).toEqual([255, 0, 0]);
  });
});

it("animations that begin each other again are stopped, and what they move is printed", async () => {
  await print.html("<p>Warm");
  const page = `<style>@keyframes a { from { opacity: 0 } } @keyframes b { from { opacity: 0 } } #box { animation: a 50ms both }</style><p id="box">Shown</p><script>
    box.onanimationend = ({ animationName }) => { box.style.animationName = animationName === "a" ? "b" : "a" }</script>`;
  const waits = soonest(4_000, async () => {
    expect(textOf(await print.html(page))).toContain("Shown");
  });
  expect(await waits).toBeLessThan(4_000);
});
