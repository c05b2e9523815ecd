import { resolve } from "node:path";
import { z } from "zod";
import { chainProblems, nodeAddress, readNetworks, signingKeyOfChains } from "./chains.ts";
import type { EvmNetwork } from "./evm.ts";
import { type IpfsNode, ipfsNode, ipfsProblems, readIpfs } from "./ipfs.ts";
import { credential, credentials, flag, networks, origin, port, secureOrigin, signingKey } from "./values.ts";

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
  SMTP_URL: z
    .union([z.literal("outbox"), z.url({ protocol: /^smtps?$/, hostname: /./ })], {
      error: "must be an address such as smtps://user:password@mail.example, or outbox",
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      "must be a sender such as Wrapsody <no-reply@music.example>",
    )
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(
      /^[A-Za-z0-9+/]{43}=$/,
      "must be 32 random bytes in base64, as `openssl rand -base64 32` writes them",
    )
    .optional(),
  SPOTIFY_CLIENT_ID: credential,
  SPOTIFY_CLIENT_SECRET: credential,
  SPOTIFY_URL: secureOrigin.default("https://accounts.spotify.com"),
  SPOTIFY_API_URL: secureOrigin.default("https://api.spotify.com"),
  APPLE_CLIENT_ID: credential,
  APPLE_TEAM_ID: credential,
  APPLE_KEY_ID: credential,
  APPLE_PRIVATE_KEY: signingKey.optional(),
  APPLE_URL: secureOrigin.default("https://appleid.apple.com"),
  APPLE_MUSIC_TOKEN: credential,
  AMAZON_CLIENT_ID: credential,
  AMAZON_CLIENT_SECRET: credential,
  AMAZON_URL: secureOrigin.default("https://www.amazon.com"),
  AMAZON_API_URL: secureOrigin.default("https://api.amazon.com"),
  SOCIAL_SANDBOX: flag.optional(),
  STRIPE_SECRET_KEY: credential,
  STRIPE_WEBHOOK_SECRET: credentials,
  STRIPE_API_URL: secureOrigin.default("https://api.stripe.com"),
  PAYMENTS_SANDBOX: flag.optional(),
  ACOUSTID_KEY: credential,
  ACOUSTID_URL: secureOrigin.default("https://api.acoustid.org"),
  LOCAL_CHAIN: flag.optional(),
  LINEA_RPC_URL: nodeAddress,
  MAINNET_RPC_URL: nodeAddress,
  POLYGON_RPC_URL: nodeAddress,
  LINEA_GOERLI_RPC_URL: nodeAddress,
  GOERLI_RPC_URL: nodeAddress,
  MUMBAI_RPC_URL: nodeAddress,
  RINKEBY_RPC_URL: nodeAddress,
  OPERATOR_KEY: signingKeyOfChains,
  IPFS_PIN_URL: ipfsNode,
  IPFS_PIN_TOKEN: credential,
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
  mail: {
    /** Undefined: mails are kept in the outbox, which this machine alone can read. */
    smtpUrl: string | undefined;
    /** The sender, as `Name <address>`; undefined: made from the public address. */
    from: string | undefined;
  };
  /** 32 bytes in base64; the key for stored codes and API secrets. Undefined: generated once and stored in the data directory. */
  secretKey: string | undefined;
  /** The streaming services that people may log in with; undefined: not offered. */
  social: {
    spotify: undefined | SocialClient;
    amazon: undefined | SocialClient;
    apple: undefined | { clientId: string; teamId: string; keyId: string; privateKey: string; url: string };
    /** What Apple's MusicKit is configured with in browsers; undefined: Apple Music cannot be linked. */
    appleMusicToken: string | undefined;
    /** The program's own, for trying things out. */
    sandbox: boolean;
  };
  /** Who takes payments: one of them, or nobody. */
  payments: {
    stripe: undefined | { secretKey: string; webhookSecrets: string[]; url: string };
    /** The program's own, where no money moves. */
    sandbox: boolean;
  };
  /** Where recordings are looked up by their fingerprints, and this program's key there; undefined: nowhere. */
  acoustid: { url: string; key: string } | undefined;
  chains: {
    /** Run the program's own chain, LOCAL. */
    local: boolean;
    /** Those that others run, the usual choice first. */
    networks: readonly EvmNetwork[];
    /** Signs on all of them; undefined: LOCAL's own is made once and kept under the data folder. */
    operatorKey: `0x${string}` | undefined;
  };
  /** The node of IPFS that holds what is kept for IPFS here; undefined: this program alone does. */
  ipfs: IpfsNode | undefined;
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

/** This program at a streaming service, which lets people log in at `url` and tells at `apiUrl` who they are. */
export type SocialClient = { clientId: string; clientSecret: string; url: string; apiUrl: string };

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
    mail: { smtpUrl: read.SMTP_URL === "outbox" ? undefined : read.SMTP_URL, from: read.MAIL_FROM },
    secretKey: read.SECRET_KEY,
    social: readSocial(read, production),
    payments: readPayments(read, production),
    acoustid:
      read.ACOUSTID_KEY === undefined ? undefined : { url: read.ACOUSTID_URL, key: read.ACOUSTID_KEY },
    chains: {
      local: read.LOCAL_CHAIN ?? !production,
      networks: readNetworks(read),
      operatorKey: read.OPERATOR_KEY,
    },
    ipfs: readIpfs(read),
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

function readSocial(read: Variables, production: boolean): Config["social"] {
  const spotify = { url: read.SPOTIFY_URL, apiUrl: read.SPOTIFY_API_URL };
  const amazon = { url: read.AMAZON_URL, apiUrl: read.AMAZON_API_URL };
  return {
    spotify: readClient(read.SPOTIFY_CLIENT_ID, read.SPOTIFY_CLIENT_SECRET, spotify),
    amazon: readClient(read.AMAZON_CLIENT_ID, read.AMAZON_CLIENT_SECRET, amazon),
    apple: readApple(read),
    appleMusicToken: read.APPLE_MUSIC_TOKEN,
    sandbox: read.SOCIAL_SANDBOX ?? !production,
  };
}

function readPayments(read: Variables, production: boolean): Config["payments"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_URL: url } = read;
  if (secretKey === undefined || webhookSecrets === undefined)
    return { stripe: undefined, sandbox: read.PAYMENTS_SANDBOX ?? !production };
  return { stripe: { secretKey, webhookSecrets, url }, sandbox: false };
}

