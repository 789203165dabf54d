import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineArguments } from "../../bench/lib/engine-node.ts";
import { Checkout } from "../../mutate/checkout.ts";
import { type Mend, mends } from "./mends.ts";

const project = join(import.meta.dirname, "..", "..", "..");

/** Takes each mend away in a copy of the checkout, and searches; false when one of them was not missed. */
export async function tryWithoutMends(only: string | undefined, seconds: number): Promise<boolean> {
  const copy = new Checkout(project, mkdtempSync(join(tmpdir(), "quire-mends-")));
  let missed = 0;
  try {
    for (const mend of mends.filter(({ name }) => name.includes(only ?? ""))) {
      const found = finding(copy, mend, seconds);
      if (found === undefined) missed++;
      console.log(`${found === undefined ? "NOT FOUND" : "found"}: ${mend.name}${found ? `: ${found}` : ""}`);
    }
  } finally {
    copy.remove();
  }
  return missed === 0;
}

/** What the search says without the mend; undefined when it finds nothing. */
function finding(copy: Checkout, { edits, readers }: Mend, seconds: number): string | undefined {
  const files = new Set(edits.map(([file]) => file));
  for (const file of files) {
    const own = edits.filter(([of]) => of === file);
    copy.plant(file, own.reduce(taken(file), readFileSync(join(copy.root, file), "utf8")));
  }
  try {
    for (const reader of readers) {
      const search = ["lab/fuzz/main.ts", "time", "--only", reader, "--seconds", String(seconds)];
      const { status, stdout } = spawnSync(process.execPath, [...engineArguments(512), ...search], {
        cwd: copy.root,
        encoding: "utf8",
      });
      if (status === 1)
        return /slow: .*?(?= \(\{)|hang.*|memory.*|\w*Error.*/.exec(stdout)?.[0] ?? stdout.slice(0, 200);
    }
    return undefined;
  } finally {
    for (const file of files) copy.restore(file);
  }
}

function taken(file: string) {
  return (source: string, [, text, without]: Mend["edits"][number]): string => {
    const parts = source.split(text);
    if (parts.length !== 2) throw new Error(`${file} has ${JSON.stringify(text)} ${parts.length - 1} times`);
    return parts.join(without);
  };
}
