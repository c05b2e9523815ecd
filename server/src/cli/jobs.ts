import type { Filter } from "@wrapsody/shared/api/page.ts";
import { jobStates } from "@wrapsody/shared/operations/jobs.ts";
import { retryJobs } from "../features/accounts/index.ts";
import { Failure } from "../platform/failure.ts";
import { countQueuedJobs, listQueuedJobs } from "../platform/jobs/queued-jobs.data.ts";
import type { Command } from "./command.ts";

const MAX_LISTED = 100;

export const listJobs: Command = {
  name: "jobs list",
  usage: "jobs list [--state failed|running|waiting]",
  summary: "List the jobs of the queue, failed ones first.",
  details: [["--state STATE", "Only jobs that failed, run or wait."]],
  options: { state: { type: "string" } },
  async run({ db }, { values }, output) {
    const state = typeof values.state === "string" ? values.state.toUpperCase() : undefined;
    if (state !== undefined && !jobStates.some((known) => known === state)) {
      output.printError("The state is failed, running or waiting.");
      return 1;
    }
    const filters: Filter[] = state === undefined ? [] : [{ key: "state", operator: "==", value: state }];
    const { data, total } = await listQueuedJobs(db, {
      limit: MAX_LISTED,
      offset: 0,
      sortKey: "created_at",
      sortDir: "ASC",
      filters,
    });
    for (const job of data)
      output.print(
        [
          job.id.padStart(8),
          job.state.toLowerCase().padEnd(7),
          `${job.attempts}/${job.max_attempts}`.padStart(5),
          job.due_at.slice(0, 19),
          job.name,
          ...(job.error === null ? [] : [job.error]),
        ].join("  "),
      );
    if (total > data.length) output.print(`… and ${total - data.length} more`);
    const counts = await countQueuedJobs(db);
    const sum = (of: "failed" | "running" | "waiting") => counts.reduce((before, job) => before + job[of], 0);
    output.print(`${sum("failed")} failed, ${sum("running")} running, ${sum("waiting")} waiting`);
    return 0;
  },
};

export const retryJob: Command = {
  name: "jobs retry",
  usage: "jobs retry ID|NAME",
  argument: { description: "the id of a failed job, or the name of a job" },
  summary: "Run a failed job again, or all failed jobs of a name.",
  details: [
    ["ID", "The number of a failed job, from “jobs list”."],
    ["NAME", "All failed jobs of this name."],
  ],
  options: {},
  async run(context, { positional }, output) {
    const which = /^\d+$/.test(positional) ? { id: positional } : { name: positional };
    try {
      const { retried } = await retryJobs(context, { administrator: undefined, which });
      if (retried === 0) output.printError(`No job named ${positional} has failed.`);
      else output.print(retried === 1 ? "1 job runs again." : `${retried} jobs run again.`);
      return retried === 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      output.printError(
        error.code === "E0005" ? `Job ${positional} has not failed.` : `There is no job ${positional}.`,
      );
      return 1;
    }
  },
};
