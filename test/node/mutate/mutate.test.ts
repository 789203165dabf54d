import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { faultsIn } from "../../../lab/mutate/faults.ts";
import { placesAtRandom } from "../../../lab/mutate/places.ts";
import { SuiteFinder } from "../../../lab/mutate/suites.ts";
import { seeded } from "../../fixtures/random.ts";

const root = path.resolve(import.meta.dirname, "../../..");

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

  it("drops a call that stands alone, awaited or not", () => {
    expect(sourcesWithFaults("await upload.abort();")).toEqual([";", "void upload.abort();"]);
  });

  it("leaves what is thrown as it is", () => {
    expect(sourcesWithFaults('throw new Error("at most " + 5);')).toEqual([]);
  });
});

describe("places of faults", () => {
  const files = ["src/pdf/split/modes.ts", "src/deliver/links.ts"];
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
    expect(finder.suitesFor("src/deliver/links.ts").nearest[0]).toBe("test/deliver/links.test.ts");
  });

  it("include those that send requests to the Worker as a whole", () => {
    const { nearest, others } = finder.suitesFor("src/errors/errors.ts");
    expect([...nearest, ...others]).toContain("test/app/app.test.ts");
  });

  it("include the end-to-end tests for what only HTTP shows", () => {
    expect(finder.suitesFor("src/html/browser/sessions.ts").endToEnd.length).toBeGreaterThan(0);
    expect(finder.suitesFor("src/pdf-objects/rope.ts").endToEnd).toEqual([]);
  });
});
