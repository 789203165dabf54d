import { useEffect } from "preact/hooks";
import { clearProblems } from "../job.ts";
import { type Opened, opened } from "./opened.ts";

/** How a tool begins with a document: it continues with the same one when it is shown again. */
export function beginning<Settings>(begin: (document: Opened, given: Settings | undefined) => void) {
  let wanted: Settings | undefined;
  let begunWith: Opened | undefined;
  return {
    /** Settings of a shared link: they hold for the document that is opened next. */
    takeSettings(settings: unknown): void {
      wanted = settings as Settings;
    },
    useOpened(): Opened | undefined {
      const document = opened.value;
      useEffect(() => {
        if (document && document !== begunWith) {
          const given = wanted;
          wanted = undefined;
          clearProblems();
          begin(document, given);
        }
        begunWith = document;
      }, [document]);
      return document;
    },
  };
}
