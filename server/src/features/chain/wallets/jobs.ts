import { z } from "zod";
import { type Job, job } from "../../../platform/jobs/queue.ts";
import { deleteExpiredProofs } from "./proofs.data.ts";

const deleteExpiredProofsJob = job({
  name: "forget-wallet-proofs",
  payload: z.object({}),
  tries: 3,
  // Hourly, because proofs can be started without a login and would pile up.
  cron: "41 * * * *",
  run: ({ db, clock }) => deleteExpiredProofs(db, clock.now()),
});

export const walletJobs: readonly Job[] = [deleteExpiredProofsJob];
