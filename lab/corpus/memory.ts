import { readFileSync, writeFileSync } from "node:fs";

/** Resets the peak memory of this process where the kernel allows it (Linux, "clear_refs" 5). */
export function resetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Elsewhere it is the peak of the process so far, which can only be too high.
  }
}

/** The peak of resident memory in MB. */
export function peakMb(): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"));
    if (line) return Number(line[1]) / 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS / 1024;
}
