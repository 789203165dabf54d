import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";

/** Linux only: elsewhere there is no figure, and the report says so. */
export function canMeasureMemory(): boolean {
  try {
    return readFileSync("/proc/self/status", "utf8").includes("VmHWM");
  } catch {
    return false;
  }
}

function status(pid: number): { name: string; parent: number; peakMb: number; nowMb: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const number = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
    const name = /^Name:\s+(.*)$/m.exec(text)?.[1] ?? "";
    return { name, parent: number("PPid"), peakMb: number("VmHWM") / 1024, nowMb: number("VmRSS") / 1024 };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** All processes below `root`. */
export function descendants(root: number): { pid: number; name: string }[] {
  const all = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ pid: Number(entry), ...(status(Number(entry)) ?? { name: "", parent: -1 }) }));
  const family = new Set([root]);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  family.delete(root);
  return all.filter(({ pid }) => family.has(pid)).map(({ pid, name }) => ({ pid, name }));
}

/**
 * The workerd that runs the Worker. Under `wrangler dev` a second one is its proxy, which listens on the public port and
 * only passes bodies on; a service of ours has none.
 */
export function workerProcess(wrangler: number, port: number): number {
  const candidates = descendants(wrangler).filter(({ name }) => name === "workerd");
  const own = candidates.filter(({ pid }) => !listeningPorts(pid).includes(port));
  const chosen = own[0] ?? candidates[0];
  if (chosen === undefined) throw new Error("no workerd below wrangler");
  return chosen.pid;
}

/** The ports on which a process listens. */
export function listeningPorts(pid: number): number[] {
  const own = new Set(sockets(pid));
  return listeners().flatMap(({ port, inode }) => (own.has(inode) ? [port] : []));
}

function listeners(): { port: number; inode: string }[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) =>
    readFileSync(table, "utf8")
      .split("\n")
      .slice(1)
      .flatMap((line) => {
        const cells = line.trim().split(/\s+/);
        const port = Number.parseInt(cells[1]?.split(":").at(-1) ?? "", 16);
        return cells[3] === "0A" ? [{ port, inode: cells[9]! }] : [];
      }),
  );
}

function sockets(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return openFiles(folder).flatMap((entry) => {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${entry}`))?.[1];
      return inode === undefined ? [] : [inode];
    } catch {
      return [];
    }
  });
}

function openFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

/** Empty when the process has ended meanwhile. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

export function residentMb(pid: number): number {
  return status(pid)?.nowMb ?? Number.NaN;
}

export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

export function peakMb(pid: number): number {
  return status(pid)?.peakMb ?? Number.NaN;
}

/** User and system time of a process so far. */
export function cpuMs(pid: number): number {
  const [user, system] = times(readFileSync(`/proc/${pid}/stat`, "utf8"));
  return user + system;
}

/** The same of a process and all below it, those that have ended included, by what they are. */
export function familyCpuMs(root: number): { browsers: number; workerd: number; others: number } {
  const sums = { browsers: 0, workerd: 0, others: 0 };
  for (const { pid, name } of [{ pid: root, name: status(root)?.name ?? "" }, ...descendants(root)]) {
    const kind = /chrom|headless/i.test(name) ? "browsers" : name === "workerd" ? "workerd" : "others";
    try {
      sums[kind] += times(readFileSync(`/proc/${pid}/stat`, "utf8")).reduce((sum, ms) => sum + ms, 0);
    } catch {
      // It has ended meanwhile: its parent counts it.
    }
  }
  return sums;
}

/** Fields 14 to 17 of proc(5), in ticks of 10 ms: the process's own time, and that of children it has waited for. */
function times(stat: string): [user: number, system: number, childrenUser: number, childrenSystem: number] {
  const cells = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].map((at) => Number(cells[at]) * 10) as ReturnType<typeof times>;
}
