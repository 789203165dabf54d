import { type HtmlOptions, htmlOptions } from "../../fields/options.ts";
import { CdpError } from "../cdp.ts";

/** Commands that do not guard anything, and the options that need them. */
const SERVES: Record<string, readonly (keyof HtmlOptions)[]> = {
  "Browser.grantPermissions": [],
  "Browser.getVersion": ["userAgent"],
  "Emulation.setDefaultBackgroundColorOverride": ["omitBackground"],
  "Emulation.setDeviceMetricsOverride": ["viewport"],
  "Emulation.setEmulatedMedia": ["media", "colorScheme", "reducedMotion", "mediaFeatures"],
  "Emulation.setLocaleOverride": ["locale"],
  "Emulation.setScriptExecutionDisabled": ["javascript"],
  "Emulation.setTimezoneOverride": ["timezone"],
  "Emulation.setUserAgentOverride": ["userAgent", "acceptLanguage"],
  "Inspector.enable": [],
};

/**
 * Continues when the browser lacks a command that is no guard and that the request does not need: a page in a window of
 * another size is better than none. When the request needs the command, it is refused.
 */
export async function unlessLacking<T>(answer: Promise<T>, options: HtmlOptions): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const served = error instanceof CdpError ? SERVES[error.method] : undefined;
    if (served === undefined || served.some((name) => isAskedFor(options, name))) throw error;
    return undefined;
  }
}

let defaults: HtmlOptions | undefined;

function isAskedFor(options: HtmlOptions, name: keyof HtmlOptions): boolean {
  defaults ??= htmlOptions.parse({});
  return JSON.stringify(options[name]) !== JSON.stringify(defaults[name]);
}
