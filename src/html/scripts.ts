/** Whether a script element of this type is a program, and not data (HTML §4.12.1). */
export function isProgram(type: string | null): boolean {
  const name = (type ?? "").toLowerCase().trim();
  return name === "" || name === "module" || name === "importmap" || /(java|ecma)script$/.test(name);
}
