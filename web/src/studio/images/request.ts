import type { CallOptions, ImageToPdfRequest } from "../../../../client/src/index.ts";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import type { Described } from "../calls.ts";
import type { Maker } from "../engine/here.ts";
import { run, runHere } from "../job.ts";
import { linkFrom } from "../parts/copy-link.tsx";
import { finishingField } from "../parts/finishing.ts";
import { openMade } from "../parts/made.ts";
import { asEngineReads } from "./shown.ts";
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
    ...(state.isOutlined.value ? { outline: "names" } : {}),
    ...state.finishing.fields(),
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

export async function bind(): Promise<void> {
  const call = described();
  const good = state.good.value;
  if (!call || state.marginFault.value !== undefined || !state.finishing.isReady()) return;
  const urls = addressesOf(good);
  const files = filesOf(good);
  const fields = settings();
  const send = async (by: Maker, options: CallOptions) => {
    const file = await Promise.all(files.map(asEngineReads));
    return by.imageToPdf({ ...fields, ...(urls ? { urls } : { file }) } as ImageToPdfRequest, options);
  };
  state.failures.value = {};
  await (urls ? run : runHere)({
    working: `Binding ${plural(good.length, "image")}`,
    send,
    async receive(answer, signal) {
      state.failures.value = Object.fromEntries(answer.failures.map(({ name, message }) => [name, message]));
      const title = `${plural(answer.originalImageCount, "image")} bound`;
      const failed = answer.failures.map(({ name, message }) => `${name}: ${message}`);
      const notes = [...state.finishing.notes(answer), ...failed, ...(answer.warnings ?? [])];
      const password = state.finishing.passwordOf();
      const again = urls ? undefined : linkFrom(files, send);
      state.result.value = await openMade(answer, { title, notes, page: 1, call, again, password }, signal);
      state.work.finish();
      announce(title);
    },
    fieldOf: (field) => (field === "margin" ? field : finishingField(field)),
  });
}
