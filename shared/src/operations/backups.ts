import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";

const backup = z.object({
  id: z.string(),
  finished_at: instant,
  rows: z.number().int(),
  files: z.number().int(),
  /** Of all files. */
  bytes: z.number().int(),
  /** Files that the database refers to, but the storage has lost. */
  missing_files: z.number().int(),
});

export const getBackups = endpoint({
  method: "GET",
  path: "admin/backups",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: returns the last complete backup, the failure of a later one, and whether a restored site is in quarantine.",
  answer: z.object({
    /** Whether backups are configured. */
    is_configured: z.boolean(),
    last_success: backup.nullable(),
    last_failure: z.object({ finished_at: instant, error: z.string() }).nullable(),
    quarantine: z.object({ backup_id: z.string(), started_at: instant }).nullable(),
  }),
});
