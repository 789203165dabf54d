/** What a text may have beyond GitHub's Markdown, where a client asks for it. */
export const MARKDOWN_EXTRAS = ["emoji", "math", "mermaid"] as const;
export type MarkdownExtra = (typeof MARKDOWN_EXTRAS)[number];

export interface AskedExtras {
  asked: readonly MarkdownExtra[];
  /** Loads a file of those that scripts/lib/markdown-extras.ts makes. */
  load(file: string): Promise<string>;
}
