/** What the reader of the parts should know, each thing once. */
const TEXTS = {
  signature: "Signatures cover the whole document: in the parts they are pictures of what was signed, no signatures.",
  xfa: "The document's XFA form was dropped; its fields are kept as an ordinary form.",
  tags: "The document has more tags than are read: the parts have none.",
  attachments:
    'Files that are attached to the document are in no part that does not name them, and no part is a portfolio: with attachments "keep" each has them, with "first" the first.',
  resources: "Some content could not be read: what it may use was kept, and with it perhaps what only other pages use.",
} as const;

export class Notes {
  readonly #found = new Set<keyof typeof TEXTS>();

  add(note: keyof typeof TEXTS): void {
    this.#found.add(note);
  }

  texts(): string[] {
    return (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).filter((note) => this.#found.has(note)).map((n) => TEXTS[n]);
  }
}
