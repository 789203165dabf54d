import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { packageFolder } from "../../scripts/lib/chromium.ts";
import { mimeType } from "../../src/html/resources/assets.ts";

/** A page that a library of the field draws or lays out after it has loaded, as its users write it. */
export interface LibraryPage {
  name: string;
  /** Where it is to be asked for, on the site of `libraryFiles`. */
  path: string;
  /** Text that is on paper when it is whole. */
  text?: string;
  /** Pages that it has at least. */
  pages?: number;
}

export const LIBRARY_PAGES: readonly LibraryPage[] = [
  { name: "Chart.js", path: "/chartjs.html" },
  { name: "ECharts", path: "/echarts.html" },
  { name: "Paged.js", path: "/pagedjs.html", text: "The end of the book", pages: 20 },
  { name: "Vivliostyle", path: "/viewer/index.html#src=/book.html", text: "The end of the book", pages: 20 },
  { name: "React", path: "/react.html", text: "Row 300 of 300" },
  { name: "Vue", path: "/vue.html", text: "Row 300 of 300" },
  { name: "Mermaid", path: "/mermaid.html", text: "Delivered" },
  { name: "MathJax", path: "/mathjax.html" },
  { name: "htmx", path: "/htmx.html", text: "The last part" },
  { name: "lit", path: "/lit.html", text: "Row 300 of 300" },
];

const require = createRequire(import.meta.url);
const head = `<!doctype html><meta charset="utf-8">`;
const values = JSON.stringify(Array.from({ length: 12 }, (_, i) => 20 + ((i * 37) % 80)));
const months = JSON.stringify("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "));
const rows = JSON.stringify(Array.from({ length: 300 }, (_, i) => `Row ${i + 1} of 300`));

const chapters = Array.from({ length: 24 }, (_, i) => {
  const paragraph = `<p>${"The quick brown fox jumps over the lazy dog, and nobody minds. ".repeat(12)}</p>`;
  return `<section><h2>Chapter ${i + 1}</h2>${paragraph.repeat(2)}</section>`;
}).join("");
const book = `<style>@page { size: A5; margin: 15mm; @bottom-center { content: counter(page) } } section { break-before: page }</style>
  <h1>A book</h1>${chapters}<p>The end of the book</p>`;

const texts: Record<string, string> = {
  "/chartjs.html": `${head}<div style="width: 640px"><canvas id="chart"></canvas></div><script src="/chart.js"></script><script>
    new Chart(chart, { type: "bar", data: { labels: ${months}, datasets: [{ label: "Sales", data: ${values} }] } })</script>`,
  "/echarts.html": `${head}<div id="chart" style="width: 640px; height: 400px"></div><script src="/echarts.js"></script><script>
    echarts.init(chart).setOption({ xAxis: { data: ${months} }, yAxis: {}, series: [{ type: "bar", data: ${values} }] })</script>`,
  "/pagedjs.html": `${head}<title>A book</title>${book}<script src="/pagedjs.js"></script>`,
  "/book.html": `${head}<title>A book</title><body>${book}</body>`,
  "/mermaid.html": `${head}<pre class="mermaid">flowchart TD\n${["Ordered", "Paid", "Packed", "Shipped", "Delivered"]
    .map((name, i, all) => `  N${i}[${name}]${all[i + 1] ? ` --> N${i + 1}` : ""}`)
    .join("\n")}</pre><script src="/mermaid.js"></script><script>mermaid.initialize({ startOnLoad: true })</script>`,
  "/mathjax.html": `${head}<script src="/mathjax.js" async></script>${Array.from(
    { length: 30 },
    (_, i) => `<p>$$\\sum_{k=0}^{${i}} \\binom{${i}}{k} x^k = \\int_0^{${i}} \\frac{\\sqrt{t}}{1 + e^{-t}}\\,dt$$</p>`,
  ).join("")}`,
  "/htmx.html": `${head}<script src="/htmx.js"></script><div hx-get="/part.html" hx-trigger="load delay:200ms">Loading</div>`,
  "/part.html": `<p>The first part</p><div hx-get="/last.html" hx-trigger="load delay:300ms">Loading more</div>`,
  "/last.html": "<p>The last part</p>",
  "/rows.json": rows,
};

