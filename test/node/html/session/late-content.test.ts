import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { colourAt, renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";
import { LATE_KINDS, latePage } from "./late-kinds.ts";

// Each page is mostly waited for, so some are printed at a time.
vi.setConfig({ maxConcurrency: 2 });

let binding: TestBinding;
let site: Site;
let print: ReturnType<typeof renderer>;
const kinds = Object.entries(LATE_KINDS);

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite(Object.fromEntries(kinds.map(([, script], at) => [`/${at}`, latePage(script)])));
  print = renderer(binding, { allowHosts: [site.host] });
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
});

describe.concurrent("a page is printed with what comes late of", () => {
  it.each(kinds.map(([name], at) => ({ name, at })))("$name", async ({ at }) => {
    expect(textOf(await print.url(`${site.origin}/${at}`))).toContain("Arrived");
  });
});

describe.concurrent("a page hears of", () => {
  const heard = `<p>Early</p><script>
    addEventListener("unhandledrejection", ({ reason }) => document.body.append(" heard: " + reason.name))</script>`;

  it.each([
    ["a fetch that fails", "fetch('http://[broken')"],
    ["WebAssembly that is none", "WebAssembly.compile(new Uint8Array(8))"],
    ["a font that is none", "new FontFace('x', 'url(data:,none)').load()"],
    ["a picture that is none", "Object.assign(new Image(), { src: 'data:,none' }).decode()"],
    ["a digest that nobody knows", "crypto.subtle.digest('none', new Uint8Array(1))"],
  ])("%s, when nothing catches it", async (_, script) => {
    expect(textOf(await print.html(`${heard}<script>${script}</script>`))).toContain("heard: ");
  });

  it("nothing that it catches itself", async () => {
    const caught = "fetch('http://[broken').catch(() => document.body.append(' caught'))";
    const text = textOf(await print.html(`${heard}<script>${caught}</script>`));
    expect(text).toContain("caught");
    expect(text).not.toContain("heard");
  });
});

it("animations of SVG are printed at their end, one after the other, also without scripts", async () => {
  const page = `<svg width="300" height="100"><rect id="bar" width="0" height="100" fill="red">
    <animate id="first" attributeName="width" to="150" dur="1s" fill="freeze"/>
    <animate attributeName="width" from="150" to="300" begin="first.end" dur="1s" fill="freeze"/></rect></svg>`;
  expect(colourAt(await print.html(page, { margin: 0 }), 220, 40)).toEqual([255, 0, 0]);
});

const ON_SIGHT = (
  height: number,
  style = "",
) => `<style>body { margin: 0 } ${style}</style><div style="height: ${height}px"></div><p id="end">x</p><script>
  new IntersectionObserver(([seen]) => { if (seen.isIntersecting) end.textContent = "Seen" }).observe(end)</script>`;

it("what is loaded on sight is there however far below, or the client is warned", async () => {
  expect(textOf(await print.html(ON_SIGHT(90_000)))).toContain("Seen");
  expect(textOf(await print.html(ON_SIGHT(290_000, "html { scroll-behavior: smooth }")))).toContain("Seen");
  const missing: string[] = [];
  const telling = renderer(binding, { onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`) });
  await telling.html(ON_SIGHT(1_500_000), { timeout: 10_000 });
  expect(missing).toContainEqual(expect.stringMatching(/^what is loaded on sight below \d+ px: the page is too long/));
});
