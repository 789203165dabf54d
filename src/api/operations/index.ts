import type { DescribedOperation, Offer } from "../operation.ts";

/** The operations that the service offers, in the order of the documentation. */
export const OFFERS: readonly Offer[] = [
  { id: "crop-pdf", method: "POST", path: "/v1/pdf/crop", operation: async () => (await import("./crop.ts")).crop },
  {
    id: "inspect-pdf-by-path",
    method: "GET",
    path: "/v1/pdf/crop",
    operation: async () => (await import("./inspect.ts")).inspectByPath,
  },
  {
    id: "inspect-pdf",
    method: "POST",
    path: "/v1/pdf/inspect",
    operation: async () => (await import("./inspect.ts")).inspect,
  },
  { id: "split-pdf", method: "POST", path: "/v1/pdf/split", operation: async () => (await import("./split.ts")).split },
  {
    id: "assemble-pdf",
    method: "POST",
    path: "/v1/pdf/assemble",
    operation: async () => (await import("./assemble.ts")).assemble,
  },
  {
    id: "redact-pdf",
    method: "POST",
    path: "/v1/pdf/redact",
    operation: async () => (await import("./redact.ts")).redact,
  },
  {
    id: "image-to-pdf",
    method: "POST",
    path: "/v1/convert/image-to-pdf",
    operation: async () => (await import("./images.ts")).imageToPdf,
  },
  {
    id: "html-to-pdf",
    method: "POST",
    path: "/v1/convert/html-to-pdf",
    operation: async () => (await import("./html.ts")).htmlToPdf,
  },
];

/** All operations, for the code that describes the interface. */
export function operationsOf(offers: readonly Offer[]): Promise<DescribedOperation[]> {
  return Promise.all(offers.map((offer) => offer.operation()));
}