const apps: Record<string, { html: string; source: string }> = {
  "/react": {
    html: `<div id="root"></div>`,
    source: `import { createElement as h, lazy, Suspense, useEffect, useState, startTransition } from "react";
      import { createRoot } from "react-dom/client";
      const Rows = ({ rows }) => h("ol", null, rows.map((row) => h("li", { key: row }, row)));
      const Late = lazy(() => new Promise((done) => setTimeout(() => done({ default: Rows }), 150)));
      function App() {
        const [rows, setRows] = useState();
        useEffect(() => { fetch("/rows.json").then((r) => r.json()).then((all) => startTransition(() => setRows(all))) }, []);
        return rows ? h(Suspense, { fallback: "Almost" }, h(Late, { rows })) : "Loading";
      }
      createRoot(document.getElementById("root")).render(h(App));`,
  },
  "/vue": {
    html: `<div id="root"></div>`,
    source: `import { createApp, defineAsyncComponent, h, onMounted, ref } from "vue/dist/vue.runtime.esm-bundler.js";
      const Rows = { props: ["rows"], render() { return h("ol", this.rows.map((row) => h("li", row))) } };
      const Late = defineAsyncComponent(() => new Promise((done) => setTimeout(done, 150, Rows)));
      createApp({
        setup() {
          const rows = ref();
          onMounted(async () => { rows.value = await (await fetch("/rows.json")).json() });
          return () => rows.value ? h(Late, { rows: rows.value }) : "Loading";
        },
      }).mount("#root");`,
  },
  "/lit": {
    html: "<row-list></row-list>",
    source: `import { html, LitElement } from "lit";
      class RowList extends LitElement {
        static properties = { rows: { state: true } };
        async connectedCallback() {
          super.connectedCallback();
          const rows = await (await fetch("/rows.json")).json();
          setTimeout(() => { this.rows = rows }, 250);
        }
        render() { return this.rows ? html\`<ol>\${this.rows.map((row) => html\`<li>\${row}</li>\`)}</ol>\` : "Loading" }
      }
      customElements.define("row-list", RowList);`,
  },
};

/** Everything that the pages load, by path. */
export async function libraryFiles(): Promise<Map<string, { type: string; bytes: Uint8Array }>> {
  const files = new Map<string, { type: string; bytes: Uint8Array }>();
  const put = (name: string, content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    files.set(name, { type: mimeType(name), bytes });
  };
  for (const [name, text] of Object.entries(texts)) put(name, text);
  const modules = {
    "/chart.js": path.join(packageFolder("chart.js"), "dist/chart.umd.js"),
    "/echarts.js": require.resolve("echarts/dist/echarts.min.js"),
    "/pagedjs.js": path.join(packageFolder("pagedjs"), "dist/paged.polyfill.js"),
    "/mermaid.js": path.join(packageFolder("@mermaid-js/tiny"), "dist/mermaid.tiny.js"),
    "/mathjax.js": path.join(packageFolder("mathjax"), "es5/tex-svg.js"),
    "/htmx.js": path.join(packageFolder("htmx.org"), "dist/htmx.min.js"),
  };
  for (const [name, file] of Object.entries(modules)) put(name, readFileSync(file));
  const viewer = path.join(packageFolder("@vivliostyle/viewer"), "lib");
  const styles = [
    "viewer",
    "ui.arrows",
    "ui.menu-bar",
    "ui.message-dialog",
    "ui.loading-overlay",
    "ui.text-selection-menu",
  ];
  const parts = styles.map((name) => `css/${name === "viewer" ? "vivliostyle-viewer" : name}.css`);
  for (const part of ["index.html", "js/vivliostyle-viewer.js", "resources/vivliostyle-logo.svg", ...parts])
    put(`/viewer/${part}`, readFileSync(path.join(viewer, part)));
  for (const [name, { html, source }] of Object.entries(apps)) {
    put(`${name}.js`, await bundled(source));
    put(`${name}.html`, `${head}${html}<script src="${name}.js"></script>`);
  }
  return files;
}

async function bundled(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: path.dirname(packageFolder("react")) },
    define: { "process.env.NODE_ENV": '"production"' },
    bundle: true,
    minify: true,
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.contents as Uint8Array;
}
