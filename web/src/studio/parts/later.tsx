import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { problem } from "../job.ts";

type Extras = typeof import("../extras.ts");

const load = () => import("../extras.ts");

/** While somebody works, what shows the result is loaded. */
export function loadAhead(): void {
  load().catch(() => undefined);
}

/** A part of the page that is loaded when it is first shown. */
function later<Props extends object>(of: (loaded: Extras) => ComponentType<Props>): ComponentType<Props> {
  return (props) => {
    const [loaded, setLoaded] = useState<Extras | undefined>(undefined);
    useEffect(() => {
      load().then(setLoaded, () => {
        problem.value = "A part of this page could not be loaded. Check the connection and load the page again.";
      });
    }, []);
    const Part = loaded && of(loaded);
    return Part ? <Part {...props} /> : null;
  };
}

export const Batch = later(({ Batch }) => Batch);
export const CodeDialog = later(({ CodeDialog }) => CodeDialog);
export const FinishingForm = later(({ FinishingForm }) => FinishingForm);
export const RedactionReport = later(({ RedactionReport }) => RedactionReport);
export const RemovalReport = later(({ RemovalReport }) => RemovalReport);
export const Result = later(({ Result }) => Result);
export const SplitResult = later(({ SplitResult }) => SplitResult);
