import * as z from "zod";
import { type Job, job } from "../../platform/queue.ts";
import { deleteImportsBefore } from "./imports.data.ts";

/** Milliseconds that it can be asked how far an import came. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

const forgetImportsJob = job({
  name: "forget-imports",
  payload: z.object({}),
  tries: 3,
  cron: "51 3 * * *",
  run: ({ db, clock }) => deleteImportsBefore(db, new Date(clock.now().getTime() - keptFor)),
});

export const importJobs: readonly Job[] = [forgetImportsJob];
