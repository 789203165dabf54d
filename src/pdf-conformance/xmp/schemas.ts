import type { Structure, Structures } from "./value-types.ts";

/** Names by their type, with spaces between. */
type Typed = Readonly<Record<string, string>>;

/**
 * The properties that need no description in the file: those of the XMP Specification (September 2005) and of PDF/A.
 */
const SCHEMAS: Readonly<Record<string, Typed>> = {
  "http://www.aiim.org/pdfa/ns/id/": { integer: "part", text: "amd conformance corr" },
  "http://purl.org/dc/elements/1.1/": {
    "bag propername": "contributor publisher",
    text: "coverage identifier source",
    "seq propername": "creator",
    "seq date": "date",
    "lang alt": "description rights title",
    mimetype: "format",
    "bag locale": "language",
    "bag text": "relation subject type",
  },
  "http://ns.adobe.com/xap/1.0/": {
    "bag text": "Advisory Identifier",
    url: "BaseURL",
    date: "CreateDate MetadataDate ModifyDate",
    agentname: "CreatorTool",
    text: "Nickname Label",
    "alt thumbnail": "Thumbnails",
    real: "Rating",
  },
  "http://ns.adobe.com/xap/1.0/rights/": {
    url: "Certificate WebStatement",
    boolean: "Marked",
    "bag propername": "Owner",
    "lang alt": "UsageTerms",
  },
  "http://ns.adobe.com/xap/1.0/mm/": {
    resourceref: "DerivedFrom ManagedFrom RenditionOf",
    uri: "DocumentID InstanceID ManageTo ManageUI",
    "seq resourceevent": "History",
    agentname: "Manager",
    text: "ManagerVariant RenditionParams VersionID",
    renditionclass: "RenditionClass",
    "seq version": "Versions",
    url: "LastURL",
    integer: "SaveID",
  },
  "http://ns.adobe.com/xap/1.0/bj/": { "bag job": "JobRef" },
  "http://ns.adobe.com/xap/1.0/t/pg/": {
    dimensions: "MaxPageSize",
    integer: "NPages",
    "bag font": "Fonts",
    "seq colorant": "Colorants",
    "seq text": "PlateNames",
  },
  "http://ns.adobe.com/pdf/1.3/": { text: "Keywords PDFVersion", agentname: "Producer" },
  "http://ns.adobe.com/photoshop/1.0/": {
    text: `AuthorsPosition Category City Country Credit Headline Instructions Source State TransmissionReference`,
    propername: "CaptionWriter",
    date: "DateCreated",
    integer: "Urgency",
    "bag text": "SupplementalCategories",
  },
  "http://ns.adobe.com/tiff/1.0/": {
    integer: `ImageWidth ImageLength SamplesPerPixel Compression PhotometricInterpretation Orientation PlanarConfiguration YCbCrPositioning ResolutionUnit`,
    "seq integer": "BitsPerSample TransferFunction YCbCrSubSampling",
    rational: "XResolution YResolution",
    "seq rational": "WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite",
    date: "DateTime",
    "lang alt": "ImageDescription Copyright",
    propername: "Make Model Artist",
    agentname: "Software",
  },
  "http://ns.adobe.com/exif/1.0/": {
    rational: `CompressedBitsPerPixel ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution ExposureIndex DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance`,
    integer: `PixelXDimension PixelYDimension FocalLengthIn35mmFilm ExposureProgram MeteringMode FocalPlaneResolutionUnit SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSDifferential ColorSpace LightSource`,
    "lang alt": "UserComment",
    text: `RelatedSoundFile SpectralSensitivity ImageUniqueID GPSVersionID GPSSatellites GPSMapDatum GPSProcessingMethod GPSAreaInformation GPSStatus GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSDestBearingRef GPSDestDistanceRef ExifVersion FlashpixVersion GPSMeasureMode`,
    date: "DateTimeOriginal DateTimeDigitized GPSTimeStamp",
    "seq integer": "ISOSpeedRatings SubjectArea SubjectLocation ComponentsConfiguration",
    "oecf/sfr": "OECF SpatialFrequencyResponse",
    flash: "Flash",
    cfapattern: "CFAPattern",
    devicesettings: "DeviceSettingDescription",
    gpscoordinate: "GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude",
  },
  "http://ns.adobe.com/xmp/1.0/DynamicMedia/": {
    projectlink: "projectRef",
    text: `videoFrameRate videoCompressor audioCompressor speakerPlacement tapeName altTapeName scene shotName shotLocation logComment artist album genre copyright composer engineer instrument videoPixelDepth videoColorSpace videoAlphaMode videoFieldOrder pullDown audioSampleType audioChannelType key stretchMode timeSignature scaleType`,
    dimensions: "videoFrameSize",
    rational: "videoPixelAspectRatio fileDataRate",
    boolean: "videoAlphaUnityIsTransparent loop",
    colorant: "videoAlphaPremultipleColor",
    integer: "audioSampleRate trackNumber",
    timecode: "startTimecode altTimecode",
    time: "duration introTime outCue relativeTimestamp",
    date: "shotDate videoModDate audioModDate metadataModDate releaseDate",
    "seq marker": "markers",
    "bag media": "contributedMedia",
    uri: "absPeakAudioFilePath relativePeakAudioFilePath",
    real: "tempo numberOfBeats",
    timescalestretch: "timeScaleParams",
    resamplestretch: "resampleParams",
    beatsplicestretch: "beatSpliceParams",
  },
  "http://ns.adobe.com/camera-raw-settings/1.0/": {
    boolean: "AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings",
    integer: `BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint Sharpness Temperature Tint VignetteAmount VignetteMidpoint`,
    text: "CameraProfile RawFileName ToneCurveName Version WhiteBalance",
    real: "CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure",
    "seq text": "ToneCurve",
  },
  "http://ns.adobe.com/exif/1.0/aux/": { text: "Lens SerialNumber" },
};

