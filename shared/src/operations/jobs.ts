import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";

/** `FAILED`: after its last attempt; it runs again only if an administrator retries it. */
export const jobStates = ["FAILED", "RUNNING", "WAITING"] as const;

/** A job of the queue, without its payload, which may contain personal data. */
export const queuedJob = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  attempts: z.number().int(),
  max_attempts: z.number().int(),
  created_at: instant,
  /** When a waiting job is due. */
  due_at: instant,
  /** When a running job started. */
  started_at: instant.nullable(),
  /** The last error, without addresses, keys and personal data. */
  error: z.string().nullable(),
});
export type QueuedJob = z.output<typeof queuedJob>;

export const getJobs = endpoint({
  method: "GET",
  path: "admin/jobs",
  access: "personal",
  tag: "admin",
  summary: "For administrators: lists the jobs of the queue: failed, running and waiting ones.",
  list: { filters: { state: "text", name: "text" }, sortKeys: ["created_at"] },
  answer: listOf(queuedJob),
});

export const getJobCounts = endpoint({
  method: "GET",
  path: "admin/job-counts",
  access: "personal",
  tag: "admin",
  summary: "For administrators: counts the jobs of the queue by name and state.",
  answer: z.object({
    jobs: z.array(
      z.object({
        name: z.string(),
        failed: z.number().int(),
        running: z.number().int(),
        waiting: z.number().int(),
      }),
    ),
  }),
});

export const postJobRetry = endpoint({
  method: "POST",
  path: "admin/job/:id/retry",
  access: "personal",
  tag: "admin",
  summary: "For administrators: runs a failed job again. E0005: it has not failed, or is retried already.",
  params: z.object({ id: z.string() }),
  answer: z.object({ retried: z.number().int() }),
});

export const postJobRetries = endpoint({
  method: "POST",
  path: "admin/jobs/retry",
  access: "personal",
  tag: "admin",
  summary: "For administrators: runs all failed jobs of a name again.",
  body: z.object({ name: z.string({ error: "Required" }).min(1, "Required").max(200) }),
  answer: z.object({ retried: z.number().int() }),
});
