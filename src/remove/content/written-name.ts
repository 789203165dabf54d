/** A name as it is written in content (7.3.5). */
export function nameText(name: string): string {
  if (PLAIN.test(name)) return `/${name}`;
  let text = "/";
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i) & 255;
    const char = String.fromCharCode(code);
    text += PLAIN.test(char) ? char : `#${code.toString(16).padStart(2, "0")}`;
  }
  return text;
}

/** Regular characters other than the '#' of an escape. */
const PLAIN = /^[!"$&'*-.0-;=?-Z\\^-z|~]*$/;
