/**
 * The whole number that an option was given, else the command ends with 2: a number misread is a run that proves
 * nothing.
 */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  console.error(`--${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  process.exit(2);
}
