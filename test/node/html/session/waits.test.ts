import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { soonest } from "../../../support/soonest.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { colourAt, fontsOf, problemOf, renderer, textOf } from "../renderer.ts";
import type { Site } from "../site.ts";
import { slowSite } from "./slow-site.ts";

// Each page is mostly waited for, so some are printed at a time; but none beside those of which the time is told.
vi.setConfig({ maxConcurrency: 2 });

let binding: TestBinding;
let site: Site;
let print: ReturnType<typeof renderer>;

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await slowSite();
  print = renderer(binding, { allowHosts: [site.host] });
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

describe.concurrent("by default a page is printed when it is whole", () => {
  it.each(["/app", "/moved", "/script-moved"])("an application that renders what it fetches: %s", async (path) => {
    expect(textOf(await print.url(site.origin + path))).toContain("loaded in two steps");
  });

  it.each([false, true])("a page that takes its root away is an empty one, with singlePage %s", async (singlePage) => {
    expect(textOf(await print.html("<p>Text<script>document.documentElement.remove()</script>", { singlePage }))).toBe(
      "",
    );
  });

  const late = `document.body.insertAdjacentHTML("beforeend", "<p>Late</p>")`;

  it.each([
    [
      "a script that takes itself away",
      `<script>document.currentScript.remove(); setTimeout(() => { ${late} }, 60)</script>`,
    ],
    ["a handler of the page", `<body onload="setTimeout(() => { document.body.append('Late') }, 60)">`],
    [
      "a handler of an image",
      `<img src="data:," onerror="this.remove(); setTimeout(() => { document.body.append('Late') }, 60)">`,
    ],
    [
      "a script that empties the document",
      `<p>Early</p><script>document.body.innerHTML = ""; setTimeout(() => { ${late} }, 60)</script>`,
    ],
  ])("what comes of %s", async (_, page) => {
    expect(textOf(await print.html(page))).toContain("Late");
  });

  it.each([150, 250, 400, 900])("what a timer of %d ms brings", async (ms) => {
    expect(textOf(await print.html(`<p>Early</p><script>setTimeout(() => { ${late} }, ${ms})</script>`))).toContain(
      "Late",
    );
  });

  it("what a longer timer brings that is due within the half second that puppeteer waits", async () => {
    const page = `<img src="${site.origin}/late.svg"><script>setTimeout(() => { ${late} }, 1800)</script>`;
    expect(textOf(await print.html(page))).toContain("Late");
  });

  it.each([
    [
      "sleeps",
      "const sleep = (ms) => new Promise((done) => setTimeout(done, ms)); for (let i = 0; i < 3; i++) await sleep(300);",
    ],
    [
      "fetches, sleeps and fetches again",
      "await fetch('/first'); await new Promise((done) => setTimeout(done, 300)); await (await fetch('/second')).text();",
    ],
    [
      "waits for a worker",
      `const work = "const until = Date.now() + 400; while (Date.now() < until); postMessage(1)";
       const worker = new Worker(URL.createObjectURL(new Blob([work]))); await new Promise((done) => { worker.onmessage = done });`,
    ],
    [
      "asks a worker twice",
      `const work = "onmessage = () => { const until = Date.now() + 300; while (Date.now() < until); postMessage(1) }";
       const worker = new Worker(URL.createObjectURL(new Blob([work])));
       for (let i = 0; i < 2; i++) await new Promise((done) => { worker.onmessage = done; worker.postMessage(1) });`,
    ],
    [
      "counts frames before it changes anything",
      "for (let i = 0; i < 24; i++) await new Promise(requestAnimationFrame);",
    ],
    [
      "looks every 100 ms whether it is time",
      "await new Promise((done) => { let n = 0; const t = setInterval(() => { if (++n === 4) { clearInterval(t); done() } }, 100) });",
    ],
    [
      "works in small pieces for long",
      "const { port1, port2 } = new MessageChannel(); let n = 0; await new Promise((done) => { port1.onmessage = () => { const until = performance.now() + 5; while (performance.now() < until); n++ < 80 ? port2.postMessage(0) : done() }; port2.postMessage(0) });",
    ],
  ])("a page whose script %s", async (_, script) => {
    const page = `<p>Early</p><script type="module">${script} ${late}</script>`;
    expect(textOf(await print.html(page, {}, [], `${site.origin}/base`))).toContain("Late");
  });

  it("what comes in a frame, and in a shadow tree", async () => {
    const inner = "<script>setTimeout(() => { document.body.append('Inside') }, 400)</script>";
    const page = `<div id="host"></div><iframe srcdoc="${inner.replaceAll('"', "&quot;")}"></iframe><script>
      const root = host.attachShadow({ mode: "open" }); let n = 0;
      (function step() { root.innerHTML = "<p>Step " + ++n + "</p>"; if (n < 40) requestAnimationFrame(step) })()</script>`;
    const text = textOf(await print.html(page));
    expect(text).toContain("Inside");
    expect(text).toContain("Step 40");
  });

  it.each([90, 100, 110, 120])(
    "a page that another one navigates to while that is being printed, after %d ms",
    async (ms) => {
      const page = `<p>Before</p><script>setTimeout(() => { location = "${site.origin}/app" }, ${ms})</script>`;
      expect(textOf(await print.html(page))).toMatch(/Before|loaded in two steps/);
    },
  );

  it("lazy images far below, by attribute or by script", async () => {
    const lazy = `<style>body{margin:0}</style><div style="height:6000px"></div>`;
    const attribute = await print.html(`${lazy}<img loading="lazy" src="${site.origin}/slow.svg">`, { margin: 0 });
    const script = await print.html(
      `${lazy}<img width="100" height="100" data-src="${site.origin}/slow.svg"><script>
        new IntersectionObserver((seen) => seen.forEach((e) => { if (e.isIntersecting) e.target.src = e.target.dataset.src })).observe(document.images[0])
      </script>`,
      { margin: 0 },
    );
    for (const printed of [attribute, script]) {
      const last = printed.document.countPages() - 1;
      const y = 4500 - last * 841.92 + 20;
      expect(colourAt(printed, 20, y, last)).toEqual([0, 255, 0]);
    }
  });

  it.each([
    [
      "named by a style",
      () =>
        `<style>@font-face { font-family: W; src: url(${site.origin}/font.ttf) } p { font-family: W }</style><p>Text`,
    ],
    [
      "added by a script",
      () => `<p>Text</p><script>
        const face = new FontFace("W", "url(${site.origin}/font.ttf)"); document.fonts.add(face); face.load();
        document.querySelector("p").style.fontFamily = "W"</script>`,
    ],
    [
      "of a style sheet that comes late",
      () => `<p>Text</p><script>setTimeout(() => document.head.insertAdjacentHTML("beforeend",
        "<style>@font-face { font-family: W; src: url(${site.origin}/font.ttf) } p { font-family: W }</style>"), 50)</script>`,
    ],
  ])("text in a web font %s", async (_, page) => {
    expect(fontsOf(await print.html(page()))).toEqual(["LiberationSans-Bold"]);
  });
});

