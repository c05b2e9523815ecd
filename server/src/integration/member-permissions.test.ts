import { type MemberRole, memberRoles } from "@wrapsody/shared/accounts/accounts.ts";
import { findPermission, mayCall, permissions } from "@wrapsody/shared/accounts/permissions.ts";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "../features.ts";
import { sql } from "../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../testing/fixtures/people.ts";
import { pngFile } from "../testing/fixtures/studio.ts";
import { multipart } from "../testing/http/multipart.ts";

const callers = [...memberRoles, "removed", "stranger", "nobody"] as const;
type Caller = (typeof callers)[number];
type Headers = Record<string, string>;

/** Bodies of the calls whose permission depends on their body, with the least role for each. */
const bodies: Record<string, readonly { body: Record<string, unknown>; leastRole: MemberRole }[]> = {
  "POST my/songs/actions": [
    { body: { ids: [1], action: "SUBMIT" }, leastRole: "EDITOR" },
    { body: { ids: [1], action: "HIDE" }, leastRole: "EDITOR" },
    { body: { ids: [1], action: "TAG", tag: "folk" }, leastRole: "EDITOR" },
    { body: { ids: [1], action: "DELETE" }, leastRole: "OWNER" },
  ],
};

let people: People;
let account: Person;
let endpoints: Endpoint[];
const headers = {} as Record<Caller, Headers>;
const ids = {} as Record<Caller, string>;

beforeAll(async () => {
  people = await openPeople();
  endpoints = allRoutes(people.context).map(({ endpoint }) => endpoint);
  account = await people.join();
  for (const caller of callers) {
    const person = await people.join();
    ids[caller] = person.id;
    headers[caller] =
      caller === "nobody" ? {} : { ...bearer(person.token).headers, "x-wrap-account": account.id };
    if (caller === "nobody" || caller === "stranger") continue;
    const role = caller === "removed" ? "OWNER" : caller;
    await sql`
      insert into account_member (account_id, member_id, role, invited_at, accepted_at)
      values (${account.id}, ${person.id}, ${role}, now(), now())`.execute(people.context.db);
  }
  const removed = await people.call("DELETE", `my/member/${ids.removed}`, bearer(account.token));
  expect(removed.status).toBe(200);
});
afterAll(() => people.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const studioCalls = () => endpoints.filter((endpoint) => findPermission(endpoint) !== "PERSON");

async function send(endpoint: Endpoint, caller: Caller, body: Record<string, unknown>) {
  const path = endpoint.path.replace(/:\w+/g, "1");
  const payload = endpoint.method === "GET" ? {} : { payload: body };
  const { status, json } = await people.call(endpoint.method, path, { headers: headers[caller], ...payload });
  return { status, code: json.code as string | undefined };
}

/** Returns what is wrong with the response, undefined if it is as the role demands. */
function findFault(
  { access }: Endpoint,
  caller: Caller,
  isAllowed: (role: MemberRole) => boolean,
  { status, code }: { status: number; code: string | undefined },
): string | undefined {
  const got = `${caller} got ${status} ${code}`;
  if (caller === "nobody") return access === "optional" || code === "E0002" ? undefined : got;
  if (caller === "removed" || caller === "stranger") return code === "E0074" ? undefined : got;
  if (!isAllowed(caller)) return status === 403 && code === "E0075" ? undefined : got;
  return status < 500 && status !== 401 && code !== "E0074" && code !== "E0075" ? undefined : got;
}

describe("the permission table", () => {
  it("has a line for every call that knows its caller, and none for others", () => {
    const known = endpoints
      .filter(({ access, path }) => access !== "public" && !path.startsWith("admin/"))
      .map(nameOf);
    expect(Object.keys(permissions).toSorted()).toEqual(known.toSorted());
  });

  it("does not let the program start without a line for a route", () => {
    expect(findPermission({ method: "GET", path: "my/new", access: "session" })).toBeUndefined();
    expect(mayCall("OWNER", { method: "GET", path: "my/new", access: "session" })).toBe(false);
  });

  it("reserves money, keys, minting, deletion and members for owners, and changes nothing for readers", () => {
    const callsOf = (role: MemberRole) => studioCalls().filter((endpoint) => mayCall(role, endpoint));
    const readable = callsOf("READER");
    expect(readable.filter(({ method }) => method !== "GET")).toEqual([]);
    const editable = callsOf("EDITOR").map(nameOf);
    const reserved =
      /payout|invoice|billing|subscri|provider\/keys|webhook|member|\/mint$|mintBulk|contest|assignment/;
    expect(editable.filter((name) => reserved.test(name))).toEqual([]);
    for (const name of ["DELETE artist/:id", "DELETE song/:id", "DELETE drop/:id", "DELETE album/:id"])
      expect(editable).not.toContain(name);
  });
});

describe("every studio call", () => {
  it("is allowed to the roles of the table, and refused to others, removed members, strangers and callers without a session", async () => {
    const wrong: string[] = [];
    for (const endpoint of studioCalls()) {
      const name = nameOf(endpoint);
      const permission = findPermission(endpoint);
      const cases =
        typeof permission === "string"
          ? [{ body: {}, leastRole: permission as MemberRole }]
          : (bodies[name] ?? []);
      expect(cases, name).not.toEqual([]);
      for (const { body, leastRole } of cases) {
        const isAllowed = (role: MemberRole) => memberRoles.indexOf(role) >= memberRoles.indexOf(leastRole);
        for (const caller of callers) {
          const fault = findFault(endpoint, caller, isAllowed, await send(endpoint, caller, body));
          if (fault !== undefined) wrong.push(`${name}: ${fault}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("acts on the account, and never on what is the member's own", async () => {
    const form = (name: string) =>
      multipart({ name, description: "Writes on ferries.", image: pngFile() }, headers.EDITOR);
    await sql`delete from artist`.execute(people.context.db);
    const created = await people.call("POST", "artist", form("Salt Meridian"));
    expect(created.status).toBe(200);
    const { rows } = await sql<{ owner_id: string }>`select owner_id from artist`.execute(people.context.db);
    expect(rows).toEqual([{ owner_id: account.id }]);
    const list = async (caller: Headers) =>
      (await people.call("GET", "my/artists", { headers: caller })).json.body.total;
    const { "x-wrap-account": _, ...own } = headers.EDITOR;
    expect([await list(headers.READER), await list(own), await list(bearer(account.token).headers)]).toEqual([
      1, 0, 1,
    ]);
  });
});
