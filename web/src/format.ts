const UNITS = ["B", "KB", "MB", "GB", "TB"];

export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** A limit of the service, which counts in powers of two: 10 MB, as its messages say. */
export function limit(count: number): string {
  return `${Math.round(count / 1024 / 1024)} MB`;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;
}

export function date(iso: string): string {
  return new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

export function ago(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return date(iso);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Where people measure in inches and print on Letter. */
const OF_LETTER = ["US", "CA", "MX", "PH", "CL", "CO", "VE"];

export function measuresIn(locale: string): { unit: "mm" | "in"; paper: "A4" | "Letter" } {
  // Chromium adds what the system does: `en-US@posix` is no locale.
  const region = new Intl.Locale(locale.replace(/@.*/, "")).maximize().region ?? "";
  return { unit: region === "US" ? "in" : "mm", paper: OF_LETTER.includes(region) ? "Letter" : "A4" };
}
