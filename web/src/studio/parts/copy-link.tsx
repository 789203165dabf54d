import type { CallOptions } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { largest } from "../access.ts";
import { sizeFault } from "../check-size.ts";
import type { Maker } from "../engine/here.ts";
import { problem, run } from "../job.ts";
import { copied } from "./copy-button.tsx";
import { Small } from "./small.tsx";

/** Makes a link to a result that was made on this machine. */
export type MakesLink = () => Promise<string | undefined>;

type Source = File | { url: string } | readonly { data: File }[];

/** Why these files cannot be sent, if they are too large; an address is only named. */
export function tooLarge(source: Source): string | undefined {
  if ("url" in source) return undefined;
  return source instanceof File
    ? sizeFault([source], largest.value.pdf)
    : sizeFault(
        source.map(({ data }) => data),
        largest.value.images,
      );
}

/** A link leads to the service, so the files go up, and the service makes the same of them. */
export function linkFrom(
  source: Source,
  send: (by: Maker, options: CallOptions) => Promise<{ downloadUrl?: string; zipDownloadUrl?: string }>,
): MakesLink | undefined {
  if ("url" in source) return undefined;
  return async () => {
    const fault = tooLarge(source);
    if (fault !== undefined) {
      problem.value = fault;
      return undefined;
    }
    let link: string | undefined;
    await run({
      working: "Making the link",
      send,
      receive: async (answer) => {
        link = answer.zipDownloadUrl ?? answer.downloadUrl;
      },
    });
    return link;
  };
}

/** The one button that sends a file whose result was made here; it says so. */
export function CopyLink({ again, onLink }: { again: MakesLink; onLink: (link: string) => void }) {
  const make = async () => {
    const link = await again();
    if (link === undefined) return;
    onLink(link);
    announce((await copied(link)) ? "The link is copied. It lasts an hour." : "The link is made. It lasts an hour.");
  };
  return <Small onClick={() => void make()}>Copy link (one hour)</Small>;
}
