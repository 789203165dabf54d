import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { problem } from "../job.ts";

type Parts = Readonly<Record<string, unknown>>;

let load: () => Promise<Parts>;

/** Whoever starts the page knows where the parts are. They import what is here, so it cannot import them. */
export function loadFrom(loader: typeof load): void {
  load = loader;
}

/** While somebody works, what shows the result is loaded. Where that fails, the part itself says so. */
export function loadAhead(): void {
  load().catch(() => undefined);
}

/** A part of the page, by the name of its component, that is loaded when it is first shown. */
export function later<Props extends object>(name: string): ComponentType<Props> {
  return (props) => {
    const [loaded, setLoaded] = useState<Parts | undefined>(undefined);
    useEffect(() => {
      load().then(setLoaded, () => {
        problem.value = "A part of this page could not be loaded. Check the connection and load the page again.";
      });
    }, []);
    const Part = loaded?.[name] as ComponentType<Props> | undefined;
    return Part ? <Part {...props} /> : null;
  };
}
