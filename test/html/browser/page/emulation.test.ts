import { describe, expect, it } from "vitest";
import { emulatedMedia, emulation, identity } from "../../../../src/html/browser/page/emulation.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";

describe("what a page learns of its window and its visitor", () => {
  const version = { product: "HeadlessChrome/153.0.8010.2", userAgent: "X (Linux) HeadlessChrome/153.0.0.0" };
  const emulated = (options: object) => Object.fromEntries(emulation(htmlOptions.parse(options)));

  it("is a window of 1280 by 720, for print, with scripts", () => {
    const commands = emulated({});
    expect(Object.keys(commands)).toEqual(["Emulation.setDeviceMetricsOverride", "Emulation.setEmulatedMedia"]);
    expect(commands["Emulation.setDeviceMetricsOverride"]).toEqual({
      width: 1280,
      height: 720,
      deviceScaleFactor: 1,
      mobile: false,
    });
    expect(commands["Emulation.setEmulatedMedia"]).toMatchObject({ media: "" });
  });

  it("is what the options say", () => {
    const commands = emulated({
      ...{ viewport: { width: 400, height: 300 }, media: "screen", javascript: false, omitBackground: true },
    });
    expect(commands["Emulation.setDeviceMetricsOverride"]).toMatchObject({ width: 400, height: 300, mobile: false });
    expect(commands["Emulation.setEmulatedMedia"]).toMatchObject({ media: "screen" });
    expect(commands["Emulation.setScriptExecutionDisabled"]).toEqual({ value: true });
    expect(commands["Emulation.setDefaultBackgroundColorOverride"]).toEqual({ color: { r: 0, g: 0, b: 0, a: 0 } });
    const media = emulatedMedia(htmlOptions.parse({ colorScheme: "dark" }), "screen") as { features: object[] };
    expect(media.features).toContainEqual({ name: "prefers-color-scheme", value: "dark" });
    expect(media.features).toHaveLength(6);
  });

  it("does not say that its browser is headless", () => {
    const [agent, locale, zone] = identity(htmlOptions.parse({ locale: "de-AT", timezone: "Asia/Tokyo" }), version);
    expect(agent?.[1]).toMatchObject({
      ...{ userAgent: "X (Linux) Chrome/153.0.0.0", acceptLanguage: "de-AT,de" },
      userAgentMetadata: { fullVersion: "153.0.8010.2", platform: "Linux", mobile: false },
    });
    expect(agent?.[1]).toHaveProperty("userAgentMetadata.brands.0", {
      brand: "Chromium",
      version: "153",
    });
    expect([locale?.[1], zone?.[1]]).toEqual([{ locale: "de-AT" }, { timezoneId: "Asia/Tokyo" }]);
    const mac = identity(htmlOptions.parse({}), { ...version, userAgent: "(Mac OS X)" });
    expect(mac[0]?.[1]).toMatchObject({ userAgentMetadata: { platform: "macOS" } });
  });

  it("is a browser's name of the client's, without hints that contradict it", () => {
    const [agent] = identity(htmlOptions.parse({ userAgent: "Mine" }), version);
    expect(agent).toEqual(["Emulation.setUserAgentOverride", { userAgent: "Mine", acceptLanguage: "en-US,en" }]);
    expect(identity(htmlOptions.parse({}), undefined).map(([method]) => method)).toEqual([
      "Emulation.setLocaleOverride",
      "Emulation.setTimezoneOverride",
    ]);
  });
});
