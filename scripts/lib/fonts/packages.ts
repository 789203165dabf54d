/**
 * A script beyond Latin: the language by which fontconfig knows a font for it, and a package of npm that brings one.
 */
export interface Script {
  name: string;
  language: string;
  package: FontPackage;
}

export interface FontPackage {
  name: string;
  version: string;
  /** The hash of the package's file, in the form of package-lock.json. */
  integrity: string;
  /** Which of its files are the regular and the bold face. */
  faces: RegExp;
}

const EXPO_FACES = /^[47]00(Regular|Bold)\/\w+\.ttf$/;
const EMBEDPDF_FACES = /^fonts\/\w+-(Regular|Bold)\.[ot]tf$/;

/** All fonts are Noto's, under the SIL Open Font License. They are fetched to this machine, not shipped. */
export const SCRIPTS: readonly Script[] = [
  {
    name: "Chinese",
    language: "zh-cn",
    package: {
      name: "@embedpdf/fonts-sc",
      version: "1.0.0",
      integrity: "sha512-ETXl7XCwaQLSSvMO3EUDwMNqtL64kX2LlFxarTRi/NsIGGOIxUurGfKtrkmtnKHrWy1jAJSt6oxK2uJhvdvQIw==",
      faces: EMBEDPDF_FACES,
    },
  },
  {
    name: "Japanese",
    language: "ja",
    package: {
      name: "@embedpdf/fonts-jp",
      version: "1.0.0",
      integrity: "sha512-BY2tv/mcICUUKf+M/bizf3RU65PMqKClJ/e5o9mgMibxyML0OQvEDwYMRPODQkKgJKXCO3ScHmVvcmXp6kt+fA==",
      faces: EMBEDPDF_FACES,
    },
  },
  {
    name: "Korean",
    language: "ko",
    package: {
      name: "@embedpdf/fonts-kr",
      version: "1.0.0",
      integrity: "sha512-bh88HXSvOBS581kgmihWY7Ijp9hBsvlmXogFG5LSNx9UBAobRcakZiFMGieRBc06hUSkpo7WhjaFM/z/SfQ8dQ==",
      faces: EMBEDPDF_FACES,
    },
  },
  {
    name: "Arabic",
    language: "ar",
    package: {
      name: "@expo-google-fonts/noto-sans-arabic",
      version: "0.4.3",
      integrity: "sha512-YvtxyuegxPegu2g5urXJ+gQxRp8i798nQswTmEjwXOWR/fqy0Gvey6h5IoNRBrc43SxRxPezqCiR9ivpfPAXSg==",
      faces: EXPO_FACES,
    },
  },
  {
    name: "Hebrew",
    language: "he",
    package: {
      name: "@embedpdf/fonts-hebrew",
      version: "1.0.0",
      integrity: "sha512-5HVAKGL7VqPeTxxADDrSqAFBxfmAXdP8fIqrPwJIKkqdK2643bOer8CqnnpO3/nPoFhkzxhttWMB9BGiqSW62w==",
      faces: EMBEDPDF_FACES,
    },
  },
  {
    name: "Devanagari",
    language: "hi",
    package: {
      name: "@expo-google-fonts/noto-sans-devanagari",
      version: "0.4.1",
      integrity: "sha512-26boYPNKGP1r4R5MxsMAY/zCQOwiXLOJzX8sh1a2oEWyQurQsyniaCv4992c+9jjwshEEt2NNVv5GcnyzaL7QQ==",
      faces: EXPO_FACES,
    },
  },
  {
    name: "Thai",
    language: "th",
    package: {
      name: "@expo-google-fonts/noto-sans-thai",
      version: "0.4.2",
      integrity: "sha512-PGBBBDGfJJ/5y2hNweLBZWD4YmVT4uOO4chsOPXyl0TktaBJamDKVKv/WbGiDTeBGdkegLiytsWo+lhnkHP5qA==",
      faces: EXPO_FACES,
    },
  },
  {
    name: "emoji",
    language: "und-zsye",
    package: {
      name: "@fontsource/noto-color-emoji",
      version: "5.3.2",
      integrity: "sha512-rO15sQ45Dc28hMAMz1X1oSOWxcbqNL+CiHHJ7JPn1gmfiGIuR/QyLuHqBrXivSYHsHVTXGT/m6/DuQ42s5xQkw==",
      faces: /^files\/noto-color-emoji-emoji-400-normal\.woff$/,
    },
  },
];
