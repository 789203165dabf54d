/**
 * The whole number given as an option. Anything else ends the command with 2: a run with a misread number proves
 * nothing.
 */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  console.error(`--${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  process.exit(2);
}
