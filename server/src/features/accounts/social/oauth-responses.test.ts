import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { type Browser, openBrowser } from "../../../testing/http/browser.ts";
import {
  failed,
  newPerson,
  openSocialProgram,
  pathIn,
  type SocialProgram,
} from "../../../testing/http/social-program.ts";
import { accountJobs } from "../index.ts";

let social: SocialProgram;

beforeAll(async () => {
  social = await openSocialProgram();
});
afterAll(() => social.close());
beforeEach(() => social.clearFaults());

async function countAccounts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from account`.execute(
    social.program.context.db,
  );
  return rows[0]?.count ?? 0;
}

describe("the OAuth round trip", () => {
  it("follows the standard and sends no referrer", async () => {
    const response = await openBrowser().requestOnce(social.authUrl("spotify"));
    expect(response.status).toBe(302);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("set-cookie")).toMatch(
      /^social_login=[\w-]{43}; Path=\/api\/v1\/user\/social; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const { origin, pathname, searchParams } = new URL(response.headers.get("location") ?? "");
    expect([origin, pathname]).toEqual([social.services.spotify.url, "/authorize"]);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: "example.wrapsody",
      scope: "user-read-email",
      redirect_uri: `${social.program.url}/api/v1/user/social/spotify/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("stores neither the state, the verifier nor the identity in plain text", async () => {
    const person = newPerson();
    const browser = openBrowser();
    const arrived = await social.authorize("spotify", person, browser);
    const { rows } = await sql<{ all: string }>`
      select coalesce(json_agg(a)::text, '') as all from social_attempt a`.execute(social.program.context.db);
    const [, cookie = ""] = browser.cookies(social.authUrl("spotify")).split("=");
    for (const secret of [
      arrived.url.searchParams.get("token") ?? "",
      cookie,
      person.id,
      person.email ?? "",
    ]) {
      expect(secret).not.toBe("");
      expect(rows[0]?.all).not.toContain(secret);
      expect(rows[0]?.all).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });

  it("is bound to the public address, and its cookie to a secure connection", async () => {
    const context = { ...social.program.context, publicUrl: "https://music.example" };
    const secure = await createServer(context, { site: false });
    const { headers } = await secure.inject({ url: "/api/v1/user/social/apple/auth?sent=1" });
    expect(headers["set-cookie"]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    const { searchParams } = new URL(headers.location ?? "");
    expect(searchParams.get("redirect_uri")).toBe("https://music.example/api/v1/user/social/apple/callback");
    expect(searchParams.get("response_mode")).toBe("form_post");
    await secure.close();
  });

  it("writes none of its secrets to the log", async () => {
    const browser = openBrowser();
    const response = await browser.requestOnce(social.authUrl("amazon"));
    const arrived = await social.authorize("amazon", newPerson(), browser);
    const { json } = await social.exchange(arrived, browser);
    const secrets = [
      new URL(response.headers.get("location") ?? "").searchParams.get("state"),
      arrived.url.searchParams.get("token"),
      browser.cookies(social.authUrl("amazon")).split("=")[1],
      json.body.token,
    ];
    expect(social.program.readLog()).toContain("/api/v1/user/social/amazon/callback");
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(social.program.readLog()).not.toContain(secret);
    }
  });

  it("from another address of this machine first redirects to the public one, once", async () => {
    const { pathname, port } = new URL(social.authUrl("spotify"));
    const askElsewhere = (query = "") =>
      social.program.app.inject({ url: `${pathname}${query}`, headers: { host: `localhost:${port}` } });
    const first = await askElsewhere();
    expect([first.statusCode, first.headers.location]).toEqual([302, `${social.authUrl("spotify")}?sent=1`]);
    expect(first.headers["set-cookie"]).toBeUndefined();
    const behindProxy = await askElsewhere("?sent=1");
    expect(behindProxy.headers.location).toContain(`${social.services.spotify.url}/authorize?`);
  });

  it("allows two concurrent logins in one browser", { retry: 0 }, async () => {
    const browser = openBrowser();
    const first = await social.authorize("spotify", newPerson(), browser);
    const other = await social.authorize("amazon", newPerson(), browser);
    expect((await social.exchange(first, browser)).status).toBe(200);
    expect((await social.exchange(other, browser)).status).toBe(200);
  });

  it.each(["apple", "spotify", "amazon"] as const)(
    "returns to the login page when the user cancels at %s",
    async (slug) => {
      expect(pathIn(await social.authorize(slug, undefined))).toBe(failed);
    },
  );

  it("ends in an uncacheable redirect that reveals only the failure", async () => {
    const { status, headers, text } = await openBrowser().requestOnce(
      `${social.program.url}/api/v1/user/social/spotify/callback?state=x&error=server_error&error_description=internals`,
    );
    expect([status, headers.get("location"), text]).toEqual([303, failed, ""]);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("a response that does not belong to the attempt", () => {
  /** Returns the network's redirect without following it. */
  async function answerOf(slug: "spotify" | "amazon", browser: Browser): Promise<URL> {
    social.services[slug].person = newPerson();
    let url = new URL(social.authUrl(slug));
    for (let hops = 0; hops < 6 && !url.pathname.endsWith("/callback"); hops += 1) {
      const { headers } = await browser.requestOnce(url);
      url = new URL(headers.get("location") ?? "", url);
    }
    return url;
  }

  it("fails with a changed, missing or duplicate state", async () => {
    const browser = openBrowser();
    for (const change of [
      (url: URL) => url.searchParams.set("state", "x".repeat(43)),
      (url: URL) => url.searchParams.delete("state"),
      (url: URL) => url.searchParams.append("state", url.searchParams.get("state") ?? ""),
      (url: URL) => url.searchParams.delete("code"),
      (url: URL) => url.searchParams.set("code", "another"),
      (url: URL) => url.searchParams.set("iss", social.services.amazon.url),
    ]) {
      const answer = await answerOf("spotify", browser);
      change(answer);
      expect(pathIn(await browser.open(answer))).toBe(failed);
    }
  });

  it("fails the second time without affecting the first", async () => {
    const browser = openBrowser();
    const answer = await answerOf("spotify", browser);
    const [firstResponse, secondResponse] = await Promise.all([browser.open(answer), browser.open(answer)]);
    const ways = [firstResponse, secondResponse].map(({ url }) => url.pathname).sort();
    expect(ways).toEqual(["/login", "/login/oauth"]);
    expect(pathIn(await browser.open(answer))).toBe(failed);
    const first = firstResponse.url.pathname === "/login/oauth" ? firstResponse : secondResponse;
    expect((await social.exchange(first, browser)).status).toBe(200);
  });

  it("fails at another network's address, which does not learn the code", async () => {
    const browser = openBrowser();
    const answer = await answerOf("spotify", browser);
    const elsewhere = answer.href.replace("spotify", "amazon");
    expect(pathIn(await browser.open(elsewhere))).toBe(failed);
    expect((await browser.open(answer)).url.pathname).toBe("/login/oauth");
  });

  it("fails ten minutes after the attempt started", async () => {
    const browser = openBrowser();
    const answer = await answerOf("spotify", browser);
    social.program.context.clock.move(601);
    expect(pathIn(await browser.open(answer))).toBe(failed);
  });
});

describe("a network that violates the protocol", () => {
  it.each([
    ["apple", "nonce of another"],
    ["apple", "signature of another"],
    ["apple", "token endpoint fails"],
    ["spotify", "token endpoint redirects"],
    ["spotify", "profile fails"],
    ["amazon", "profile fails"],
    ["amazon", "token endpoint fails"],
  ] as const)("%s: %s", async (slug, fault) => {
    const before = await countAccounts();
    social.services[slug].fault = fault;
    expect(pathIn(await social.authorize(slug, newPerson({ verified: true })))).toBe(failed);
    expect(await countAccounts()).toBe(before);
  });

  it("is reported to the operator without a code", async () => {
    social.services.spotify.fault = "profile fails";
    const before = social.program.readLog().length;
    await social.authorize("spotify", newPerson());
    const result = social.program
      .readLog()
      .slice(before)
      .split("\n")
      .find((line) => line.includes("reason"));
    expect(JSON.parse(result ?? "{}")).toMatchObject({
      level: 40,
      network: "SPOTIFY",
      reason: "service responded with status 503",
      msg: "social login failed",
    });
    expect(social.program.readLog()).not.toMatch(/code=|state=|"cause"/);
  });

  it("times out", async () => {
    social.services.spotify.fault = "token endpoint hangs";
    expect(pathIn(await social.authorize("spotify", newPerson()))).toBe(failed);
  });

  it("can be unreachable", async () => {
    const browser = openBrowser();
    const response = await browser.requestOnce(social.authUrl("spotify"));
    const state = new URL(response.headers.get("location") ?? "").searchParams.get("state") ?? "";
    const query = new URLSearchParams({ state, code: "a-code-of-nobody", iss: social.services.spotify.url });
    const callback = `${social.program.url}/api/v1/user/social/spotify/callback?${query}`;
    expect(pathIn(await browser.open(callback))).toBe(failed);
  });

  it("cannot supply an impossible id", async () => {
    for (const id of ["", "x".repeat(256), "a b", "a\nb"])
      expect(pathIn(await social.authorize("amazon", newPerson({ id })))).toBe(failed);
  });
});

describe("the token that completes a login", () => {
  const neutral = [400, "E0017", "OAuth failed"];

  async function refusalOf(answer: ReturnType<SocialProgram["exchange"]>) {
    const { status, json } = await answer;
    return [status, json.code, json.message];
  }

  it("works only in the browser that started, and is consumed by any other", async () => {
    const browser = openBrowser();
    const arrived = await social.authorize("spotify", newPerson(), browser);
    expect(await refusalOf(social.exchange(arrived, openBrowser()))).toEqual(neutral);
    expect(await refusalOf(social.exchange(arrived, browser))).toEqual(neutral);
    const repeated = await social.authorize("spotify", newPerson(), browser);
    const stranger = openBrowser();
    await stranger.requestOnce(social.authUrl("spotify"));
    expect(await refusalOf(social.exchange(repeated, stranger))).toEqual(neutral);
  });

  it("works once, even for concurrent tries", { retry: 0 }, async () => {
    const browser = openBrowser();
    const arrived = await social.authorize("spotify", newPerson(), browser);
    const answers = await Promise.all(Array.from({ length: 5 }, () => social.exchange(arrived, browser)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await refusalOf(social.exchange(arrived, browser))).toEqual(neutral);
  });

  it("expires after a minute", async () => {
    const browser = openBrowser();
    const [early, late] = [
      await social.authorize("spotify", newPerson(), browser),
      await social.authorize("spotify", newPerson(), browser),
    ];
    social.program.context.clock.move(59);
    expect((await social.exchange(early, browser)).status).toBe(200);
    social.program.context.clock.move(2);
    expect(await refusalOf(social.exchange(late, browser))).toEqual(neutral);
  });

  it("works only for its own network", async () => {
    const browser = openBrowser();
    const arrived = await social.authorize("spotify", newPerson(), browser);
    expect(await refusalOf(social.exchange(arrived, browser, { slug: "amazon" }))).toEqual(neutral);
  });

  it("is required in a valid form", async () => {
    for (const body of [
      {},
      { providerToken: "" },
      { providerToken: 7 },
      { providerToken: "x".repeat(201) },
    ]) {
      const { status, json } = await social.program.call("POST", "user/social/spotify/exchange", { body });
      expect([status, json.code, json.errors[0].field]).toEqual([400, "E0007", "providerToken"]);
    }
    const wrong = { providerToken: "' or true --" };
    const { json } = await social.program.call("POST", "user/social/spotify/exchange", { body: wrong });
    expect(json.code).toBe("E0017");
  });
});

describe("an abandoned attempt", () => {
  it("is deleted once it has expired, however many there are", async () => {
    await openBrowser().requestOnce(social.authUrl("spotify"));
    social.program.context.clock.move(601);
    await openBrowser().requestOnce(social.authUrl("amazon"));
    const job = accountJobs.find(({ name }) => name === "forget-social-attempts");
    await job?.run(social.program.context, {});
    await job?.run(social.program.context, {});
    const { rows } = await sql`select network from social_attempt`.execute(social.program.context.db);
    expect(rows).toEqual([{ network: "AMAZON" }]);
  });
});
