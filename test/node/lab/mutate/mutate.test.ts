import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Checkout } from "../../../../lab/mutate/checkout.ts";
import { faultsIn } from "../../../../lab/mutate/faults.ts";
import { placesAtRandom } from "../../../../lab/mutate/places.ts";
import { SuiteFinder, suiteOf } from "../../../../lab/mutate/suites.ts";
import { seeded } from "../../../fixtures/random.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

function sourcesWithFaults(source: string): string[] {
  return faultsIn("a.ts", source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  );
}

describe("faults that are planted in a source", () => {
  it("moves the edge of a comparison, and never touches the type beside it", () => {
    expect(sourcesWithFaults("const f = (a: Array<1 | 2>, b: number) => a.length < b;")).toEqual([
      "const f = (a: Array<1 | 2>, b: number) => a.length <= b;",
    ]);
  });

  it("drops a guard as a whole", () => {
    expect(sourcesWithFaults("function f(a) { if (a) return; g = a; }")).toContain("function f(a) { {} g = a; }");
  });

  it("multiplies a limit and moves a small number by one", () => {
    expect(sourcesWithFaults("const most = 5_000, least = 0;")).toEqual([
      "const most = 500000, least = 0;",
      "const most = 5_000, least = 1;",
    ]);
  });

  it("drops a call that is alone, awaited or not", () => {
    expect(sourcesWithFaults("await upload.abort();")).toEqual([";", "void upload.abort();"]);
  });

  it("leaves numbers whose neighbour does the same", () => {
    expect(sourcesWithFaults("new Uint8Array(256); new Page(7);")).toEqual(["new Uint8Array(256); new Page(8);"]);
    expect(sourcesWithFaults("f((a) => (a ? -1 : 1));")).not.toContain("f((a) => (a ? -2 : 1));");
    expect(sourcesWithFaults("a = b[c] ?? 0;")).toEqual(["a = 0;"]);
    expect(sourcesWithFaults("a = b.c ?? 0;")).toEqual(["a = 0;", "a = b.c ?? 1;"]);
  });

  it("leaves how much room there is, and what is only remembered", () => {
    const grows =
      "if (next > out.length) { grown = new Uint8Array(Math.max(next, out.length * 2)); grown.set(out); out = grown; }";
    expect(sourcesWithFaults(grows)).toEqual([
      `if (!(next > out.length)) ${grows.slice(grows.indexOf("{"))}`,
      grows.replace("Math.max", "Math.min"),
      grows.replace(" grown.set(out);", " ;"),
    ]);
    expect(sourcesWithFaults("const MAX_REMEMBERED = 8; if (known.size >= MAX_REMEMBERED) known.clear();")).toEqual([
      "const MAX_REMEMBERED = 8; if (!(known.size >= MAX_REMEMBERED)) known.clear();",
      "const MAX_REMEMBERED = 8; if (known.size >= MAX_REMEMBERED) ;",
    ]);
  });

  it("leaves the first capacity of what grows", () => {
    expect(sourcesWithFaults("new ByteWriter(length + 1024);")).toEqual([]);
    expect(sourcesWithFaults("if (needed > room) this.#grow(needed);")).not.toContain(
      "if (needed >= room) this.#grow(needed);",
    );
    expect(sourcesWithFaults("if (needed >= room) this.#grow(needed);")).toContain(
      "if (needed > room) this.#grow(needed);",
    );
  });

  it("leaves the edge between two equal values of which one takes the other's place, and no other edge", () => {
    expect(sourcesWithFaults("if (x < least) least = x;")).toEqual(["if (!(x < least)) least = x;"]);
    expect(sourcesWithFaults("c = a < b ? b : a;")).toEqual(["c = !(a < b) ? b : a;"]);
    expect(sourcesWithFaults("if (x < least) most = x;")).toContain("if (x <= least) most = x;");
    expect(sourcesWithFaults("if (x < least) { least = x; f(); }")).toContain("if (x <= least) { least = x; f(); }");
    expect(sourcesWithFaults("if (x === least) least = x;")).toContain("if (x !== least) least = x;");
  });

  it("leaves what is thrown as it is", () => {
    expect(sourcesWithFaults('throw new Error("at most " + 5);')).toEqual([]);
  });
});

describe("the copy in which faults are planted", () => {
  it("gets back its own text, whatever has become of the file in the checkout meanwhile", () => {
    const original = mkdtempSync(path.join(tmpdir(), "quire-mutate-"));
    try {
      const git = (...args: string[]) => execFileSync("git", args, { cwd: original });
      git("init", "--quiet");
      for (const name of ["kept", "moved", "deleted"]) {
        mkdirSync(path.join(original, "src"), { recursive: true });
        writeFileSync(path.join(original, "src", `${name}.ts`), `${name} as it was`);
      }
      git("add", ".");
      rmSync(path.join(original, "src/deleted.ts"));
      const checkout = new Checkout(original, path.join(original, ".quire"));
      expect(checkout.sources).toEqual(["src/kept.ts", "src/moved.ts"]);

      rmSync(path.join(original, "src/moved.ts"));
      writeFileSync(path.join(original, "src/kept.ts"), "changed meanwhile");
      for (const name of ["kept", "moved"]) {
        const copy = path.join(checkout.root, "src", `${name}.ts`);
        checkout.plant(`src/${name}.ts`, "a fault");
        expect(readFileSync(copy, "utf8")).toBe("a fault");
        checkout.restore(`src/${name}.ts`);
        expect(readFileSync(copy, "utf8")).toBe(`${name} as it was`);
      }
      expect(readFileSync(path.join(original, "src/kept.ts"), "utf8")).toBe("changed meanwhile");
      checkout.remove();
      expect(existsSync(checkout.root)).toBe(false);
    } finally {
      rmSync(original, { recursive: true, force: true });
    }
  });
});

it("runs each test file in one suite, the pure ones in Node", () => {
  expect(suiteOf("test/crop/crop.test.ts")).toBe("pure");
  expect(suiteOf("test/fields/field-schema.test.ts")).toBe("workerd");
  expect(suiteOf("test/api/operations/crop.test.ts")).toBe("workerd");
  expect(suiteOf("test/node/remove/removal.test.ts")).toBe("node");
  expect(suiteOf("test/node/html/site.test.ts")).toBe("browser");
  expect(suiteOf("test/e2e/crop.test.ts")).toBeUndefined();
});

describe("places of faults", () => {
  const files = ["src/split/modes.ts", "src/deliver/links.ts"];
  const draw = (seed: number) => {
    const drawn: string[] = [];
    for (const place of placesAtRandom(root, files, seeded(seed))) {
      drawn.push(`${place.file}:${place.start}`);
      if (drawn.length === 20) break;
    }
    return drawn;
  };

  it("are the same for the same seed and others for another", () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it("name the line as it was and as it is", () => {
    const [place] = placesAtRandom(root, files, seeded(1));
    const text = readFileSync(path.join(root, place?.file ?? ""), "utf8").split("\n");
    expect(place?.before).toBe(text[(place?.line ?? 0) - 1]?.trim());
    expect(place?.after).not.toBe(place?.before);
  });
});

describe("test files that could notice a fault", () => {
  const finder = new SuiteFinder(root, globSync("test/**/*.test.ts", { cwd: root }));

  it("begin with the one that mirrors the source", () => {
    expect(finder.testsFor("src/deliver/links.ts")[0]).toBe("test/deliver/links.test.ts");
  });

  it("include those that send requests to the Worker as a whole", () => {
    expect(finder.testsFor("src/errors/errors.ts")).toContain("test/app/app.test.ts");
  });
});
