/** A document of one page of 400 by 400 points, its font F1 being Helvetica. */
export function build({
  content,
  resources = "",
  page = "",
  catalog = "",
  info,
  more = {},
}: {
  content: string;
  resources?: string;
  page?: string;
  catalog?: string;
  info?: string;
  /** Further objects, from number 6 on. */
  more?: Record<number, string>;
}): Uint8Array {
  const objects: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${resources}>>${page}>>`,
    4: stream("", content),
    5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...more,
  };
  const numbers = Object.keys(objects).map(Number);
  let text = "%PDF-1.7\n";
  for (const number of numbers) text += `${number} 0 obj\n${objects[number]}\nendobj\n`;
  const size = Math.max(...numbers) + 1;
  text += `trailer\n<</Size ${size}/Root 1 0 R${info ? `/Info ${info}` : ""}>>\n`;
  return Buffer.from(text, "latin1");
}

export function stream(dict: string, data: string): string {
  return `<<${dict}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}
