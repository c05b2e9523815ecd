import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type Arrived, openBrowser } from "../../../testing/http/browser.ts";
import { type ListeningProgram, reserveAddress, startListening } from "../../../testing/http/listening.ts";

let program: ListeningProgram;

beforeAll(async () => {
  program = await startListening(await reserveAddress());
});
afterAll(() => program.close());

const ines = { choice: "ines-falk" };

/** Opens the sandbox page and submits it. */
async function submitLogin(fields: Record<string, string>, browser = openBrowser()): Promise<Arrived> {
  const page = await browser.open(`${program.url}/api/v1/user/social/sandbox/auth`);
  return browser.submit(page, fields);
}

async function logIn(fields: Record<string, string>) {
  const browser = openBrowser();
  const { url } = await submitLogin(fields, browser);
  const body = { providerToken: url.searchParams.get("token") };
  const { json } = await program.call("POST", "user/social/sandbox/exchange", { browser, body });
  return json.body.user;
}

describe("logging in with the sandbox streaming service", () => {
  it("is offered in a preview", async () => {
    const { json } = await program.call("GET", "user/social");
    expect(json.body).toEqual({ data: ["SANDBOX"], total: 1, oidc_name: null });
  });

  it("creates a listener with a verified address", async () => {
    const user = await logIn(ines);
    expect(user).toMatchObject({ name: "Ines Falk", email: "ines-falk@streaming.example" });
    expect((await logIn(ines)).id).toBe(user.id);
  });

  it("accepts any identity except one that has an account", async () => {
    await sql`
      insert into account (email, name, verified_at, role)
      values ('admin@wrapsody.example', 'The administrator', now(), 'ADMIN') on conflict do nothing`.execute(
      program.context.db,
    );
    const typed = { choice: "typed", name: " Admin ", email: "Admin@wrapsody.example" };
    const user = await logIn(typed);
    expect(user).toMatchObject({ name: "Admin", email: null, role: "PROVIDER" });
    expect((await logIn({ ...typed, email: "admin@WRAPSODY.example" })).id).toBe(user.id);
  });

  it("returns to the login page if cancelled", async () => {
    const { url } = await submitLogin({ choice: "cancel" });
    expect(`${url.pathname}${url.search}`).toBe("/login?error=OAuth+failed");
  });
});

describe("the sandbox page", () => {
  it("identifies itself as a sandbox, runs no scripts and is not cacheable", async () => {
    const { status, headers, text } = await openBrowser().open(
      `${program.url}/api/v1/user/social/sandbox/auth`,
    );
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("This is a sandbox, not a real streaming service.");
    expect(text).not.toContain("<script");
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; form-action 'self' ${program.url}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("speaks the reader's language", async () => {
    const page = await openBrowser().open(`${program.url}/api/v1/user/social/sandbox/auth`);
    const spanish = await fetch(page.url, { headers: { "accept-language": "es-AR,en;q=0.5" } });
    expect(await spanish.text()).toContain('<html lang="es">');
  });

  it("reports errors on their fields and keeps the input as text", async () => {
    const page = await submitLogin({ choice: "typed", name: '"><script>', email: "nobody at home" });
    expect([page.status, page.url.pathname]).toEqual([400, "/sandbox/streaming/authorize"]);
    expect(page.text).toContain("Enter an email address.");
    expect(page.text).toMatch(/<input [^>]*aria-invalid="true" [^>]*value="nobody at home"/);
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page.text).not.toContain("<script");
    const empty = await submitLogin({ choice: "typed", name: " ", email: "" });
    expect(empty.text.match(/>Required</g)).toHaveLength(2);
    expect((await submitLogin({})).status).toBe(400);
    expect((await openBrowser().submit(page, ines)).url.pathname).toBe("/login/oauth");
  });
});

/** Returns the authorization request of the program's own client. */
async function request(): Promise<URL> {
  return (await openBrowser().open(`${program.url}/api/v1/user/social/sandbox/auth`)).url;
}

const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** Returns a code for the client, with the verifier above. */
async function codeFor(): Promise<string> {
  const url = await request();
  url.searchParams.set("code_challenge", challenge);
  const sent = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(ines) });
  return new URL(sent.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

async function exchange(code: string, fields: Record<string, string> = {}) {
  const { encryption } = program.context;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    client_id: "wrapsody",
    client_secret: encryption.hmac("sandbox-streaming-client", "wrapsody").toString("base64url"),
    redirect_uri: `${program.url}/api/v1/user/social/sandbox/callback`,
    ...fields,
  });
  const answered = await fetch(`${program.url}/sandbox/streaming/token`, { method: "POST", body });
  return { status: answered.status, body: JSON.parse(await answered.text()) };
}

async function profile(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answered = await fetch(`${program.url}/sandbox/streaming/me`, { headers });
  return { status: answered.status, body: JSON.parse(await answered.text()) };
}

