import { words } from "../../pdf-content/fonts/names/words.ts";
import type { Structure, Structures } from "./value-types.ts";

/** Names by their type. */
type Typed = Readonly<Record<string, readonly string[]>>;

/** The properties that need no description in the file: those of the XMP Specification (September 2005) and of PDF/A. */
const SCHEMAS: Readonly<Record<string, Typed>> = {
  "http://www.aiim.org/pdfa/ns/id/": {
    integer: words`part`,
    text: words`amd conformance corr`,
  },
  "http://purl.org/dc/elements/1.1/": {
    "bag propername": words`contributor publisher`,
    text: words`coverage identifier source`,
    "seq propername": words`creator`,
    "seq date": words`date`,
    "lang alt": words`description rights title`,
    mimetype: words`format`,
    "bag locale": words`language`,
    "bag text": words`relation subject type`,
  },
  "http://ns.adobe.com/xap/1.0/": {
    "bag text": words`Advisory Identifier`,
    url: words`BaseURL`,
    date: words`CreateDate MetadataDate ModifyDate`,
    agentname: words`CreatorTool`,
    text: words`Nickname Label`,
    "alt thumbnail": words`Thumbnails`,
    real: words`Rating`,
  },
  "http://ns.adobe.com/xap/1.0/rights/": {
    url: words`Certificate WebStatement`,
    boolean: words`Marked`,
    "bag propername": words`Owner`,
    "lang alt": words`UsageTerms`,
  },
  "http://ns.adobe.com/xap/1.0/mm/": {
    resourceref: words`DerivedFrom ManagedFrom RenditionOf`,
    uri: words`DocumentID InstanceID ManageTo ManageUI`,
    "seq resourceevent": words`History`,
    agentname: words`Manager`,
    text: words`ManagerVariant RenditionParams VersionID`,
    renditionclass: words`RenditionClass`,
    "seq version": words`Versions`,
    url: words`LastURL`,
    integer: words`SaveID`,
  },
  "http://ns.adobe.com/xap/1.0/bj/": {
    "bag job": words`JobRef`,
  },
  "http://ns.adobe.com/xap/1.0/t/pg/": {
    dimensions: words`MaxPageSize`,
    integer: words`NPages`,
    "bag font": words`Fonts`,
    "seq colorant": words`Colorants`,
    "seq text": words`PlateNames`,
  },
  "http://ns.adobe.com/pdf/1.3/": {
    text: words`Keywords PDFVersion`,
    agentname: words`Producer`,
  },
  "http://ns.adobe.com/photoshop/1.0/": {
    text: words`AuthorsPosition Category City Country Credit Headline Instructions Source State TransmissionReference`,
    propername: words`CaptionWriter`,
    date: words`DateCreated`,
    integer: words`Urgency`,
    "bag text": words`SupplementalCategories`,
  },
  "http://ns.adobe.com/tiff/1.0/": {
    integer: words`ImageWidth ImageLength SamplesPerPixel Compression PhotometricInterpretation Orientation PlanarConfiguration YCbCrPositioning ResolutionUnit`,
    "seq integer": words`BitsPerSample TransferFunction YCbCrSubSampling`,
    rational: words`XResolution YResolution`,
    "seq rational": words`WhitePoint PrimaryChromaticities YCbCrCoefficients ReferenceBlackWhite`,
    date: words`DateTime`,
    "lang alt": words`ImageDescription Copyright`,
    propername: words`Make Model Artist`,
    agentname: words`Software`,
  },
  "http://ns.adobe.com/exif/1.0/": {
    rational: words`CompressedBitsPerPixel ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution ExposureIndex DigitalZoomRatio GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance`,
    integer: words`PixelXDimension PixelYDimension FocalLengthIn35mmFilm ExposureProgram MeteringMode FocalPlaneResolutionUnit SensingMethod FileSource SceneType CustomRendered ExposureMode WhiteBalance SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange GPSAltitudeRef GPSDifferential ColorSpace LightSource`,
    "lang alt": words`UserComment`,
    text: words`RelatedSoundFile SpectralSensitivity ImageUniqueID GPSVersionID GPSSatellites GPSMapDatum GPSProcessingMethod GPSAreaInformation GPSStatus GPSSpeedRef GPSTrackRef GPSImgDirectionRef GPSDestBearingRef GPSDestDistanceRef ExifVersion FlashpixVersion GPSMeasureMode`,
    date: words`DateTimeOriginal DateTimeDigitized GPSTimeStamp`,
    "seq integer": words`ISOSpeedRatings SubjectArea SubjectLocation ComponentsConfiguration`,
    "oecf/sfr": words`OECF SpatialFrequencyResponse`,
    flash: words`Flash`,
    cfapattern: words`CFAPattern`,
    devicesettings: words`DeviceSettingDescription`,
    gpscoordinate: words`GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude`,
  },
  "http://ns.adobe.com/xmp/1.0/DynamicMedia/": {
    projectlink: words`projectRef`,
    text: words`videoFrameRate videoCompressor audioCompressor speakerPlacement tapeName altTapeName scene shotName shotLocation logComment artist album genre copyright composer engineer instrument videoPixelDepth videoColorSpace videoAlphaMode videoFieldOrder pullDown audioSampleType audioChannelType key stretchMode timeSignature scaleType`,
    dimensions: words`videoFrameSize`,
    rational: words`videoPixelAspectRatio fileDataRate`,
    boolean: words`videoAlphaUnityIsTransparent loop`,
    colorant: words`videoAlphaPremultipleColor`,
    integer: words`audioSampleRate trackNumber`,
    timecode: words`startTimecode altTimecode`,
    time: words`duration introTime outCue relativeTimestamp`,
    date: words`shotDate videoModDate audioModDate metadataModDate releaseDate`,
    "seq marker": words`markers`,
    "bag media": words`contributedMedia`,
    uri: words`absPeakAudioFilePath relativePeakAudioFilePath`,
    real: words`tempo numberOfBeats`,
    timescalestretch: words`timeScaleParams`,
    resamplestretch: words`resampleParams`,
    beatsplicestretch: words`beatSpliceParams`,
  },
  "http://ns.adobe.com/camera-raw-settings/1.0/": {
    boolean: words`AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings`,
    integer: words`BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint Sharpness Temperature Tint VignetteAmount VignetteMidpoint`,
    text: words`CameraProfile RawFileName ToneCurveName Version WhiteBalance`,
    real: words`CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure`,
    "seq text": words`ToneCurve`,
  },
  "http://ns.adobe.com/exif/1.0/aux/": {
    text: words`Lens SerialNumber`,
  },
};

