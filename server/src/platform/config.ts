import { resolve } from "node:path";
import { z } from "zod";
import { isNetwork } from "./network.ts";

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");
const port = z.coerce.number().int().min(0).max(65_535);

/** Where nothing but an origin makes sense: the site's own links start at its root. */
const origin = z
  .url({ protocol: /^https?$/, error: "must be an address such as https://music.example" })
  .refine((value) => !URL.canParse(value) || /^\/*$/.test(new URL(value).pathname), "must not have a path")
  .transform((value) => new URL(value).origin);

const networks = z.string().transform((value, check) => {
  if (["0", "false"].includes(value)) return [];
  if (["1", "true"].includes(value)) return ["private"];
  const listed = value.split(",").map((one) => one.trim());
  const wrong = listed.filter((one) => !isNetwork(one));
  if (wrong.length > 0) {
    check.addIssue({ code: "custom", message: `not an address or network: ${wrong.join(", ")}` });
  }
  return listed;
});

const variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(8080),
  PUBLIC_URL: origin.optional(),
  COMPANION_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag.default(false),
  S3_SIGNED_URLS: flag.default(true),
  ROLES: z
    .string()
    .default("api,worker")
    .transform((value) => value.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(["api", "worker"])).min(1)),
  DEMO: flag.optional(),
  LISTING_REVIEW: z.enum(["auto", "manual"]).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: networks.default([]),
  RATE_LIMITS: flag.default(true),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** Everything that can be set from outside, checked once. `.env.example` documents each variable. */
export type Config = {
  production: boolean;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Without a trailing slash; undefined: made from host and port once the port is known. */
  publicUrl: string | undefined;
  companionUrl: string | undefined;
  dataDir: string;
  database: { url: string | undefined; replicaUrl: string | undefined; pool: number };
  s3:
    | undefined
    | {
        bucket: string;
        endpoint: string | undefined;
        region: string;
        accessKeyId: string | undefined;
        secretAccessKey: string | undefined;
        pathStyle: boolean;
        signedUrls: boolean;
      };
  roles: ReadonlyArray<"api" | "worker">;
  /** Fill an empty database with the demo catalogue. */
  demo: boolean;
  listingReview: "auto" | "manual";
  metricsToken: string | undefined;
  /** Networks of the proxies whose `X-Forwarded-For` is believed; `private` stands for every private network. */
  trustProxy: readonly string[];
  rateLimits: boolean;
  logLevel: string;
};

/** Thrown with every wrong or missing variable in its message, one a line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  const problems = [...(parsed.error?.issues ?? []).map(describeIssue), ...combinedProblems(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join("\n"));
  const read = parsed.data;
  const production = read.NODE_ENV === "production";
  return {
    production,
    host: read.HOST,
    port: read.PORT,
    publicUrl: read.PUBLIC_URL,
    companionUrl: read.COMPANION_URL,
    dataDir: resolve(read.DATA_DIR),
    database: { url: read.DATABASE_URL, replicaUrl: read.DATABASE_REPLICA_URL, pool: read.DATABASE_POOL },
    s3: readS3(read),
    roles: read.ROLES,
    demo: read.DEMO ?? !production,
    listingReview: read.LISTING_REVIEW ?? (production ? "manual" : "auto"),
    metricsToken: read.METRICS_TOKEN,
    trustProxy: read.TRUST_PROXY,
    rateLimits: read.RATE_LIMITS,
    logLevel: read.LOG_LEVEL,
  };
}

type Variables = z.output<typeof variables>;

function readS3(read: Variables): Config["s3"] {
  if (read.S3_BUCKET === undefined) return undefined;
  return {
    bucket: read.S3_BUCKET,
    endpoint: read.S3_ENDPOINT,
    region: read.S3_REGION,
    accessKeyId: read.S3_ACCESS_KEY_ID,
    secretAccessKey: read.S3_SECRET_ACCESS_KEY,
    pathStyle: read.S3_PATH_STYLE,
    signedUrls: read.S3_SIGNED_URLS,
  };
}

/** What only shows between variables; looked for even when one of them is wrong, so that all is told at once. */
function combinedProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === "production" && given.PUBLIC_URL === undefined) {
    problems.push("PUBLIC_URL: required in production, the address the public reaches this program at");
  }
  if ((given.S3_ACCESS_KEY_ID === undefined) !== (given.S3_SECRET_ACCESS_KEY === undefined)) {
    problems.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither");
  }
  if (given.S3_ENDPOINT !== undefined && given.S3_BUCKET === undefined) {
    problems.push("S3_BUCKET: required when S3_ENDPOINT is set");
  }
  if (given.DATABASE_REPLICA_URL !== undefined && given.DATABASE_URL === undefined) {
    problems.push("DATABASE_URL: required when DATABASE_REPLICA_URL is set");
  }
  return problems;
}

/** Names the variable and what is wrong; the value may be a secret and is left out. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const [name, ...inner] = issue.path;
  return `${String(name)}${inner.length === 0 ? "" : ` (part ${Number(inner[0]) + 1})`}: ${issue.message}`;
}
