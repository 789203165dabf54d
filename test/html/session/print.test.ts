import { expect, it } from "vitest";
import type { Page } from "../../../src/html/browser/page/page.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { print } from "../../../src/html/session/print.ts";

const MIB = 1024 * 1024;

/** A page whose PDF has so many mebibytes, and whose browser writes down what it is told; and what is held of it. */
function page(mebibytes: number, nodes = 1) {
  const commands: string[] = [];
  const ranges: unknown[] = [];
  const memory = {
    held: 0,
    grow: async (bytes: number) => {
      memory.held += bytes;
    },
    shrink: () => {},
  };
  const data = "x".repeat(MIB);
  let left = mebibytes;
  const stub = {
    network: { paged: false },
    evaluate: async () => undefined,
    nodes: async () => nodes,
    collectGarbage: async () => {},
    send: async (method: string, params: { pageRanges?: string }) => {
      commands.push(method);
      if (method === "Page.printToPDF") ranges.push(params.pageRanges);
      if (method !== "IO.read") return { stream: "1" };
      const more = left > 0;
      left -= 1;
      return { data: more ? data : "", eof: !more };
    },
    cdp: { post: (method: string) => commands.push(method) },
  };
  const printed = (options = {}) => print(stub as unknown as Page, htmlOptions.parse(options), { memory });
  return { commands, ranges, memory, print: printed };
}

it("a PDF is read in pieces, counted as it comes, and let go of by the browser", async () => {
  const { commands, memory, print } = page(3);
  expect((await print()).map(({ length }) => length)).toEqual([MIB, MIB, MIB]);
  expect(memory.held).toBe(3 * MIB);
  expect(commands.at(-1)).toBe("IO.close");
});

it("a PDF over the limit of bytes is read only up to the limit, and also let go of", async () => {
  const most = HTML_LIMITS.outputBytes / MIB;
  const { commands, memory, print } = page(most + 20);
  await expect(print()).rejects.toMatchObject({ kind: "too-large" });
  expect(memory.held).toBe(HTML_LIMITS.outputBytes);
  expect(commands.at(-1)).toBe("IO.close");
  expect(await page(most).print()).toHaveLength(most);
});

it("the ranges asked for are printed up to one page over the limit, and no further", async () => {
  const { ranges, print } = page(1);
  await print();
  await print({ pageRanges: "3-" });
  const most = HTML_LIMITS.outputPages;
  expect(ranges).toEqual([`1-${most + 1}`, `3-${most + 3}`]);
});

it("a page with more nodes than there may be is not printed", async () => {
  const { commands, print } = page(1, HTML_LIMITS.nodes + 1);
  await expect(print()).rejects.toMatchObject({ kind: "too-large", message: expect.stringContaining("DOM nodes") });
  expect(commands).toEqual([]);
});