/** Structures of values, each with the namespace of its fields. */
const STRUCTURES: Readonly<Record<string, readonly [namespace: string, Typed]>> = {
  colorant: [
    "http://ns.adobe.com/xap/1.0/g/",
    {
      text: words`swatchName mode type`,
      real: words`cyan magenta yellow black L`,
      integer: words`red green blue A B`,
    },
  ],
  dimensions: [
    "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
    {
      real: words`w h`,
      text: words`unit`,
    },
  ],
  font: [
    "http://ns.adobe.com/xap/1.0/sType/Font#",
    {
      text: words`fontName fontFamily fontFace fontType versionString fontFileName`,
      boolean: words`composite`,
      "seq text": words`childFontFiles`,
    },
  ],
  thumbnail: [
    "http://ns.adobe.com/xap/1.0/g/img/",
    {
      integer: words`height width`,
      text: words`image format`,
    },
  ],
  resourceevent: [
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    {
      text: words`action parameters`,
      uri: words`instanceID`,
      agentname: words`softwareAgent`,
      date: words`when`,
    },
  ],
  resourceref: [
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#",
    {
      uri: words`instanceID documentID manageTo manageUI`,
      text: words`versionID renditionParams managerVariant`,
      renditionclass: words`renditionClass`,
      agentname: words`manager`,
    },
  ],
  version: [
    "http://ns.adobe.com/xap/1.0/sType/Version#",
    {
      text: words`comments version`,
      resourceevent: words`event`,
      date: words`modifyDate`,
      propername: words`modifier`,
    },
  ],
  job: [
    "http://ns.adobe.com/xap/1.0/sType/Job#",
    {
      text: words`name id`,
      url: words`url`,
    },
  ],
  beatsplicestretch: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      boolean: words`useFileBeatsMarker`,
      real: words`riseInDecibel`,
      time: words`riseInTimeDuration`,
    },
  ],
  marker: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      any: words`startTime duration`,
      text: words`comment name target type`,
      uri: words`location`,
    },
  ],
  media: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      uri: words`path webStatement`,
      text: words`track`,
      time: words`startTime duration`,
      boolean: words`managed`,
    },
  ],
  projectlink: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      uri: words`path`,
      text: words`type`,
    },
  ],
  resamplestretch: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      text: words`quality`,
    },
  ],
  time: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      integer: words`value`,
      rational: words`scale`,
    },
  ],
  timecode: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      text: words`timeValue timeFormat`,
    },
  ],
  timescalestretch: [
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
    {
      real: words`frameSize frameOverlappingPercentage`,
      text: words`quality`,
    },
  ],
  flash: [
    "http://ns.adobe.com/exif/1.0/",
    {
      boolean: words`Fired Function RedEyeMode`,
      text: words`Return Mode`,
    },
  ],
  "oecf/sfr": [
    "http://ns.adobe.com/exif/1.0/",
    {
      integer: words`Columns Rows`,
      "seq text": words`Names`,
      "seq rational": words`Values`,
    },
  ],
  cfapattern: [
    "http://ns.adobe.com/exif/1.0/",
    {
      integer: words`Columns Rows`,
      "seq integer": words`Values`,
    },
  ],
  devicesettings: [
    "http://ns.adobe.com/exif/1.0/",
    {
      integer: words`Columns Rows`,
      "seq text": words`Settings`,
    },
  ],
};

function typesByName(typed: Typed): Map<string, string> {
  return new Map(Object.entries(typed).flatMap(([type, names]) => names.map((name): [string, string] => [name, type])));
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