describe("by default a page is printed soon", () => {
  it("a timer that is far off does not hold a page up", async () => {
    await print.html("<p>Warm");
    const waits = soonest(1_500, async () => {
      await print.html("<p>There</p><script>setTimeout(() => {}, 20_000)</script>");
    });
    expect(await waits).toBeLessThan(1_500);
  });

  it.each([
    ["polls without end", "(function poll() { setTimeout(poll, 50) })()"],
    ["shows a clock", "(function tick() { document.title = new Date().toISOString(); setTimeout(tick, 1000) })()"],
    ["draws the same for ever", "(function draw() { requestAnimationFrame(draw) })()"],
    ["has a worker that never speaks", `new Worker(URL.createObjectURL(new Blob([""])))`],
  ])("a page that %s is printed before the longest wait is over", async (_, script) => {
    await print.html("<p>Warm");
    const waits = soonest(4_500, async () => {
      expect(textOf(await print.html(`<p>There</p><script>${script}</script>`))).toContain("There");
    });
    expect(await waits).toBeLessThan(4_500);
  });
});

describe("by default what moves is printed at its end", () => {
  it("a drawing that a script animates", async () => {
    const page = `<svg width="300" height="100"><rect id="bar" width="0" height="100" fill="red"/></svg><script>
      let width = 0; const step = () => { bar.setAttribute("width", width += 10); if (width < 300) setTimeout(step, 20) }; step()</script>`;
    expect(colourAt(await print.html(page, { margin: 0 }), 220, 40)).toEqual([255, 0, 0]);
  });

  it("a chart that is drawn on a canvas, step by step", async () => {
    const page = `<canvas id="chart" width="300" height="100"></canvas><script>
      const ink = chart.getContext("2d"), began = performance.now(); ink.fillStyle = "red";
      (function draw() {
        const done = Math.min(1, (performance.now() - began) / 800);
        ink.clearRect(0, 0, 300, 100); ink.fillRect(0, 0, 300 * done, 100);
        if (done < 1) requestAnimationFrame(draw);
      })()</script>`;
    expect(colourAt(await print.html(page, { margin: 0 }), 220, 40)).toEqual([255, 0, 0]);
  });

  it.each([
    ["performance.now()", "performance.now()"],
    ["Date.now()", "Date.now()"],
    ["new Date()", "new Date().getTime()"],
    ["the frames' own time", "time"],
  ])("what a script animates for four seconds by %s, at its end and long before", async (_, clock) => {
    await print.html("<p>Warm");
    const page = `<p id="out">Begins</p><script>
      let began; requestAnimationFrame(function step(time) {
        began ??= ${clock}; const done = Math.min(1, (${clock} - began) / 4000);
        out.textContent = "Done " + Math.round(done * 100); if (done < 1) requestAnimationFrame(step);
      })</script>`;
    const waits = soonest(3_500, async () => {
      expect(textOf(await print.html(page))).toContain("Done 100");
    });
    expect(await waits).toBeLessThan(3_500);
  });

  it("a page's clock goes wrong by no more than the time that the page is waited for", async () => {
    const page = `<p id="out"></p><script>(function tick() { out.textContent = Date.now(); requestAnimationFrame(tick) })()</script>`;
    const began = Date.now();
    const shown = Number(textOf(await print.html(page)).trim());
    expect(shown).toBeGreaterThan(began);
    expect(shown).toBeLessThan(Date.now() + 5_100);
  });

  it("a page's dates are dates", async () => {
    const page = `<p id="out"></p><script>out.textContent = [new Date() instanceof Date, typeof Date(), new Date(0).getTime(), Date.UTC(1970, 0),
      new Date().constructor === Date, new (class extends Date {})(5).getTime(), Object.prototype.toString.call(new Date())].join()</script>`;
    expect(textOf(await print.html(page)).trim()).toBe("true,string,0,0,true,5,[object Date]");
  });

  it.each(["", "<script></script>"])("what fades in, at its end%s", async (script) => {
    const page = `<style>@keyframes in { from { opacity: 0 } } div { height: 100px; background: red; animation: in 1s 0.5s both }</style><div></div>${script}`;
    expect(colourAt(await print.html(page, { margin: 0 }), 100, 40)).toEqual([255, 0, 0]);
  });

  it("what changes by a transition, at its end", async () => {
    const page = `<style>div { height: 100px; background: lime; transition: background 2s }</style><div id="box"></div><script>
      box.getBoundingClientRect(); setTimeout(() => { box.style.background = "red" }, 30)</script>`;
    expect(colourAt(await print.html(page, { margin: 0 }), 100, 40)).toEqual([255, 0, 0]);
  });

  it("animations without end are not waited for", async () => {
    const page = `<style>@keyframes blink { to { color: red } } p { animation: blink 1s infinite }</style><p>Blinks</p><script></script>`;
    const waits = soonest(3_000, async () => {
      expect(textOf(await print.html(page))).toContain("Blinks");
    });
    expect(await waits).toBeLessThan(3_000);
  });

  it("a page that never rests is printed too", async () => {
    const waits = soonest(9_000, async () => {
      expect(textOf(await print.url(`${site.origin}/polling`))).toContain("Polls");
    });
    expect(await waits).toBeLessThan(9_000);
  });
});

