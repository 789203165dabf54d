declare const SAMPLE_FILES: Record<"report" | "scan" | "photos", string[]>;

/** Something to try a tool with. */
export interface Sample {
  label: string;
  load: () => Promise<File[]>;
}

async function fetched(addresses: string[]): Promise<File[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address);
      if (!response.ok) throw new Error("The sample could not be loaded.");
      const blob = await response.blob();
      return new File([blob], (address.split("/").at(-1) ?? "sample").replace(/-[0-9a-f]{8}\./, "."), {
        type: blob.type,
      });
    }),
  );
}

export const SAMPLES = {
  report: { label: "A report", load: () => fetched(SAMPLE_FILES.report) },
  scan: { label: "A scan", load: () => fetched(SAMPLE_FILES.scan) },
  photos: { label: "Six photos", load: () => fetched(SAMPLE_FILES.photos) },
} satisfies Record<string, Sample>;
