import { bytes, plural } from "../../format.ts";
import { closeDocument, type Opened } from "../document/opened.ts";
import { later } from "./later.tsx";
import { Small } from "./small.tsx";

const Searchable = later<{ document: Opened }>("Searchable");

/** The name of the document, and a button to open another. */
export function FileHead({ document }: { document: Opened }) {
  const size = document.bytes === undefined ? "" : `, ${bytes(document.bytes)}`;
  return (
    <>
      <div class="file-head">
        <p>
          <strong>{document.name}</strong>
          <span class="soft small">
            {plural(document.pdf.numPages, "page")}
            {size}
          </span>
        </p>
        <Small onClick={() => void closeDocument()}>Other file</Small>
      </div>
      <Searchable document={document} />
    </>
  );
}
