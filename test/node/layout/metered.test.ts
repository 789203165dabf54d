import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * Whatever a file can repeat goes through the meter. These forms go around it: an array that is read whole where a few
 * of its items are needed, and memory of a size that a file tells. An image's memory is asked for frame by frame before
 * it is decoded (src/images/write/frame-writer.ts), within caps, so only its work is charged here.
 */
const project = join(import.meta.dirname, "../../..");
const sources = (pattern: string) => globSync(pattern, { cwd: project }).map((path) => path.replaceAll("\\", "/"));
/** Rooms that read documents. Below them, `syntax` and `write` take views and sizes that these rooms have charged. */
const files = sources(
  "src/{pdf-file,pdf-pages,pdf-content,pdf-conformance,crop,split,merge,forms,remove,redact,inspect,text-layer}/**/*.ts",
).filter((path) => !/^src\/pdf-file\/(syntax|write)\/|\/rope\.ts$/.test(path));

interface Line {
  place: string;
  text: string;
  before: string;
}

/** Lines of a file, and what stands in the lines before each. */
function linesOf(path: string, far: number): Line[] {
  const lines = readFileSync(join(project, path), "utf8").split("\n");
  return lines.map((text, at) => ({
    place: `${path}:${at + 1} ${text.trim()}`,
    text,
    before: lines.slice(Math.max(0, at - far), at + 1).join("\n"),
  }));
}

