import type { HtmlOptions } from "../../fields/options.ts";
import { acceptedLanguages } from "../../fields/place.ts";

export type Command = [method: string, params: Record<string, unknown>];

/** Browser.getVersion, as far as it is read here. */
export interface BrowserVersion {
  /** "HeadlessChrome/153.0.8010.0" */
  product: string;
  userAgent: string;
}

const DEFAULT_VIEWPORT = { width: 1280, height: 720, deviceScaleFactor: 1 };
const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0 };

/** What a page learns of its window and its visitor. */
export function emulation(options: HtmlOptions): Command[] {
  const viewport = options.viewport ?? DEFAULT_VIEWPORT;
  const commands: Command[] = [
    ["Emulation.setDeviceMetricsOverride", { ...viewport, mobile: false }],
    ["Emulation.setEmulatedMedia", emulatedMedia(options, options.media === "screen" ? "screen" : "")],
  ];
  if (!options.javascript) commands.push(["Emulation.setScriptExecutionDisabled", { value: true }]);
  if (options.omitBackground) commands.push(["Emulation.setDefaultBackgroundColorOverride", { color: TRANSPARENT }]);
  return commands;
}

/** The media type and features (Media Queries 5 §11, §12). */
export function emulatedMedia(options: HtmlOptions, media: string): Record<string, unknown> {
  const features = {
    "prefers-color-scheme": options.colorScheme,
    "prefers-reduced-motion": options.reducedMotion,
    // As a browser of any machine would have it.
    "forced-colors": "none",
    "prefers-contrast": "no-preference",
    "prefers-reduced-transparency": "no-preference",
    "color-gamut": "srgb",
    ...options.mediaFeatures,
  };
  return { media, features: Object.entries(features).map(([name, value]) => ({ name, value })) };
}

/** What must also be sent to frames of other sites and to workers, which are separate targets. */
export function identity(options: HtmlOptions, version: BrowserVersion | undefined): Command[] {
  return [
    // A browser that does not tell its name keeps it.
    ...(version ? [["Emulation.setUserAgentOverride", userAgent(options, version)] satisfies Command] : []),
    ["Emulation.setLocaleOverride", { locale: options.locale }],
    ["Emulation.setTimezoneOverride", { timezoneId: options.timezone }],
  ];
}

/** The browser's own name says that it is headless, and some sites then show nothing. */
function userAgent(options: HtmlOptions, version: BrowserVersion): Record<string, unknown> {
  const acceptLanguage = acceptedLanguages(options).join(",");
  // No client hints are sent with a named browser, since they would contradict its name.
  if (options.userAgent !== undefined) return { userAgent: options.userAgent, acceptLanguage };
  const full = /\/([\d.]+)/.exec(version.product)?.[1] ?? "";
  const major = full.split(".")[0] as string;
  return {
    userAgent: version.userAgent.replace("HeadlessChrome", "Chrome"),
    acceptLanguage,
    userAgentMetadata: {
      brands: [
        { brand: "Chromium", version: major },
        { brand: "Not)A;Brand", version: "99" },
      ],
      fullVersion: full,
      platform: /Mac OS/.test(version.userAgent) ? "macOS" : "Linux",
      platformVersion: "",
      architecture: "x86",
      model: "",
      mobile: false,
    },
  };
}
