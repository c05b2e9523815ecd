import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
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
  it("needs nothing to start a preview", () => {
    expect(readConfig({})).toMatchObject({
      ...{ production: false, host: "127.0.0.1", port: 8080, demo: true, listingReview: "auto" },
      ...{ roles: ["api", "worker"], trustProxy: [], rateLimits: true, s3: undefined },
    });
  });

  it("takes an empty variable for one that is not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" })).toEqual(readConfig({}));
  });

  it("names every wrong variable at once, and none of their values", () => {
    const complaints = complaintsOf({
      ...{ NODE_ENV: "production", PORT: "70000", DATABASE_URL: "mysql://me:hunter2@db", LOG_LEVEL: "loud" },
      ...{ ROLES: "api,cook", DEMO: "yes", METRICS_TOKEN: "short", S3_ENDPOINT: "https://s3.example" },
      ...{ S3_SECRET_ACCESS_KEY: "hunter2", TRUST_PROXY: "10.0.0.0/99", DATABASE_POOL: "1" },
    });
    const named = complaints.map((line) => /^[A-Z0-9_]+/.exec(line)?.[0]);
    expect(new Set(named)).toEqual(
      new Set([
        ...["PORT", "DATABASE_URL", "LOG_LEVEL", "ROLES", "DEMO", "METRICS_TOKEN", "S3_BUCKET", "PUBLIC_URL"],
        ...["S3_ACCESS_KEY_ID", "TRUST_PROXY", "DATABASE_POOL"],
      ]),
    );
    expect(complaints.join("\n")).not.toContain("hunter2");
  });

  it("keeps the demo out of production and songs under review there", () => {
    const config = readConfig({ NODE_ENV: "production", PUBLIC_URL: "https://music.example/" });
    expect(config).toMatchObject({
      demo: false,
      listingReview: "manual",
      publicUrl: "https://music.example",
    });
  });

  it("refuses a public address with a path, below which no link of the site would work", () => {
    expect(complaintsOf({ PUBLIC_URL: "https://music.example/shop" })).toEqual([
      "PUBLIC_URL: must not have a path",
    ]);
  });

  it("reads which proxies to believe", () => {
    expect(readConfig({ TRUST_PROXY: "1" }).trustProxy).toEqual(["private"]);
    expect(readConfig({ TRUST_PROXY: "false" }).trustProxy).toEqual([]);
    expect(readConfig({ TRUST_PROXY: "192.0.2.1, 2001:db8::/32" }).trustProxy).toEqual([
      "192.0.2.1",
      "2001:db8::/32",
    ]);
  });

  it("is documented variable by variable in .env.example", () => {
    const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
    const source = readFileSync(new URL("./config.ts", import.meta.url), "utf8");
    const documented = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]);
    expect(read.length).toBeGreaterThan(15);
    expect(documented.sort()).toEqual(read.sort());
  });
});