/** For a few items or numbers there are `items` and `numbers`, which cost what they give. */
const WHOLE_ARRAYS = [
  /\.array\(.*\)\)?\?\.\[/,
  /\.array\(.*\)\)?\?\.slice\(/,
  /\.array\(.*\?\? \[\]\)\.slice\(/,
  /const \[[^\]]*\] = [\w.#]+\.array\(/,
  /(toMatrix|normalise)\(.*\.array\(/,
];

it("an array is never read whole where a few of its items are needed", () => {
  const found = files.flatMap((path) =>
    linesOf(path, 0)
      .filter(({ text }) => WHOLE_ARRAYS.some((pattern) => pattern.test(text)))
      .map(({ place }) => place),
  );
  expect(found).toEqual([]);
});

/** All entries of a file's dictionary are read by `entries`, which costs what it gives. */
const WHOLE_DICTIONARIES = [
  /\bof [\w.#]*[dD]ict\)/,
  /\b[\w.#]*[dD]ict\.(keys|values|entries)\(\)/,
  /(\bof |\.\.\.\(?)(?!copier)[\w.#]*\.dict\(/,
  /\.dict\(.*\)\?\.(keys|values|entries)\(/,
];
/** Why these may read a dictionary without it. */
const ONCE: Readonly<Record<string, string>> = {
  "src/split/scan/walk-object.ts": "gives the number of values, which are charged then",
  "src/pdf-file/repack.ts": "each object once, which was charged when it was parsed",
};

it("a dictionary is never read whole without being charged by its size", () => {
  const found = files.flatMap((path) =>
    linesOf(path, 0)
      .filter(({ text }) => WHOLE_DICTIONARIES.some((pattern) => pattern.test(text)))
      .map(({ place }) => place)
      .filter(() => ONCE[path] === undefined),
  );
  expect(found).toEqual([]);
});

/** A call takes some 100,000 arguments. Where a file tells how many there are, it would overflow the stack. */
it("no list of a length that a file gives becomes the arguments of a call", () => {
  const found = sources(
    "src/{api,codecs,html,images,intake,mcp,pdf-*,crop,split,merge,forms,remove,redact,inspect,text-layer}/**/*.ts",
  ).flatMap((path) =>
    linesOf(path, 0)
      .filter(({ text }) => /\.(push|unshift)\(\.\.\./.test(text))
      .map(({ place }) => place)
      .filter(() => FEW_ARGUMENTS[path] === undefined),
  );
  expect(found).toEqual([]);
});

const FEW_ARGUMENTS: Readonly<Record<string, string>> = {
  "src/api/pipeline.ts": "of the unknown fields and warnings some are named",
  "src/images/image-document.ts": "warnings and messages of one image",
  "src/images/jp2/jp2.ts": "a header's box, of at most four components or those of a short list",
  "src/pdf-content/colour/calculator.ts": "a calculator's stack, at most 100 values",
  "src/redact/marks.ts": "what writes one label",
  "src/remove/rewrite/path-clip.ts": "the pieces of one segment",
  "src/remove/fonts/composite-writer.ts": "the two or three widths of a glyph",
  "src/remove/copy/programs.ts": "operands of one operator, at most six",
};

const TYPED = /new (?:Ui|I)nt(?:8|16|32)Array\(([^)]*)|new Float64Array\(([^)]*)/;
/** Sizes that no file tells: numbers, constants, and views of memory that is there. */
const FIXED = /^(?:\d[\d\s*<]*|[A-Z_]+|)$|buffer|\[|^new |^Buffer|createHash|Sync|digest|update\(/;

/** Why the sizes in these files are small, or charged elsewhere. */
const CHARGED_ELSEWHERE: Readonly<Record<string, string>> = {
  "src/pdf-file/structure/object-cache.ts": "slots are a constant of ours",
  "src/pdf-file/finish/srgb-profile.ts": "one profile, whose size is ours",
  "src/split/split.ts": "held just before, at the end of what is shared",
  "src/remove/mesh.ts": "numbers of at most 32 bits",
  "src/remove/rewrite/path-source.ts": "steps of a path, which grow with its operators",
  "src/pdf-content/syntax/tokeniser.ts": "strings among the operands, which grow with the content's bytes",
  "src/split/write/write-part.ts": "objects of a part, which were charged when they were reached",
  "src/split/tags/struct-elements.ts":
    "a byte an object beside the fourteen of the raw objects; references that are held",
  "src/pdf-content/images/row-marker.ts": "a side of an image, whose samples were charged, has at most 65536",
  "src/pdf-content/images/decoded-rows.ts": "a row of an image, whose samples were charged",
  "src/pdf-content/images/classify.ts": "components of a colour space, at most 32",
  "src/pdf-content/images/marks.ts": "a side of an image, whose samples were charged, has at most 65536",
  "src/pdf-content/syntax/values.ts": "operands, which grow with the content's bytes and have a limit",
  "src/pdf-content/colour/spaces.ts": "components of a colour space, at most 32",
  "src/pdf-content/fonts/programs/type1.ts": "the program's bytes once more, while it is read",
  "src/pdf-content/state/path.ts": "steps of a path, which grow with its operators and have a limit",
  "src/pdf-file/filters/ascii.ts": "a stream's data, at most 32 MiB",
  "src/pdf-file/filters/compressed.ts": "a stream's data, at most 32 MiB",
  "src/pdf-file/filters/predictor.ts": "a stream's data, at most 32 MiB",
  "src/inspect/inspect-ranges.ts": "the file itself, for which room was reserved",
  "src/pdf-file/structure/file-source.ts": "the file itself, on a machine of its own",
  "src/pdf-file/security/password-sha2.ts": "a password, at most 127 bytes",
  "src/pdf-file/security/security.ts": "a key, at most 32 bytes",
  "src/pdf-file/security/encrypt-dictionary.ts": "a key's entries, of fixed lengths",
  "src/pdf-file/security/aes.ts": "a string or stream that was charged when it was parsed",
  "src/pdf-file/security/new-encryption.ts": "salts and keys, of fixed lengths",
  "src/pdf-file/security/sealer.ts": "a string that was charged when it was parsed, or a portion of a stream",
  "src/pdf-file/security/rc4.ts": "a string or stream that was charged when it was parsed",
  "src/remove/images/part-rows.ts": "a row of an image, whose samples were charged",
  "src/remove/images/row-cutter.ts": "a row of an image, whose samples were charged",
  "src/remove/images/coded-part.ts": "a coded image's own bytes once more",
  "src/remove/rewrite/glyph-run.ts": "glyphs of one string, each of which was charged",
  "src/remove/fonts/pruned-type1.ts": "the program's bytes once more, while it is written",
  "src/remove/prove/objects.ts": "objects of the new file",
  "src/remove/prove/glyphs.ts": "glyphs of one string, each of which was charged",
  "src/remove/prove/images.ts": "a row of an image, whose samples were charged",
};

it("memory of a size that a file gives is charged before it is taken", () => {
  const found = files.flatMap((path) =>
    linesOf(path, 12)
      .filter(({ text, before }) => {
        const [, ints, floats] = TYPED.exec(text) ?? [];
        const size = ints ?? floats;
        return size !== undefined && !FIXED.test(size) && !/\b(hold|take|entries)\(/.test(before);
      })
      .map(({ place }) => place)
      .filter(() => CHARGED_ELSEWHERE[path] === undefined),
  );
  expect(found).toEqual([]);
});

it("no exception is named that is none any more", () => {
  const isUsed = (path: string) =>
    files.includes(path) && linesOf(path, 0).some(({ text }) => TYPED.test(text) || /Array\.from|slice\(/.test(text));
  expect(Object.keys(CHARGED_ELSEWHERE).filter((path) => !isUsed(path))).toEqual([]);
});
