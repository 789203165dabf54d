import { expect, it } from "vitest";
import { clientTypes, type Document } from "../../scripts/lib/client-types.ts";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { openApiDocument } from "../../src/described/openapi.ts";

it("the client has the types of the interface as it is; `npm run record` writes them again", async () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(await operationsOf(OFFERS)))) as Document;
  await expect(clientTypes(document)).toMatchFileSnapshot("../../client/src/types.ts");
});
