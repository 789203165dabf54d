import { tinyPdf } from "../inputs/tiny.ts";
import { type Answer, type Sending, send } from "./http.ts";
import { idleMb, type LocalService, startLocalService } from "./local-service.ts";
import { peakMb, resetPeak } from "./process-memory.ts";
import { cropPage1, filePart, upload } from "./requests.ts";

export interface Growth {
  /** Peak of workerd's resident memory over the idle level before, in MB. */
  mb: number;
  answers: Answer[];
}

/** A fresh service, warmed by a small request so that code is loaded, then measured over what `requests` sends at once. */
export async function growthOf(
  requests: (service: LocalService) => readonly Sending[],
  vars: Record<string, string> = {},
): Promise<Growth> {
  const service = await startLocalService(vars);
  try {
    await warm(service);
    const idle = await idleMb(service.worker);
    resetPeak(service.worker);
    const answers = await Promise.all(requests(service).map(send));
    return { mb: peakMb(service.worker) - idle, answers };
  } finally {
    await service.stop();
  }
}

export async function warm(service: LocalService): Promise<void> {
  const parts = [filePart("tiny.pdf", tinyPdf(1)), { name: "cropData", value: JSON.stringify(cropPage1) }];
  for (let i = 0; i < 3; i++) {
    const { status } = await send(upload(service, "/v1/pdf/crop", parts, "binary"));
    if (status !== 200) throw new Error(`a small crop answers ${status}`);
  }
}
