import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Site, startSite } from "../site.ts";

const svg = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${fill}"/></svg>`;

/** Pages that come to rest late, and what they load late. */
export async function slowSite(): Promise<Site> {
  const font = await readFile(
    createRequire(import.meta.url).resolve("pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf"),
  );
  return startSite({
    "/font.ttf": (_, response) =>
      setTimeout(
        () => response.writeHead(200, { "content-type": "font/ttf", "access-control-allow-origin": "*" }).end(font),
        400,
      ),
    "/slow.svg": (_, response) =>
      setTimeout(() => response.writeHead(200, { "content-type": "image/svg+xml" }).end(svg("lime")), 400),
    "/late.svg": (_, response) =>
      setTimeout(() => response.writeHead(200, { "content-type": "image/svg+xml" }).end(svg("lime")), 1_600),
    "/first": (_, response) => setTimeout(() => response.end("/second"), 200),
    "/second": (_, response) => setTimeout(() => response.end("loaded in two steps"), 200),
    "/app": `<div id="app">Loading</div><script>
      fetch("/first").then((r) => r.text()).then((next) => fetch(next)).then((r) => r.text()).then((text) => setTimeout(() => { app.textContent = text }, 40));
    </script>`,
    "/moved": `<meta http-equiv="refresh" content="0; url=/app">`,
    "/script-moved": `<script>location.replace("/app")</script>`,
    "/polling": `<p>Polls</p><script>setInterval(() => fetch("/first"), 30)</script>`,
  });
}
