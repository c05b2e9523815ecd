import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stretchTimeout } from "../timeouts.ts";
import { ConfigError, readConfig } from "./config.ts";

function complaintsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  it("needs no variables for a preview", () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      host: "127.0.0.1",
      port: 8080,
      demo: true,
      listingReview: "auto",
      roles: ["api", "worker"],
      trustProxy: [],
      rateLimits: true,
      s3: undefined,
    });
  });

  it("treats an empty variable as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" })).toEqual(readConfig({}));
  });

  it("stretches timeouts by the factor, also by that of a file", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TIMEOUT_FACTOR", "3");
    expect(stretchTimeout(1_000)).toBe(3_000);
    vi.stubEnv("TIMEOUT_FACTOR", "");
    expect(stretchTimeout(1_000)).toBe(1_000);
    const folder = await mkdtemp(join(tmpdir(), "timeout-factor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "factor"), "2\n");
    vi.stubEnv("TIMEOUT_FACTOR_FILE", join(folder, "factor"));
    expect(stretchTimeout(1_000)).toBe(2_000);
  });

  it("reports every invalid variable together, without their values", () => {
    const complaints = complaintsOf({
      NODE_ENV: "production",
      PORT: "70000",
      DATABASE_URL: "mysql://me:hunter2@db",
      LOG_LEVEL: "loud",
      ROLES: "api,cook",
      DEMO: "yes",
      METRICS_TOKEN: "short",
      S3_ENDPOINT: "https://s3.example",
      SMTP_URL: "https://me:hunter2@mail.example",
      SECRET_KEY: "hunter2",
      S3_SECRET_ACCESS_KEY: "hunter2",
      TRUST_PROXY: "10.0.0.0/99",
      DATABASE_POOL: "1",
    });
    const named = complaints.map((line) => /^[A-Z0-9_]+/.exec(line)?.[0]);
    expect(new Set(named)).toEqual(
      new Set([
        ...["PORT", "DATABASE_URL", "LOG_LEVEL", "ROLES", "DEMO", "METRICS_TOKEN", "S3_BUCKET", "PUBLIC_URL"],
        ...["S3_ACCESS_KEY_ID", "TRUST_PROXY", "DATABASE_POOL", "SMTP_URL", "SECRET_KEY"],
      ]),
    );
    expect(complaints.join("\n")).not.toContain("hunter2");
  });

  it.each(["0", "65", "1.5", "many"])("rejects %s rendering threads", (threads) => {
    expect(complaintsOf({ RENDER_THREADS: threads })).toEqual([expect.stringMatching(/^RENDER_THREADS: /)]);
    expect(readConfig({}).renderThreads).toBe(1);
    expect(readConfig({ RENDER_THREADS: "64" }).renderThreads).toBe(64);
  });

  it("requires in production what a preview can omit", () => {
    const complaints = complaintsOf({ NODE_ENV: "production" });
    expect(complaints.map((line) => /^[A-Z_]+/.exec(line)?.[0])).toEqual([
      "PUBLIC_URL",
      "DATABASE_URL",
      "SECRET_KEY",
      "SMTP_URL",
    ]);
    expect(complaintsOf({ EMBEDDED_DATABASE: "1", DATABASE_URL: "postgres://db/wrapsody" })).toEqual([
      "EMBEDDED_DATABASE: cannot be combined with DATABASE_URL",
    ]);
  });

  it("reads any variable from a file, without its final line break", async () => {
    const folder = await mkdtemp(join(tmpdir(), "wrapsody-secrets-"));
    const path = join(folder, "key");
    const key = Buffer.alloc(32, 7).toString("base64");
    await writeFile(path, `${key}\n`);
    expect(readConfig({ SECRET_KEY_FILE: path }).secretKey).toBe(key);
    expect(readConfig({ SECRET_KEY_FILE: "" }).secretKey).toBeUndefined();
    expect(complaintsOf({ SECRET_KEY_FILE: path, SECRET_KEY: key })).toEqual([
      "SECRET_KEY_FILE: cannot be combined with SECRET_KEY",
    ]);
    expect(complaintsOf({ SECRET_KEY_FILE: join(folder, "none"), PORT_FILE: path })).toEqual([
      "SECRET_KEY_FILE: the file cannot be read: ENOENT",
      expect.stringMatching(/^PORT: (?!.*BwcH)/),
    ]);
    await rm(folder, { recursive: true });
  });

  it("disables the demo and enables listing review in production", () => {
    const config = readConfig({
      NODE_ENV: "production",
      PUBLIC_URL: "https://music.example/",
      SMTP_URL: "outbox",
      EMBEDDED_DATABASE: "1",
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    });
    expect(config).toMatchObject({
      demo: false,
      listingReview: "manual",
      publicUrl: "https://music.example",
      mail: { smtpUrl: undefined, from: undefined, followerMailsPerSecond: 10 },
    });
  });

  it("rejects a public address with a path, because the site's links would not work under one", () => {
    expect(complaintsOf({ PUBLIC_URL: "https://music.example/shop" })).toEqual([
      "PUBLIC_URL: must not have a path",
    ]);
  });

  it("lists the trusted proxies", () => {
    expect(readConfig({ TRUST_PROXY: "1" }).trustProxy).toEqual(["private"]);
    expect(readConfig({ TRUST_PROXY: "false" }).trustProxy).toEqual([]);
    expect(readConfig({ TRUST_PROXY: "192.0.2.1, 2001:db8::/32" }).trustProxy).toEqual([
      "192.0.2.1",
      "2001:db8::/32",
    ]);
  });

  it("offers a streaming service once all of its credentials are set", () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const { social } = readConfig({
      SPOTIFY_CLIENT_ID: "wrapsody",
      SPOTIFY_CLIENT_SECRET: "quiet",
      SPOTIFY_URL: "http://[::1]:9000/",
      APPLE_CLIENT_ID: "example.music",
      APPLE_TEAM_ID: "TEAM",
      APPLE_KEY_ID: "KEY",
      APPLE_PRIVATE_KEY: pem.replaceAll("\n", "\\n"),
    });
    expect(social).toEqual({
      spotify: {
        clientId: "wrapsody",
        clientSecret: "quiet",
        url: "http://[::1]:9000",
        apiUrl: "https://api.spotify.com",
      },
      apple: {
        clientId: "example.music",
        teamId: "TEAM",
        keyId: "KEY",
        privateKey: pem,
        url: "https://appleid.apple.com",
      },
      amazon: undefined,
      sandbox: true,
    });
  });

  it("reports missing credentials of a streaming service, and refuses to send its secrets unencrypted", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const complaints = complaintsOf({
      SPOTIFY_CLIENT_SECRET: "quiet",
      APPLE_TEAM_ID: "TEAM",
      APPLE_URL: "http://appleid.example",
      AMAZON_CLIENT_ID: "wrapsody",
      AMAZON_API_URL: "http://127.0.0.1.example",
      AMAZON_URL: "amazon",
      APPLE_PRIVATE_KEY: rsa.export({ type: "pkcs8", format: "pem" }).toString(),
    });
    expect(complaints.sort()).toEqual([
      "AMAZON_API_URL: must start with https://",
      "AMAZON_CLIENT_SECRET: required when AMAZON_CLIENT_ID is set",
      "AMAZON_URL: must be a URL such as https://music.example",
      "APPLE_CLIENT_ID: required when APPLE_TEAM_ID is set",
      "APPLE_KEY_ID: required when APPLE_TEAM_ID is set",
      "APPLE_PRIVATE_KEY: must be the P-256 private key from Apple’s .p8 file",
      "APPLE_URL: must start with https://",
      "SPOTIFY_CLIENT_ID: required when SPOTIFY_CLIENT_SECRET is set",
    ]);
  });

  it("disables the sandbox streaming service in production unless it is named", () => {
    const production = {
      NODE_ENV: "production",
      PUBLIC_URL: "https://music.example",
      SMTP_URL: "outbox",
      EMBEDDED_DATABASE: "1",
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    };
    expect(readConfig(production).social.sandbox).toBe(false);
    expect(readConfig({ ...production, SOCIAL_SANDBOX: "1" }).social.sandbox).toBe(true);
    expect(readConfig({ SOCIAL_SANDBOX: "0" }).social.sandbox).toBe(false);
  });

  it("connects the networks whose nodes are named, with a private minter key", () => {
    const key = "5c".repeat(32);
    const { chains } = readConfig({
      LINEA_RPC_URL: "http://node:8545",
      MUMBAI_RPC_URL: "https://a.example/k",
      OPERATOR_KEY: key,
    });
    expect(chains).toEqual({
      local: true,
      networks: [
        { name: "LINEA", chainId: 59_144, confirmations: 1, rpcUrl: "http://node:8545" },
        { name: "MUMBAI", chainId: 80_002, confirmations: "finalized", rpcUrl: "https://a.example/k" },
      ],
      operatorKey: `0x${key}`,
      newOperatorKey: undefined,
    });
    expect(readConfig({ LOCAL_CHAIN: "0" }).chains).toEqual({
      local: false,
      networks: [],
      operatorKey: undefined,
      newOperatorKey: undefined,
    });
  });

  it("connects each chain under one name", () => {
    const [rpc, key] = ["https://rpc.example/hunter2", "5c".repeat(32)];
    expect(complaintsOf({ GOERLI_RPC_URL: rpc, RINKEBY_RPC_URL: rpc, OPERATOR_KEY: key })).toEqual([
      "RINKEBY_RPC_URL: same chain as GOERLI_RPC_URL (11155111); set only one of them",
    ]);
    expect(complaintsOf({ RINKEBY_RPC_URL: rpc, MUMBAI_RPC_URL: rpc, OPERATOR_KEY: key })).toEqual([]);
  });

  it("reports missing or invalid networks and keys, and rejects publicly known keys", () => {
    const rpc = "https://rpc.example/hunter2";
    expect(complaintsOf({ POLYGON_RPC_URL: rpc })).toEqual([
      "OPERATOR_KEY: required when POLYGON_RPC_URL is set: 32 random bytes in hexadecimal, the same on every node",
    ]);
    expect(complaintsOf({ MAINNET_RPC_URL: "hunter2", OPERATOR_KEY: "hunter2" })).toEqual([
      "MAINNET_RPC_URL: must be a URL such as https://rpc.example/key",
      "OPERATOR_KEY: must be 32 random bytes in hexadecimal, as generated by `openssl rand -hex 32`",
    ]);
    expect(complaintsOf({ OPERATOR_KEY: "0".repeat(64) })).toEqual([
      "OPERATOR_KEY: is not a valid key: it is zero or too large",
    ]);
    const publicKeys = [
      "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
      "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d",
      "1".padStart(64, "0"),
    ];
    for (const key of publicKeys) {
      expect(complaintsOf({ LINEA_RPC_URL: rpc, OPERATOR_KEY: key })).toEqual([
        "OPERATOR_KEY: this key is publicly known and must not be used when LINEA_RPC_URL is set",
      ]);
      expect(complaintsOf({ OPERATOR_KEY: key })).toEqual([]);
    }
  });

  it("accepts an IPFS node, and sends it no token unencrypted", () => {
    expect(readConfig({}).ipfs).toBeUndefined();
    expect(readConfig({ IPFS_PIN_URL: "http://kubo:5001/" }).ipfs).toEqual({
      url: "http://kubo:5001",
      token: undefined,
    });
    const token = "hunter22";
    expect(readConfig({ IPFS_PIN_URL: "https://pin.example/api", IPFS_PIN_TOKEN: token }).ipfs).toEqual({
      url: "https://pin.example/api",
      token,
    });
    expect(readConfig({ IPFS_PIN_URL: "http://127.0.0.1:5001", IPFS_PIN_TOKEN: token }).ipfs?.token).toBe(
      token,
    );
    expect(complaintsOf({ IPFS_PIN_TOKEN: token })).toEqual([
      "IPFS_PIN_URL: required when IPFS_PIN_TOKEN is set",
    ]);
    expect(complaintsOf({ IPFS_PIN_URL: "http://kubo:5001", IPFS_PIN_TOKEN: token })).toEqual([
      "IPFS_PIN_URL: must start with https:// when IPFS_PIN_TOKEN is set",
    ]);
    expect(complaintsOf({ IPFS_PIN_URL: token, IPFS_PIN_TOKEN: token })).toEqual([
      "IPFS_PIN_URL: must be a URL such as http://127.0.0.1:5001",
    ]);
  });

  it("is documented variable by variable in .env.example", () => {
    const example = readFileSync(new URL("../../../../.env.example", import.meta.url), "utf8");
    const source = ["./config.ts", "./backup.ts"]
      .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
      .join("\n");
    const documented = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]);
    expect(read.length).toBeGreaterThan(15);
    expect(documented.sort()).toEqual(read.sort());
  });

  it("can be read by a shell from .env.example with every line enabled", () => {
    const example = readFileSync(new URL("../../../../.env.example", import.meta.url), "utf8");
    const lines = example.split("\n").flatMap((line) => /^#([A-Z0-9_]+=.*)$/.exec(line)?.[1] ?? []);
    const printed = execFileSync("sh", ["-ec", `set -a\n${lines.join("\n")}\nenv`], {
      encoding: "utf8",
      env: { PATH: process.env.PATH },
    }).split("\n");
    const withoutQuotes = lines.map((line) => line.replace(/="(.*)"$/, "=$1"));
    expect(printed).toEqual(expect.arrayContaining(withoutQuotes));
    expect(printed).toContain("BACKUP_SCHEDULE=17 3 * * *");
  });

  it("is documented in README with the names and defaults of .env.example", () => {
    const read = (name: string) => readFileSync(new URL(`../../../../${name}`, import.meta.url), "utf8");
    const examples = new Map(
      [...read(".env.example").matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    );
    const [, table = ""] = read("README.md").split("\n## Configuration\n");
    const rows = [...table.matchAll(/^\| (`[A-Z].*?) \| (.*?) ?\| (.*) \|$/gm)];
    expect(rows.length).toBeGreaterThan(20);
    const code = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, found = ""]) => found);
    for (const [, first, second, third] of rows) {
      const names = code(first).filter((name) => /^[A-Z0-9_]+$/.test(name));
      const mentioned = code(third).filter((name) => /^[A-Z0-9]+_[A-Z0-9_]+$/.test(name));
      for (const name of [...names, ...mentioned]) expect([name, examples.has(name)]).toEqual([name, true]);
      const defaults = code(second);
      if (
        /^`[^`]+`(, `[^`]+`)*$/.test(second ?? "") &&
        defaults.length === names.length &&
        !second?.includes("<")
      )
        expect([names, names.map((name) => examples.get(name))]).toEqual([names, defaults]);
    }
  });
});
