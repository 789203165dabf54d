import * as mupdf from "mupdf";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { scanned } from "../support/scanned.ts";

const { api, key } = inject("service");

const LINES = [
  "Please send the papers to Jane Doe in Market Square.",
  "The account is 4711 2280 and is kept by Jane Doe.",
  "Questions are answered on weekdays between nine and five.",
];

let scan: Uint8Array;
beforeAll(async () => {
  scan = await scanned([{ lines: LINES }, { lines: [] }, { lines: LINES, turned: 90 }]);
});

async function redact(fields: Record<string, unknown>, query = ""): Promise<Response> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(scan)]), "scan.pdf");
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return fetch(`${api}/v1/pdf/redact${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
}

interface Answered {
  findings: { pageNumber: number; text: string; recognised?: boolean; confidence?: number; areas: Area[] }[];
  coverage: { read: number; recognised: number; pictures: number; pages: { why: { kind: string }[] }[] };
  redaction?: { verified: boolean };
  notes: string[];
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const text = [{ words: "Jane Doe" }];

describe("a scan is redacted by its words", () => {
  it("which are read first, and each finding says that it rests on that", async () => {
    const answer = await redact({ text, onUnreadable: "ocr", dryRun: true });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { findings, coverage, notes } = (await answer.json()) as Answered;
    expect(findings.map(({ pageNumber, text }) => `${pageNumber} ${text}`)).toEqual([
      ...["1 Jane Doe", "1 Jane Doe", "3 Jane Doe", "3 Jane Doe"],
    ]);
    for (const { recognised, confidence } of findings) {
      expect(recognised).toBe(true);
      expect(confidence).toBeGreaterThan(60);
    }
    expect(coverage).toMatchObject({ read: 0, recognised: 3, partly: 0, pictures: 0 });
    expect(coverage.pages[1]!.why).toMatchObject([{ kind: "pictures" }, { kind: "recognised", characters: 0 }]);
    expect(notes.join(" ")).toContain("4 findings rest on words that were recognised");
  });

  it("and is refused where they are not read", async () => {
    const answer = await redact({ text, onUnreadable: "refuse" });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('onUnreadable \\"ocr\\"');
  });

  it("so that neither the picture nor the layer has them", async () => {
    const found = (await (await redact({ text, onUnreadable: "ocr", dryRun: true })).json()) as Answered;
    const answer = await redact({ text, onUnreadable: "ocr", mark: "none" }, "?format=binary");
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(JSON.parse(answer.headers.get("Quire-Result") ?? "{}")).toMatchObject({ verified: false, findings: 4 });
    const document = mupdf.Document.openDocument(new Uint8Array(await answer.arrayBuffer()), "application/pdf");
    for (const index of [0, 2]) {
      const page = document.loadPage(index);
      const shown = page.toStructuredText("").asText().replace(/\s+/g, " ");
      expect(shown).not.toMatch(/Jane|Doe/);
      expect(shown).toContain("Please send the papers to");
      expect(shown).toContain("The account is 4711 2280");
      const height = page.getBounds()[3];
      const SCALE = 2;
      const pixmap = page.toPixmap(mupdf.Matrix.scale(SCALE, SCALE), mupdf.ColorSpace.DeviceGray, false);
      const [columns, samples] = [pixmap.getWidth(), pixmap.getPixels()];
      for (const { areas } of found.findings.filter(({ pageNumber }) => pageNumber === index + 1)) {
        for (const { x, y, width, height: high } of areas) {
          let dark = 0;
          for (let row = Math.ceil((height - y - high) * SCALE); row < (height - y) * SCALE; row++) {
            for (let at = Math.ceil(x * SCALE); at < (x + width) * SCALE; at++) {
              if (samples[row * columns + at]! < 128) dark++;
            }
          }
          expect(dark).toBe(0);
        }
      }
    }
  });

  it("by words that are brought, which are believed as to their place", async () => {
    const words = [
      { text: "Jane", box: [180, 50, 210, 62], confidence: 88 },
      { text: "Doe", box: [212, 50, 236, 62], confidence: 71 },
      { text: "papersoftheproceeding", box: [50, 50, 150, 62] },
      { text: "andmorewordsthatarethere", box: [50, 70, 250, 82] },
    ];
    const answer = await redact({ text, textLayer: { pages: [{ page: 1, words }] }, onUnreadable: "report" });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { findings, coverage, redaction } = (await answer.json()) as Answered;
    expect(findings).toMatchObject([{ pageNumber: 1, text: "Jane Doe", recognised: true, confidence: 71 }]);
    expect(coverage).toMatchObject({ recognised: 1, pictures: 2 });
    expect(redaction!.verified).toBe(false);
  });
});