describe("a client's request to the sandbox", () => {
  it("is not redirected for an unknown client or redirect URI", async () => {
    for (const change of [
      (url: URL) => url.searchParams.set("client_id", "another"),
      (url: URL) => url.searchParams.delete("redirect_uri"),
      (url: URL) => url.searchParams.set("redirect_uri", "https://elsewhere.example/"),
      (url: URL) => url.searchParams.set("redirect_uri", `${url.searchParams.get("redirect_uri")}/`),
    ]) {
      const url = await request();
      change(url);
      for (const method of ["GET", "POST"]) {
        const body = method === "POST" ? new URLSearchParams(ines) : null;
        const answered = await fetch(url, { method, body, redirect: "manual" });
        expect([answered.status, answered.headers.get("location")]).toEqual([400, null]);
        expect(await answered.text()).toContain("Login failed");
      }
    }
  });

  it("is rejected without a hashed challenge and for any response type but a code", async () => {
    for (const [name, value, error] of [
      ["code_challenge_method", "plain", "invalid_request"],
      ["code_challenge", "short", "invalid_request"],
      ["response_type", "token", "unsupported_response_type"],
    ] as const) {
      const url = await request();
      url.searchParams.set(name, value);
      const { headers } = await openBrowser().requestOnce(url);
      const { pathname, searchParams } = new URL(headers.get("location") ?? "");
      expect(pathname).toBe("/api/v1/user/social/sandbox/callback");
      expect(Object.fromEntries(searchParams)).toEqual({
        error,
        state: url.searchParams.get("state"),
        iss: `${program.url}/sandbox/streaming`,
      });
    }
  });
});

describe("a code of the sandbox", () => {
  it("is exchanged for one access token, which identifies the user", { retry: 0 }, async () => {
    const code = await codeFor();
    const both = await Promise.all([exchange(code), exchange(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = both.find(({ status }) => status === 200) ?? { body: {} };
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 300 });
    expect((await profile(body.access_token)).body).toEqual({
      sub: "ines-falk",
      name: "Ines Falk",
      email: "ines-falk@streaming.example",
      email_verified: true,
    });
    expect(await exchange(code)).toEqual({ status: 400, body: { error: "invalid_grant" } });
  });

  it.each([
    [{ code_verifier: "w".repeat(43) }, 400, "invalid_grant"],
    [{ code_verifier: "" }, 400, "invalid_grant"],
    [{ redirect_uri: "https://elsewhere.example/" }, 400, "invalid_grant"],
    [{ grant_type: "password" }, 400, "unsupported_grant_type"],
    [{ client_id: "another" }, 401, "invalid_client"],
    [{ client_secret: "guessed" }, 401, "invalid_client"],
  ])("is rejected with %o", async (input, status, error) => {
    expect(await exchange(await codeFor(), input)).toEqual({ status, body: { error } });
  });

  it("expires after a minute, and an access token after five", async () => {
    const [early, late] = [await codeFor(), await codeFor()];
    program.context.clock.move(59);
    const { body } = await exchange(early);
    program.context.clock.move(2);
    expect((await exchange(late)).body).toEqual({ error: "invalid_grant" });
    program.context.clock.move(299);
    expect((await profile(body.access_token)).status).toBe(401);
  });

  it("cannot be forged, nor can an access token", async () => {
    const code = await codeFor();
    const altered = `${code.slice(0, -4)}${code.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
    for (const other of ["", "x", "A".repeat(400), altered])
      expect((await exchange(other)).body).toEqual({ error: "invalid_grant" });
    for (const other of [code, "x", "A".repeat(400)]) expect((await profile(other)).status).toBe(401);
  });
});

describe("the sandbox in production", () => {
  const environment = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://music.example",
    SMTP_URL: "outbox",
    EMBEDDED_DATABASE: "1",
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };

  it("is disabled by default", async () => {
    const production = await startListening(await reserveAddress(), environment);
    try {
      const requestAsUser = async (path: string, init?: RequestInit) =>
        (await fetch(`${production.url}/${path}`, init)).status;
      const post = { method: "POST", body: "" };
      for (const path of ["authorize", "token", "me"]) {
        expect(await requestAsUser(`sandbox/streaming/${path}`)).toBe(404);
        expect(await requestAsUser(`sandbox/streaming/${path}`, post)).toBe(
          await requestAsUser("no/such/page", post),
        );
      }
      expect((await production.call("GET", "user/social")).json.body.data).toEqual([]);
      const { url } = await openBrowser().open(`${production.url}/api/v1/user/social/sandbox/auth`);
      expect(url.search).toBe("?error=Invalid+social+login+selected");
    } finally {
      await production.close();
    }
  });

  it("is enabled if it is configured", async () => {
    const production = await startListening(await reserveAddress(), { ...environment, SOCIAL_SANDBOX: "1" });
    try {
      expect((await production.call("GET", "user/social")).json.body.data).toEqual(["SANDBOX"]);
    } finally {
      await production.close();
    }
  });
});
