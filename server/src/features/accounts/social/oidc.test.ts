import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../platform/config/config.ts";
import { sql } from "../../../platform/database/database.ts";
import { openBrowser } from "../../../testing/http/browser.ts";
import {
  failed,
  newPerson,
  openSocialProgram,
  pathIn,
  type SocialProgram,
} from "../../../testing/http/social-program.ts";

let social: SocialProgram;

beforeAll(async () => {
  social = await openSocialProgram();
});
afterAll(() => social.close());
afterEach(() => social.clearFaults());

async function addVerifiedAccount(email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, verified_at) values (${email}, 'Ottilie Brandt', now()) returning id`.execute(
    social.program.context.db,
  );
  return rows[0]?.id ?? "";
}

describe("logging in with the operator's OpenID Connect provider", () => {
  it("fails while the provider's metadata cannot be read, and works as soon as it can", async () => {
    // The metadata is kept once it was read.
    const fresh = await openSocialProgram();
    fresh.services.oidc.fault = "discovery fails";
    expect(pathIn(await openBrowser().open(fresh.authUrl("oidc")))).toBe(failed);
    fresh.clearFaults();
    expect((await fresh.logIn("oidc", newPerson())).status).toBe(200);
    await fresh.close();
  });

  it("requests name and address, and binds the code by PKCE and a nonce", async () => {
    const response = await openBrowser().requestOnce(social.authUrl("oidc"));
    const { origin, pathname, searchParams } = new URL(response.headers.get("location") ?? "");
    expect([origin, pathname]).toEqual([social.services.oidc.url, "/auth"]);
    const challenge = expect.stringMatching(/^[\w-]{43}$/);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: "example.wrapsody",
      scope: "openid profile email",
      redirect_uri: `${social.program.url}/api/v1/user/social/oidc/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: challenge,
      code_challenge_method: "S256",
      code_challenge: challenge,
    });
  });

  it("creates an account with the verified address and name, and finds it again under its issuer", async () => {
    const person = newPerson({ verified: true });
    const first = await social.logIn("oidc", person);
    expect(first.json.body.user).toMatchObject({ email: person.email, name: "Odile Marchetti" });
    const secondLogin = await social.logIn("oidc", {
      id: person.id,
      email: "another@mail.example",
      verified: true,
    });
    expect(secondLogin.json.body.user.id).toBe(first.json.body.user.id);
    const { rows } = await sql`
      select network, subject from social_login where account_id = ${first.json.body.user.id}`.execute(
      social.program.context.db,
    );
    expect(rows).toEqual([{ network: "OIDC", subject: `${social.services.oidc.url}#${person.id}` }]);
  });

  it("opens the account that has confirmed the address only if the provider has verified it", async () => {
    const person = newPerson({ verified: true });
    const id = await addVerifiedAccount(person.email ?? "");
    expect((await social.logIn("oidc", person)).json.body.user.id).toBe(id);
    const stranger = newPerson({ verified: false });
    const other = await addVerifiedAccount(stranger.email ?? "");
    const { user } = (await social.logIn("oidc", stranger)).json.body;
    expect([user.id === other, user.email]).toEqual([false, null]);
  });

  it.each(["token endpoint fails", "profile fails", "nonce of another"] as const)(
    "creates nothing if the %s",
    async (fault) => {
      const accounts = async () =>
        (await sql`select from account`.execute(social.program.context.db)).rows.length;
      const before = await accounts();
      social.services.oidc.fault = fault;
      expect(pathIn(await social.authorize("oidc", newPerson()))).toBe(failed);
      expect(await accounts()).toBe(before);
    },
  );

  it("returns to the login page if the person refuses", async () => {
    expect(pathIn(await social.authorize("oidc", undefined))).toBe(failed);
  });
});

describe("the settings of the provider", () => {
  const set = (variables: Record<string, string>) => readConfig({ ...variables }).social.oidc;
  const credentials = { OIDC_CLIENT_ID: "site", OIDC_CLIENT_SECRET: "secret" };

  it("keep the issuer as it is, and name it by its host by default", () => {
    expect(set({ OIDC_ISSUER: "https://login.example/realms/music/", ...credentials })).toEqual({
      issuer: "https://login.example/realms/music/",
      clientId: "site",
      clientSecret: "secret",
      name: "login.example",
    });
    expect(set({})).toBeUndefined();
  });

  it.each([
    [{ OIDC_ISSUER: "https://login.example" }, "OIDC_CLIENT_ID: required when OIDC_ISSUER is set"],
    [{ OIDC_ISSUER: "http://login.example", ...credentials }, "OIDC_ISSUER: must start with https://"],
    [
      { OIDC_ISSUER: "https://login.example/?tenant=1", ...credentials },
      "OIDC_ISSUER: must have no query and no fragment",
    ],
    [{ OIDC_ISSUER: "login", ...credentials }, "OIDC_ISSUER: must be a URL such as"],
  ])("are refused by name: %j", (variables, message) => {
    expect(() => set(variables)).toThrow(message);
  });
});
