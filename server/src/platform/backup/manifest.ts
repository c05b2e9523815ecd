import { z } from "zod";

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const dumpedTable = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  /** Only to be shown: backups of 0.1.0 may count too few. */
  rows: count,
  /** Of PostgreSQL's COPY text, before compression. */
  bytes: count,
  sha256,
  parts: count,
});
export type DumpedTable = z.output<typeof dumpedTable>;

const partition = z.object({
  schema: z.string(),
  name: z.string(),
  parent: z.string(),
  /** Such as `FOR VALUES FROM (…) TO (…)`, or `DEFAULT`. */
  bound: z.string(),
});
export type Partition = z.output<typeof partition>;

const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** Null if no value was taken from it. */
  lastValue: z
    .string()
    .regex(/^-?\d+$/)
    .nullable(),
});
export type Sequence = z.output<typeof sequence>;

/** The database of a backup. */
const dump = z.object({
  serverVersion: z.string(),
  /** The migrations that have run, by name. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(dumpedTable),
  partitions: z.array(partition),
  sequences: z.array(sequence),
});
export type Dump = z.output<typeof dump>;

export const FORMAT = 1;

/** Contents of a backup. It is stored last: a backup without it is incomplete. */
export const manifest = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  /** The public URL of the site. */
  site: z.string(),
  /** The version of the program. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  database: dump,
  files: z.object({ count, bytes: count, sha256 }),
  /** Files that the database refers to, but the storage did not have. */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;

/** Keys that cannot be replaced. Credentials of providers are not among them: they can be issued again. */
export const siteKeys = z.object({
  SECRET_KEY: z.string(),
  /** Separated by commas. */
  SECRET_KEY_PREVIOUS: z.string().optional(),
  OPERATOR_KEY: z.string().optional(),
});
export type SiteKeys = z.output<typeof siteKeys>;
