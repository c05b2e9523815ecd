import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, password } from "../../../testing/fixtures/people.ts";

const hour = 60 * 60;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

let count = 0;

/** Signs up and returns the link of the email with the secret of the browser. */
async function signUp(body: Record<string, unknown> = {}) {
  const email = `first${++count}@wrapsody.example`;
  const payload = { email, name: "Ottilie Brandt", pw: password, pwconfirm: password, ...body };
  const { status, json } = await people.call("POST", "user", { payload });
  await people.runDueJobs();
  const link = people.listLinks("/claim/", email).at(-1);
  return { email, status, json, secret: json.body?.secret as string, link };
}

type SignUp = Awaited<ReturnType<typeof signUp>>;

async function signUpAndClaim(): Promise<SignUp & { id: string; code: string }> {
  const signedUp = await signUp();
  const link = signedUp.link ?? new URL("http://none/");
  expect((await people.openClaim(link)).status).toBe(200);
  const [, , id = "", code = ""] = link.pathname.split("/");
  return { ...signedUp, id, code };
}

const logInFirst = (
  { id, code, secret }: { id: string; code: string; secret: string },
  headers: Record<string, string> = {},
) => people.call("POST", `user/${id}/claim/${code}/session`, { payload: { secret }, headers });

describe("the first login", () => {
  it("needs the emailed link and the secret of the browser that signed up, and no password", async () => {
    const claimed = await signUpAndClaim();
    const { status, json } = await logInFirst(claimed);
    expect([status, json.body.user.email, json.body.first_login]).toEqual([200, claimed.email, true]);
    const payload = { username: claimed.email, password };
    expect((await people.call("POST", "auth", { payload })).json.body.first_login).toBe(false);
    expect((await people.call("GET", "me", bearer(json.body.token))).json.body.id).toBe(claimed.id);
    expect(await people.events(claimed.id)).toContainEqual({
      kind: "logged-in",
      detail: { by: "sign-up" },
    });
  });

  it("fails in other browsers, for other links and before the link was opened", async () => {
    const [claimed, other, unopened] = [await signUpAndClaim(), await signUpAndClaim(), await signUp()];
    const [, , id = "", code = ""] = unopened.link?.pathname.split("/") ?? [];
    for (const attempt of [
      { ...claimed, secret: other.secret },
      { ...claimed, code: other.code },
      { ...claimed, code: other.code, secret: other.secret },
      { ...claimed, secret: "secret" },
      { ...claimed, id: "me" },
      { id, code, secret: unopened.secret },
    ]) {
      const { status, json } = await logInFirst(attempt);
      expect([status, json.code]).toEqual([400, "E0020"]);
    }
    const empty = await logInFirst({ ...claimed, secret: "" });
    expect(empty.json.errors).toEqual([{ field: "secret", message: "Required" }]);
  });

  it("works once, also at the same instant", { retry: 0 }, async () => {
    const claimed = await signUpAndClaim();
    const answers = await Promise.all([logInFirst(claimed), logInFirst(claimed), logInFirst(claimed)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await logInFirst(claimed)).json.code).toBe("E0020");
  });

  it("is only the first: a login with the password, or an hour, ends it", async () => {
    const [claimed, late] = [await signUpAndClaim(), await signUpAndClaim()];
    await people.logIn(claimed.email, password);
    expect((await logInFirst(claimed)).json.code).toBe("E0020");
    await sql`
      update account_claim set claimed_at = claimed_at - make_interval(secs => ${hour + 1})
      where account_id = ${late.id}`.execute(people.context.db);
    expect((await logInFirst(late)).json.code).toBe("E0020");
  });

  it("ends the session that the browser had", async () => {
    const [person, claimed] = [await people.join(), await signUpAndClaim()];
    expect((await logInFirst(claimed, bearer(person.token).headers)).status).toBe(200);
    expect((await people.call("GET", "me", bearer(person.token))).status).toBe(401);
  });
});

describe("the page that a sign-up returns to", () => {
  it("is part of the emailed link", async () => {
    const to = "/experiences/tide-pool/participate?c=1&i=%2F";
    const { link } = await signUp({ return_to: to });
    expect(link?.searchParams.get("to")).toBe(to);
    expect((await signUp()).link?.search).toBe("");
  });

  it.each([
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "/wraps\\..",
    "https://elsewhere.example",
    "javascript:alert(1)",
    "wraps",
    "",
    `/${"w".repeat(1000)}`,
  ])("is a path of this site: %j is not", async (to) => {
    const { status, json } = await signUp({ return_to: to });
    expect([status, json.errors]).toEqual([
      400,
      [{ field: "return_to", message: "Enter a path of this site." }],
    ]);
  });
});
