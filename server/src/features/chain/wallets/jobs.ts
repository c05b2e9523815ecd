import { z } from "zod";
import { type Job, job } from "../../../platform/jobs/queue.ts";
import { deleteExpiredProofs } from "./proofs.data.ts";

const deleteExpiredProofsJob = job({
  name: "forget-wallet-proofs",
  payload: z.object({}),
  tries: 3,
  // Some are begun without a log-in: they are not left to pile up until the night.
  cron: "41 * * * *",
  run: ({ db, clock }) => deleteExpiredProofs(db, clock.now()),
});

export const walletJobs: readonly Job[] = [deleteExpiredProofsJob];