describe.concurrent("what can be waited for", () => {
  const late = `<p>Early</p><script>setTimeout(() => { document.body.insertAdjacentHTML("beforeend", "<p id=late>Late</p>"); window.done = true }, 700)</script>`;

  it.each([
    [{ waitForSelector: "#late" }, true],
    [{ waitForExpression: "window.done === true" }, true],
    [{ waitForExpression: "new Promise((resolve) => setTimeout(resolve, 900, true))" }, true],
    [{ delay: 900 }, true],
    [{ waitUntil: "networkidle", delay: 400 }, true],
    [{ waitUntil: "load" }, false],
    [{ waitUntil: "domcontentloaded" }, false],
  ])("%j", async (options, seen) => {
    expect(textOf(await print.html(late, options)).includes("Late")).toBe(seen);
  });

  it("what never comes ends in the request's time", async () => {
    expect(await problemOf(print.html(late, { waitForSelector: "#never", timeout: 1_200 }))).toMatchObject({
      kind: "timeout",
    });
  });

  it("what cannot be understood is refused at once, naming the field", async () => {
    expect(await problemOf(print.html(late, { waitForSelector: "p[" }))).toMatchObject({
      kind: "input",
      field: "waitForSelector",
    });
    for (const waitForExpression of ["window.(", ")(", "true; false"]) {
      expect(await problemOf(print.html(late, { waitForExpression }))).toMatchObject({
        kind: "input",
        field: "waitForExpression",
      });
    }
  });
});
