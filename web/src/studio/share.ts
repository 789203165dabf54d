/** Tools by the name in the address. */
export const TOOLS = ["crop", "split", "redact", "organize", "images", "html", "receipt"] as const;
export type ToolName = (typeof TOOLS)[number];

/**
 * The part of the address after `#` is never sent to a server: settings that are shared stay between those who share
 * them.
 */
export function readAddress(hash: string): { tool: ToolName | undefined; settings: unknown } {
  const [, name = "", text] = /^#(\w+)(?:=(.*))?$/.exec(hash) ?? [];
  const tool = TOOLS.find((one) => one === name);
  if (tool === undefined || text === undefined) return { tool, settings: undefined };
  try {
    return { tool, settings: JSON.parse(decodeURIComponent(text)) };
  } catch {
    // A link that was cut short opens the tool as it is.
    return { tool, settings: undefined };
  }
}

export function addressOf(tool: ToolName, settings: unknown): string {
  return `${location.origin}/studio#${tool}=${encodeURIComponent(JSON.stringify(settings))}`;
}
