import { createHash } from "node:crypto";
import { SCAN_INTERVAL_S } from "@wrapsody/shared/experiences/qr.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { clientNetwork } from "../../../platform/http/ip-addresses.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { type Code, countScan, deleteVisitsBefore } from "./codes.data.ts";
import { requireCode } from "./codes.ts";

/** `visitor` is the visitor id of the browser, `address` the IP address. */
type Visitor = { visitor: string | undefined; address: string };

/** Counts that the page of a code was opened, and returns whether its artwork is kept. @throws Failure E0001 for an unknown code */
export async function countVisit(
  context: Context,
  code: Code,
  { visitor, address }: Visitor,
): Promise<{ counted: boolean; kept: boolean }> {
  const { isKept: kept } = await requireCode(context, code);
  const known = visitor === undefined ? `network ${clientNetwork(address)}` : `visitor ${visitor}`;
  const scan = {
    visitor: createHash("sha256").update(known).digest().subarray(0, 16),
    minIntervalS: SCAN_INTERVAL_S,
  };
  const counted = await countScan(context.db, { ...code, ...scan, now: context.clock.now() });
  return { counted, kept };
}

export const deleteOldVisitsJob = job({
  name: "forget-code-visits",
  payload: z.object({}),
  tries: 3,
  cron: "27 4 * * *",
  run: ({ db, clock }) => deleteVisitsBefore(db, new Date(clock.now().getTime() - SCAN_INTERVAL_S * 1000)),
});
