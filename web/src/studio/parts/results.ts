import type { BatchProps } from "./batch.tsx";
import { later } from "./later.tsx";
import type { ReportProps } from "./removal-report.tsx";
import type { ResultProps } from "./result.tsx";

export const Batch = later<BatchProps>("Batch");
export const RemovalReport = later<ReportProps>("RemovalReport");
export const Result = later<ResultProps>("Result");
