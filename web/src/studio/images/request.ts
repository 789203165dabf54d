import type { ImageToPdfRequest } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { bytes, limit, plural } from "../../format.ts";
import { largest, standing } from "../access.ts";
import type { Described } from "../calls.ts";
import { sizeFault } from "../check-size.ts";
import { run } from "../job.ts";
import { openMade } from "../parts/result.tsx";
import * as state from "./state.ts";

function settings(): Omit<ImageToPdfRequest, "file" | "urls"> {
  const { pageSize, orientation, fitMode, margin } = state.layout.value;
  const good = state.good.value;
  const isTurned = good.some(({ rotation }) => rotation !== 0);
  return {
    ...(pageSize === "Original" ? {} : { pageSize }),
    ...(pageSize === "Original" || orientation === "portrait" ? {} : { orientation }),
    ...(fitMode === "contain" ? {} : { fitMode }),
    ...(margin === 0 ? {} : { margin: Math.round(margin * 100) / 100 }),
    ...(state.background.value === "#ffffff" ? {} : { backgroundColor: state.background.value }),
    ...(state.stripMetadata.value ? { stripMetadata: true } : {}),
    ...(isTurned ? { imageOrder: good.map(({ name, rotation }, order) => ({ name, order, rotation })) } : {}),
  };
}

export function described(): Described | undefined {
  const good = state.good.value;
  if (good.length === 0) return undefined;
  const urls = addressesOf(good);
  const files = urls ? {} : { file: good.map(({ name }) => name) };
  const fields = { ...(urls ? { urls } : {}), ...settings() };
  return { path: "/v1/convert/image-to-pdf", files, fields };
}

/** The request when all images have addresses. */
function addressesOf(pictures: readonly state.Picture[]): string[] | undefined {
  const addresses = pictures.flatMap(({ source }) => (source instanceof File ? [] : [source.address]));
  return addresses.length === pictures.length ? addresses : undefined;
}

function filesOf(pictures: readonly state.Picture[]): { name: string; data: File }[] {
  return pictures.flatMap(({ source, name }) => (source instanceof File ? [{ name, data: source }] : []));
}

/** What is too large, as soon as it is there. */
export function sizeFaultOfAll(): string | undefined {
  const files = filesOf(state.good.value);
  for (const { data } of files) {
    const fault = sizeFault(data, largest.value.images);
    if (fault !== undefined) return fault;
  }
  const total = files.reduce((sum, { data }) => sum + data.size, 0);
  if (total <= largest.value.request) return undefined;
  const who = standing.value === "visitor" ? "Without a key, all images together" : "All images together";
  return `${who} can be up to ${limit(largest.value.request)}; these are ${bytes(total)}.`;
}

export async function bind(): Promise<void> {
  const call = described();
  const good = state.good.value;
  if (!call || state.marginFault.value !== undefined) return;
  if (sizeFaultOfAll() !== undefined) return;
  const files = filesOf(good);
  state.failures.value = {};
  await run({
    working: `Binding ${plural(good.length, "image")}`,
    send: (quire, options) => {
      const urls = addressesOf(good);
      return quire.imageToPdf({ ...settings(), ...(urls ? { urls } : { file: files }) } as ImageToPdfRequest, options);
    },
    async receive(answer, signal) {
      state.failures.value = Object.fromEntries(answer.failures.map(({ name, message }) => [name, message]));
      const title = `${plural(answer.originalImageCount, "image")} bound`;
      const failed = answer.failures.map(({ name, message }) => `${name}: ${message}`);
      const notes = [...failed, ...(answer.warnings ?? [])];
      state.result.value = await openMade(answer, { title, notes, page: 1, call, bytes: answer.outputSize }, signal);
      state.work.finish();
      announce(title);
    },
  });
}
