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

/** A package has a file for each weight and each set of letters, Latin among them. */
const FONTSOURCE_FACES = /^files\/noto-sans-(\w+)-\1-[47]00-normal\.woff$/;

/**
 * The scripts of CLDR's modern coverage but Latin. All fonts are Noto's, under the SIL Open Font License. They are
 * fetched to this machine, not shipped.
 */
export const SCRIPTS: readonly Script[] = [
  {
    name: "Simplified Chinese",
    language: "zh-cn",
    package: {
      name: "@embedpdf/fonts-sc",
      version: "1.0.0",
      integrity: "sha512-ETXl7XCwaQLSSvMO3EUDwMNqtL64kX2LlFxarTRi/NsIGGOIxUurGfKtrkmtnKHrWy1jAJSt6oxK2uJhvdvQIw==",
      faces: EMBEDPDF_FACES,
    },
  },
  {
    name: "Traditional Chinese",
    language: "zh-tw",
    package: {
      name: "@embedpdf/fonts-tc",
      version: "1.0.0",
      integrity: "sha512-rGZJbVD6DYS5BbXdpEMnWkpVF0Knar+bsiyb2o3+YRx7O8eyFubEBQUSUInirQk69HA6fc3GhYCg7TyC/oD76Q==",
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
    name: "Greek and Cyrillic",
    language: "el",
    package: {
      name: "@fontsource/noto-sans",
      version: "5.3.0",
      integrity: "sha512-fBCog2PY7DiVVTEEqtI/Qdinx/knobHYfoGpjFXdfBX5RoJaBp1Prw2G75p0OIsdlMZg3cLo0c+YbIUYOxnQJw==",
      faces: /^files\/noto-sans-(?:greek|cyrillic)(?:-ext)?-[47]00-normal\.woff$/,
    },
  },
  {
    name: "Armenian",
    language: "hy",
    package: {
      name: "@fontsource/noto-sans-armenian",
      version: "5.3.0",
      integrity: "sha512-ot9KkRsd2hDXGIMZQeRSvtsw1uoFIBIS+yL7ZLDHY8GpT2LJz7FaCxGT07Iudu0yNTlSEYNLLAbKcy2ZUIjzUA==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Georgian",
    language: "ka",
    package: {
      name: "@fontsource/noto-sans-georgian",
      version: "5.3.0",
      integrity: "sha512-+a+N1mvCugsggDb5eKPKcwDXQQtbaV+x9/Zo2/p2c9yAZeib+qD2ftbezbPAoLvBf4MP+F8BdDwHdrlnNRSdng==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Ethiopic",
    language: "am",
    package: {
      name: "@fontsource/noto-sans-ethiopic",
      version: "5.3.0",
      integrity: "sha512-ivXPkx5Grhse+0GEyedQysDI5vSMUIeDNBhev6OIcSX6WyAPtvutU/CSWqf2wv67POnvQ0QaQ8Aq36vy9WfZpw==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Bengali",
    language: "bn",
    package: {
      name: "@fontsource/noto-sans-bengali",
      version: "5.3.0",
      integrity: "sha512-EFBMU0UvzyFSc1ERK369zfqEu6DMRuWmCQ2+2ahhQTQAIDPEyN1UYlQdQeFkheu2DWG2hfdwrhiLlGFl2sSr/A==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Gurmukhi",
    language: "pa",
    package: {
      name: "@fontsource/noto-sans-gurmukhi",
      version: "5.3.0",
      integrity: "sha512-kORmHl4RCqVsPwDPgWxCHWUETSnI+6m6aPsJmGf7K3PJorPKHUZesABxhZcsnYVZkKS/4abE3QgJgjuhWpA13g==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Gujarati",
    language: "gu",
    package: {
      name: "@fontsource/noto-sans-gujarati",
      version: "5.3.0",
      integrity: "sha512-vTIzI/j4B6FTQ8LV+0e8Ozp8eXNMHWWD8fsVvfaUjhD6w/TPDugOss88k3eMzDcR5lR+XxQCKgUd6V8qRROjtg==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Odia",
    language: "or",
    package: {
      name: "@fontsource/noto-sans-oriya",
      version: "5.3.0",
      integrity: "sha512-nl5R08M+PHfiRJNdlxy5mPDpeFzKa16p14MprNsSKJn7QyJtU3PZ2CHi3x/9vzw05ox+In9i8BmVnPRrK4R/jg==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Tamil",
    language: "ta",
    package: {
      name: "@fontsource/noto-sans-tamil",
      version: "5.3.0",
      integrity: "sha512-webid7fyBljiIEJ1hXuey48vCUe2Oq3/EwYjo6XBtXItO9FoUmqy0bEnXA5iE++iC324BTI8QMy80SYtDheCzA==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Telugu",
    language: "te",
    package: {
      name: "@fontsource/noto-sans-telugu",
      version: "5.3.0",
      integrity: "sha512-D5AD91Ok2wURk6Vf4sOe2KA3nf0M7qePboNVuvJbguOqLAplh3cGkEIX1qi9u1Jjcz9QWblQ5BbTXI/c+QjB9Q==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Kannada",
    language: "kn",
    package: {
      name: "@fontsource/noto-sans-kannada",
      version: "5.3.0",
      integrity: "sha512-mcZlaZfzFIwrjah3hze5W6JnFMk8+bXtw0aKOneeuM/sadyV/F6nIgFiJc9/d9yHeecpVfANt+dWf8VSXDf+3Q==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Malayalam",
    language: "ml",
    package: {
      name: "@fontsource/noto-sans-malayalam",
      version: "5.3.0",
      integrity: "sha512-JVWpPkzNkbZTLradEAu8y5dDCgDsPLzvJrY1mEtt0NGG095aPyfhpTmq+wnGBBhvNRU9WEeATGI/w/YocbjQsg==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Sinhala",
    language: "si",
    package: {
      name: "@fontsource/noto-sans-sinhala",
      version: "5.3.0",
      integrity: "sha512-g52kQSjsB3vHmFbp6zrPfumJxZADhsssOHd3fMkN+hCK1JrpKvSudtJMAAGuVUcrC7r9dqNmmslj7I9VU1dzbw==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Lao",
    language: "lo",
    package: {
      name: "@expo-google-fonts/noto-sans-lao",
      version: "0.4.2",
      integrity: "sha512-gM/grIG03BWSk8lqiR1IC7WHpGH/8TrvwU0ZjEvs236YiN0LK2qQythq6lqcJbENo/0HMxdk13n35yhqnHVJ8g==",
      faces: EXPO_FACES,
    },
  },
  {
    name: "Myanmar",
    language: "my",
    package: {
      name: "@fontsource/noto-sans-myanmar",
      version: "5.3.0",
      integrity: "sha512-/ja/Fbmtv4TRpd8LgnVFvDRFIzR0bvYaVCwGNK6Hnn5uBGccCfGFnZ7wRPG1/IyMnScVIjrnOmN+2jOL0b8tRQ==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Khmer",
    language: "km",
    package: {
      name: "@fontsource/noto-sans-khmer",
      version: "5.3.0",
      integrity: "sha512-gdbZkSmmMa7up92bksz5uKkjt70hCmLr9Q9B/Bxu4qYfXr+BvRLvf7NDAO4WP64coTdCcrzmHFciXirbdJEToQ==",
      faces: FONTSOURCE_FACES,
    },
  },
  {
    name: "Cherokee",
    language: "chr",
    package: {
      name: "@fontsource/noto-sans-cherokee",
      version: "5.3.0",
      integrity: "sha512-w0ZzbS+5iqOdwWPx2AbVIEL3BsyDykmxpW69SILEjD8jSQ3BQknoxKmYyvNqjNYVKPyZltKPmyqIciqB/AP13A==",
      faces: FONTSOURCE_FACES,
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
