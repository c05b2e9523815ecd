import { MAX_WAITING } from "@wrapsody/shared/waiting.ts";
import type { AdministrationPart } from "../accounts/index.ts";
import { countWaitingReports, findReportObjects } from "./reports/reports.data.ts";

export const takedownAdministration = {
  countWaiting: async ({ db }) => ({ reports: await countWaitingReports(db, MAX_WAITING) }),
  findObjects: { report: findReportObjects },
} satisfies AdministrationPart;
