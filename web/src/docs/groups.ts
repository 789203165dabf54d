/** Groups for the operations with many fields. A field that is in no group comes last. */
export const GROUPS: Record<string, [title: string, fields: string[]][]> = {
  cropPdf: [
    ["The document", ["file", "url", "fileBase64", "password"]],
    ["Areas", ["cropData", "cropMode", "auto", "coordinates"]],
    ["Removal", ["removeOutside", "edge", "onUnremovable", "document"]],
    ["The result", ["output"]],
  ],
  splitPdf: [
    ["The document", ["file", "url", "fileBase64", "password"]],
    ["Parts", ["splitMode", "ranges", "pageNumbers", "every", "bookmarkLevel", "maxSize"]],
    ["Names", ["fileNamePattern", "fileNames"]],
  ],
  redactPdf: [
    ["The document", ["file", "url", "fileBase64", "password"]],
    ["What is cut", ["text", "patterns", "areas", "coordinates", "annotations"]],
    ["How", ["dryRun", "gap", "mark", "onUnreadable", "onUnremovable"]],
    ["The result", ["output", "protect", "receipt"]],
  ],
  imageToPdf: [
    ["The images", ["file", "urls", "imageOrder", "rotation"]],
    ["Pages", ["pageSize", "orientation", "margin", "fitMode", "backgroundColor"]],
    ["How images are read", ["dpi", "stripMetadata", "maxPixels", "quality", "webp"]],
    ["The result", ["outline", "fileName"]],
  ],
  htmlToPdf: [
    [
      "What is printed",
      ["html", "url", "file", "assets", "urls", "markdown", "markdownTemplate", "markdownExtras", "baseUrl"],
    ],
    [
      "Paper",
      ["format", "width", "height", "landscape", "margin", "scale", "pageRanges", "preferCSSPageSize", "singlePage"],
    ],
    ["Headers, footers, contents and watermark", ["headerTemplate", "footerTemplate", "contents", "watermark"]],
    [
      "Look",
      [
        ...["printBackground", "media", "css", "colorScheme", "reducedMotion", "mediaFeatures", "omitBackground"],
        "viewport",
      ],
    ],
    ["Waiting", ["waitUntil", "waitForSelector", "waitForExpression", "delay", "timeout", "javascript"]],
    [
      "Access",
      [
        ...["cookies", "extraHeaders", "originHeaders", "userAgent", "acceptLanguage", "locale", "timezone"],
        ...["network", "failOnHttpStatus", "failOnConsoleError", "failOnResourceError", "fallback"],
      ],
    ],
    [
      "The document",
      [
        "output",
        "metadata",
        "conformance",
        "conformanceMode",
        "attachments",
        "invoice",
        "protect",
        "tagged",
        "outline",
      ],
    ],
  ],
};
