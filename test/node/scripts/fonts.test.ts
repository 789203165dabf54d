import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fontConfiguration, lacking, provideFonts } from "../../../scripts/lib/chromium-fonts.ts";
import { fetchFonts, isFetched } from "../../../scripts/lib/fonts/fetch.ts";
import { SCRIPTS, type Script } from "../../../scripts/lib/fonts/packages.ts";
import { unpackWoff } from "../../../scripts/lib/fonts/woff.ts";

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "fonts-"));
  folder = path.join(home, "fonts");
});
afterEach(() => rm(home, { recursive: true }));

const names = (scripts: readonly Script[]) => scripts.map(({ name }) => name);

/** A package as npm packs it. */
function packed(files: Record<string, Uint8Array>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, bytes]) => {
    const header = Buffer.alloc(512);
    header.write(`package/${name}`, 0);
    header.write(bytes.length.toString(8).padStart(11, "0"), 124);
    header.write("0", 156);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function script(archive: Buffer, name = "Thai"): Script {
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  return {
    name,
    language: "th",
    package: { name: "@some/font", version: "1.2.3", integrity, faces: /^f\/.*\.(ttf|woff)$/ },
  };
}

/** A WOFF file of two tables, one compressed. */
function woff(): Uint8Array {
  const tables = [
    { tag: 0x61616161, plain: Buffer.alloc(100, "a") },
    { tag: 0x62626262, plain: Buffer.from("xyz") },
  ];
  const head = new Uint8Array(44 + 20 * tables.length);
  const view = new DataView(head.buffer);
  view.setUint32(0, 0x774f4646);
  view.setUint32(4, 0x00010000);
  view.setUint16(12, tables.length);
  view.setUint32(16, 12 + 16 * tables.length + 100 + 4);
  const data: Uint8Array[] = [];
  let at = head.length;
  tables.forEach(({ tag, plain }, i) => {
    const deflated = deflateSync(plain);
    const kept = deflated.length < plain.length ? deflated : plain;
    [tag, at, kept.length, plain.length, 7 + i].forEach((value, field) => {
      view.setUint32(44 + 20 * i + 4 * field, value);
    });
    data.push(kept);
    at += kept.length;
  });
  return Buffer.concat([head, ...data]);
}

describe("fonts are fetched for the scripts that a machine lacks", () => {
  it("no others", () => {
    expect(names(lacking((language) => language !== "ja" && language !== "ar", folder))).toEqual([
      "Japanese",
      "Arabic",
    ]);
    expect(lacking(() => true, folder)).toEqual([]);
  });

  it("all of them, where it is unknown which there are", () => {
    expect(lacking(() => undefined, folder)).toEqual(SCRIPTS);
  });

  it("once", async () => {
    const archive = packed({
      "f/a.ttf": Buffer.from("font"),
      LICENSE: Buffer.from("OFL"),
      "index.js": Buffer.from("x"),
    });
    const wanted = script(archive);
    let asked = 0;
    const pack = async (spec: string, into: string) => {
      asked++;
      expect(spec).toBe("@some/font@1.2.3");
      await writeFile(path.join(into, "font.tgz"), archive);
    };
    expect(isFetched(folder, wanted)).toBe(false);
    for (const _ of ["first", "second"]) expect((await fetchFonts(folder, [wanted], pack)).failed).toEqual([]);
    expect(asked).toBe(1);
    expect(isFetched(folder, wanted)).toBe(true);
    expect((await readdir(path.join(folder, "some-font-1.2.3"))).sort()).toEqual(["LICENSE", "a.ttf"]);
    expect(await readdir(`${folder}.part`)).toEqual([]);
  });

  it("as the system reads them: out of WOFF", async () => {
    const archive = packed({ "f/a.woff": woff() });
    await fetchFonts(folder, [script(archive)], (_, into) => writeFile(path.join(into, "font.tgz"), archive));
    const font = await readFile(path.join(folder, "some-font-1.2.3", "a.ttf"));
    expect(new Uint8Array(font)).toEqual(unpackWoff(woff()));
    const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
    const words = [0, 12, 16, 20, 24].map((at) => view.getUint32(at));
    expect(words).toEqual([0x00010000, 0x61616161, 7, 44, 100]);
    expect(new TextDecoder().decode(font.subarray(44, 147))).toBe(`${"a".repeat(100)}xyz`);
  });
});

describe("what cannot be had", () => {
  it("is said, with what to do, and does not stop the start", async () => {
    const pack = async (spec: string) => {
      throw new Error(`npm could not fetch ${spec}`);
    };
    const notes = await provideFonts(folder, (language) => language !== "ko", { pack, platform: "linux" });
    expect(notes).toEqual([
      expect.stringMatching(/none could be had for Korean \(npm could not fetch @embedpdf.*apt-get install fonts-noto/),
    ]);
    expect(existsSync(folder) ? await readdir(folder) : []).toEqual([]);
  });

  it("is not asked for on systems that bring fonts for all scripts", async () => {
    expect(await provideFonts(folder, () => false, { platform: "darwin" })).toEqual([]);
  });

  it.each([
    ["is another file than the one that was chosen", { "f/a.ttf": Buffer.from("other") }, "is not what it was"],
    ["holds no font", { "readme.md": Buffer.from("x") }, "holds no font"],
  ])("because it %s: nothing of it stays", async (_, files, reason) => {
    const archive = packed(files as unknown as Record<string, Uint8Array>);
    const wanted = reason.startsWith("is") ? script(packed({})) : script(archive);
    const result = await fetchFonts(folder, [wanted], (_spec, into) => writeFile(path.join(into, "f.tgz"), archive));
    expect([names(result.failed), result.reason]).toEqual([["Thai"], expect.stringContaining(reason)]);
    expect(await readdir(folder)).toEqual([]);
  });
});

it("every package is pinned by its version and what is in it", () => {
  expect(SCRIPTS.length).toBeGreaterThan(0);
  for (const { package: font } of SCRIPTS) {
    expect(font.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(font.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
  }
  expect(new Set(SCRIPTS.map(({ language }) => language)).size).toBe(SCRIPTS.length);
});

it("the browser looks for fonts in the folders named, beside the system's", async () => {
  const { FONTCONFIG_FILE = "" } = await fontConfiguration(home, ["/fonts & more"]);
  expect(
    process.platform === "linux" ? await readFile(FONTCONFIG_FILE, "utf8") : "<dir>/fonts &amp; more</dir>",
  ).toContain("<dir>/fonts &amp; more</dir>");
});