/** Structures of values, each with the namespace of its fields. */
const STRUCTURES: Readonly<Record<string, readonly [namespace: string, Typed]>> = {
  colorant: [
    "http://ns.adobe.com/xap/1.0/g/",
    { text: "swatchName mode type", real: "cyan magenta yellow black L", integer: "red green blue A B" },
  ],
  dimensions: ["http://ns.adobe.com/xap/1.0/sType/Dimensions#", { real: "w h", text: "unit" }],
  font: [
    "http://ns.adobe.com/xap/1.0/sType/Font#",
    {
      text: "fontName fontFamily fontFace fontType versionString fontFileName",
      boolean: "composite",
      "seq text": "childFontFiles",
    },
  ],
  thumbnail: ["http://ns.adobe.com/xap/1.0/g/img/", { integer: "height width", text: "image format" }],
  resourceevent: [
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    { text: "action parameters", uri: "instanceID", agentname: "softwareAgent", date: "when" },
  ],
  resourceref: [
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#",
    {
      uri: "instanceID documentID manageTo manageUI",
      text: "versionID renditionParams managerVariant",
      renditionclass: "renditionClass",
      agentname: "manager",
    },
  ],
  version: [
    "http://ns.adobe.com/xap/1.0/sType/Version#",
    { text: "comments version", resourceevent: "event", date: "modifyDate", propername: "modifier" },
  ],
  job: ["http://ns.adobe.com/xap/1.0/sType/Job#", { text: "name id", url: "url" }],
  beatsplicestretch: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    { boolean: "useFileBeatsMarker", real: "riseInDecibel", time: "riseInTimeDuration" },
  ],
  marker: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    { any: "startTime duration", text: "comment name target type", uri: "location" },
  ],
  media: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    { uri: "path webStatement", text: "track", time: "startTime duration", boolean: "managed" },
  ],
  projectlink: ["http://ns.adobe.com/xmp/1.0/DynamicMedia/", { uri: "path", text: "type" }],
  resamplestretch: ["http://ns.adobe.com/xmp/1.0/DynamicMedia/", { text: "quality" }],
  time: ["http://ns.adobe.com/xmp/1.0/DynamicMedia/", { integer: "value", rational: "scale" }],
  timecode: ["http://ns.adobe.com/xmp/1.0/DynamicMedia/", { text: "timeValue timeFormat" }],
  timescalestretch: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    { real: "frameSize frameOverlappingPercentage", text: "quality" },
  ],
  flash: ["http://ns.adobe.com/exif/1.0/", { boolean: "Fired Function RedEyeMode", text: "Return Mode" }],
  "oecf/sfr": [
    "http://ns.adobe.com/exif/1.0/",
    { integer: "Columns Rows", "seq text": "Names", "seq rational": "Values" },
  ],
  cfapattern: ["http://ns.adobe.com/exif/1.0/", { integer: "Columns Rows", "seq integer": "Values" }],
  devicesettings: ["http://ns.adobe.com/exif/1.0/", { integer: "Columns Rows", "seq text": "Settings" }],
};

function typesByName(typed: Typed): Map<string, string> {
  return new Map(
    Object.entries(typed).flatMap(([type, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name): [string, string] => [name, type]),
    ),
  );
}

export const PREDEFINED: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(SCHEMAS).map(([namespace, typed]) => [namespace, typesByName(typed)]),
);

export const PREDEFINED_STRUCTURES: Structures = new Map(
  Object.entries(STRUCTURES).map(([name, [namespace, typed]]): [string, Structure] => [
    name,
    { namespace, fields: typesByName(typed) },
  ]),
);