function readClient(
  clientId: string | undefined,
  clientSecret: string | undefined,
  addresses: { url: string; apiUrl: string },
): SocialClient | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, ...addresses };
}

function readApple(read: Variables): Config["social"]["apple"] {
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = read;
  const { APPLE_PRIVATE_KEY: privateKey, APPLE_URL: url } = read;
  if (clientId === undefined || teamId === undefined) return undefined;
  if (keyId === undefined || privateKey === undefined) return undefined;
  return { clientId, teamId, keyId, privateKey, url };
}

/** What is of use only together. */
const groups = [
  ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
  ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  ["AMAZON_CLIENT_ID", "AMAZON_CLIENT_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
] as const;

function halfSetGroups(given: Record<string, string | undefined>): string[] {
  return groups.flatMap((names) => {
    const set = names.filter((name) => given[name] !== undefined);
    const missing = names.filter((name) => given[name] === undefined);
    return set.length === 0 ? [] : missing.map((name) => `${name}: required when ${set[0]} is set`);
  });
}

/** What only shows between variables; looked for even when one of them is wrong, so that all is told at once. */
function combinedProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (given.NODE_ENV === "production" && given.PUBLIC_URL === undefined) {
    problems.push("PUBLIC_URL: required in production, the address the public reaches this program at");
  }
  if (given.NODE_ENV === "production" && given.SECRET_KEY === undefined) {
    problems.push("SECRET_KEY: required in production, 32 random bytes in base64, the same for every node");
  }
  if (given.NODE_ENV === "production" && given.SMTP_URL === undefined) {
    problems.push(
      "SMTP_URL: required in production, the server that takes mails; outbox keeps them here instead",
    );
  }
  if ((given.S3_ACCESS_KEY_ID === undefined) !== (given.S3_SECRET_ACCESS_KEY === undefined)) {
    problems.push("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both or neither");
  }
  if (given.S3_ENDPOINT !== undefined && given.S3_BUCKET === undefined) {
    problems.push("S3_BUCKET: required when S3_ENDPOINT is set");
  }
  if (given.STRIPE_SECRET_KEY !== undefined && ["1", "true"].includes(given.PAYMENTS_SANDBOX ?? "")) {
    problems.push("PAYMENTS_SANDBOX: not beside STRIPE_SECRET_KEY, one of them takes payments");
  }
  if (given.DATABASE_REPLICA_URL !== undefined && given.DATABASE_URL === undefined) {
    problems.push("DATABASE_URL: required when DATABASE_REPLICA_URL is set");
  }
  return [...problems, ...halfSetGroups(given), ...chainProblems(given), ...ipfsProblems(given)];
}

/** Names the variable and what is wrong; the value may be a secret and is left out. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const [name, ...inner] = issue.path;
  return `${String(name)}${inner.length === 0 ? "" : ` (part ${Number(inner[0]) + 1})`}: ${issue.message}`;
}
