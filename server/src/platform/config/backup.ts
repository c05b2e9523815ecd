import { resolve } from "node:path";
import { parseCronItem } from "graphile-worker";
import { z } from "zod";
import { readSecretFiles } from "./secret-files.ts";
import { flag } from "./values.ts";

const MIN_PASSPHRASE_LENGTH = 12;

/** The variables of backups, a part of the configuration's. */
export const backupVariables = {
  BACKUP_DIR: z
    .string()
    .regex(/^(?!\w+:\/\/)|^s3:\/\/[^/\s]+(\/|$)/, "must be a folder or s3://BUCKET/PREFIX")
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, `must have ${MIN_PASSPHRASE_LENGTH} characters or more`)
    .optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).default(14),
  BACKUP_SCHEDULE: z
    .string()
    .refine(isCron, "must be a cron expression with five fields (UTC), such as 17 3 * * *")
    .optional(),
  BACKUP_S3_ENDPOINT: z.url().optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_PATH_STYLE: flag.optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag.default(false),
};

const schema = z.object(backupVariables);
type BackupVariables = z.output<typeof schema>;

/** Settings of an S3-compatible store without a bucket. */
export type S3Access = {
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  pathStyle: boolean;
};

export type BackupConfig = {
  /** An absolute path, or `s3://bucket/prefix`. */
  target: string | undefined;
  passphrase: string | undefined;
  /** Number of complete backups to keep. */
  keep: number;
  /** Cron expression with five fields, UTC. */
  schedule: string | undefined;
  s3: S3Access;
};

function isCron(text: string): boolean {
  try {
    parseCronItem({ task: "backup", match: text });
    return true;
  } catch {
    return false;
  }
}

export function readBackup(values: BackupVariables): BackupConfig {
  return {
    target: values.BACKUP_DIR === undefined ? undefined : resolveTarget(values.BACKUP_DIR),
    passphrase: values.BACKUP_PASSPHRASE,
    keep: values.BACKUP_KEEP,
    schedule: values.BACKUP_SCHEDULE,
    s3: readS3Access(values),
  };
}

/** Returns an absolute path, or the URL of a bucket. */
export function resolveTarget(target: string): string {
  return target.startsWith("s3://") ? target.replace(/\/+$/, "") : resolve(target);
}

/** The store of the files, unless backups have one of their own: then nothing of it is used, least of all its keys. */
function readS3Access(values: BackupVariables): S3Access {
  const hasOwn = values.BACKUP_S3_ENDPOINT !== undefined || values.BACKUP_S3_ACCESS_KEY_ID !== undefined;
  if (hasOwn)
    return {
      endpoint: values.BACKUP_S3_ENDPOINT,
      region: values.BACKUP_S3_REGION ?? "us-east-1",
      accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID,
      secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY,
      pathStyle: values.BACKUP_S3_PATH_STYLE ?? false,
    };
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.BACKUP_S3_REGION ?? values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    pathStyle: values.BACKUP_S3_PATH_STYLE ?? values.S3_PATH_STYLE,
  };
}

/** Returns the conflicts between the variables of backups. */
export function backupProblems(variables: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  for (const name of ["BACKUP_DIR", "BACKUP_PASSPHRASE"])
    if (variables.BACKUP_SCHEDULE !== undefined && variables[name] === undefined)
      problems.push(`${name}: required when BACKUP_SCHEDULE is set`);
  if (
    (variables.BACKUP_S3_ACCESS_KEY_ID === undefined) !==
    (variables.BACKUP_S3_SECRET_ACCESS_KEY === undefined)
  )
    problems.push("BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY: set both or neither");
  return problems;
}

/**
 * Reads only the variables of backups, for commands that run before the others can be set: they may be in the backup.
 * Returns the problems if there are any.
 */
export function readBackupConfig(environment: Record<string, string | undefined>): BackupConfig | string[] {
  const withSecrets = readSecretFiles(environment, Object.keys(backupVariables));
  const nonEmpty = Object.fromEntries(
    Object.entries(withSecrets.environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(nonEmpty);
  const problems = [
    ...withSecrets.problems,
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`),
  ];
  return parsed.success && problems.length === 0 ? readBackup(parsed.data) : problems;
}
