import { description } from "./parts.ts";

/** Properties of XMP that PDF/A does not know (ISO 19005-2, 6.6.2.3). */
export interface ExtensionSchema {
  readonly name: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: "Text" | "Integer";
    readonly category: "internal" | "external";
    readonly what: string;
  }[];
}

/** All schemas of a document: XMP has one list of them. */
export function extensionSchemas(schemas: readonly ExtensionSchema[]): string {
  return description(
    {
      pdfaExtension: "http://www.aiim.org/pdfa/ns/extension/",
      pdfaSchema: "http://www.aiim.org/pdfa/ns/schema#",
      pdfaProperty: "http://www.aiim.org/pdfa/ns/property#",
    },
    `<pdfaExtension:schemas><rdf:Bag>${schemas.map(schemaItem).join("")}</rdf:Bag></pdfaExtension:schemas>`,
  );
}

function schemaItem({ name, namespace, prefix, properties }: ExtensionSchema): string {
  const items = properties.map(
    (property) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property.name}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>${property.type}</pdfaProperty:valueType>` +
      `<pdfaProperty:category>${property.category}</pdfaProperty:category>` +
      `<pdfaProperty:description>${property.what}</pdfaProperty:description></rdf:li>`,
  );
  return (
    `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema>` +
    `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>` +
    `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq>${items.join("")}</rdf:Seq></pdfaSchema:property></rdf:li>`
  );
}
