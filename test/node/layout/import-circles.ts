import path from "node:path";
import { parseSync } from "oxc-parser";

/** Source text by path from the project's root, such as "src/api/auth.ts". */
export type Sources = ReadonlyMap<string, string>;

/** What `#platform` means (package.json, "imports"): one where Node's modules are there, the other elsewhere. */
const SIDES = ["src/platform/native", "src/platform/portable"];

interface Import {
  from: string;
  to: string;
}

/**
 * Files and folders that lead back to themselves. Each folder is looked at by itself: its files and folders are the
 * stations, and a circle of stations is told by the imports that make it.
 */
export function importCircles(sources: Sources): string[][] {
  const arrows = new Map<string, Map<string, Import[]>>();
  for (const found of [...sources].flatMap(([file, text]) => importsOf(file, text))) {
    if (!sources.has(found.to)) continue;
    const [folder, from, to] = stations(found);
    const leaving = arrows.get(folder) ?? new Map<string, Import[]>();
    arrows.set(folder, leaving);
    leaving.set(`${from} ${to}`, [...(leaving.get(`${from} ${to}`) ?? []), found]);
  }
  return [...arrows.values()].flatMap((leaving) => circlesOf(leaving));
}

export function importsOf(file: string, text: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return named.flatMap((name) => {
    if (name.startsWith("#platform/"))
      return SIDES.map((side) => ({ from: file, to: name.replace("#platform", side) }));
    return name.startsWith(".") ? { from: file, to: path.posix.join(path.posix.dirname(file), name) } : [];
  });
}

/** The folder that holds both files, and which of its files or folders each of them is in. */
function stations({ from, to }: Import): [folder: string, from: string, to: string] {
  const [a, b] = [from.split("/"), to.split("/")];
  const depth = a.findIndex((step, index) => step !== b[index]);
  return [a.slice(0, depth).join("/"), a[depth] as string, b[depth] as string];
}

function circlesOf(arrows: ReadonlyMap<string, Import[]>): string[][] {
  const next = new Map<string, string[]>();
  for (const arrow of arrows.keys()) {
    const [from, to] = arrow.split(" ") as [string, string];
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const reachable = new Map([...next.keys()].map((station) => [station, reachedFrom(station, next)]));
  const circles = new Map<string, string[]>();
  for (const [station, reached] of reachable) {
    if (!reached.has(station)) continue;
    const members = [...reached].filter((other) => reachable.get(other)?.has(station)).sort();
    circles.set(members.join(" "), members);
  }
  return [...circles.values()].map((members) =>
    [...arrows].flatMap(([arrow, imports]) => {
      const isInside = arrow.split(" ").every((station) => members.includes(station));
      return isInside ? imports.map(({ from, to }) => `${from} → ${to}`) : [];
    }),
  );
}

function reachedFrom(station: string, next: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(next.get(station) ?? [])];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    waiting.push(...(next.get(at) ?? []));
  }
  return reached;
}
