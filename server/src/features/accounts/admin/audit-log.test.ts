import type { AuditEntry } from "@wrapsody/shared/accounts/account-admin.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

let people: People;
let admin: Person;
let other: Person;

beforeAll(async () => {
  people = await openPeople();
  [admin, other] = [await people.join(), await people.join()];
  const { db } = people.context;
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(db);
  await sql`update account set name = 'Aud Fjelstad' where id = ${other.id}`.execute(db);
  people.context.clock.move(60);
  await people.call("PATCH", `admin/user/${other.id}`, {
    ...bearer(admin.token),
    payload: { may_import: true },
  });
});
afterAll(() => people.close());

async function readAuditLog(query: string): Promise<{ data: AuditEntry[]; total: number }> {
  const { json, status } = await people.call("GET", `admin/audit?${query}`, bearer(admin.token));
  expect(status).toBe(200);
  return json.body;
}
const kinds = ({ data }: { data: AuditEntry[] }) => data.map(({ kind }) => kind);

describe("the audit log", () => {
  it("lists the latest event first, with the account and the actor", async () => {
    const { data, total } = await readAuditLog("");
    expect(total).toBe(3);
    expect(kinds({ data })).toEqual(["import-invited", "logged-in", "logged-in"]);
    expect(data[0]).toMatchObject({
      account: { id: other.id, name: "Aud Fjelstad", email: other.email },
      detail: { by: admin.id, by_name: "Ottilie Brandt" },
    });
  });

  it("names the objects of events as they are named now, and their pages unless they are deleted", async () => {
    const { db } = people.context;
    const [kept, gone] = [await addSong(db, { name: "Marbled" }), await addSong(db, { status: "DELETED" })];
    for (const song of [kept, gone, 999_999])
      await sql`insert into security_event (account_id, kind, network, user_agent, at, detail)
        values (${other.id}, 'wrap-created', '', '', ${people.context.clock.now()}, ${{ song }}::jsonb)`.execute(
        db,
      );
    const { data } = await readAuditLog("kind==wrap-created&sortDir=ASC");
    expect(data.map(({ object }) => object)).toEqual([
      { name: "Marbled", path: `/admin/review/${kept}` },
      { name: "Salt Meridian", path: null },
      null,
    ]);
    await sql`delete from security_event where kind = 'wrap-created'`.execute(db);
  });

  it("names the browser and system of an event, and neither for a program", async () => {
    const agents = ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "node"];
    for (const agent of agents)
      await sql`insert into security_event (account_id, kind, network, user_agent, at)
        values (${other.id}, 'data-exported', '', ${agent}, ${people.context.clock.now()})`.execute(
        people.context.db,
      );
    const { data } = await readAuditLog("kind==data-exported&sortDir=ASC");
    expect(data.map(({ browser, system }) => [browser, system])).toEqual([
      ["Firefox 140", "Linux"],
      [null, null],
    ]);
    await sql`delete from security_event where kind = 'data-exported'`.execute(people.context.db);
  });

  it("is filtered by kind, account and time", async () => {
    expect(kinds(await readAuditLog("kind==import-invited"))).toEqual(["import-invited"]);
    expect(kinds(await readAuditLog("kind~~logged"))).toEqual(["logged-in", "logged-in"]);
    expect(kinds(await readAuditLog(`account_id==${other.id}`))).toEqual(["import-invited", "logged-in"]);
    expect(kinds(await readAuditLog(`account_id==${other.id}&kind!=logged-in`))).toEqual(["import-invited"]);
    const moved = new Date(people.context.clock.now().getTime() - 30_000).toISOString();
    expect(kinds(await readAuditLog(`created_at>=${encodeURIComponent(moved)}`))).toEqual(["import-invited"]);
    expect(kinds(await readAuditLog("sortDir=ASC&limit=1&offset=2"))).toEqual(["import-invited"]);
  });

  it("returns an empty page for an unknown account and rejects unknown filters", async () => {
    for (const query of ["account_id==7", "account_id~~x", "kind==%25", "kind~~%25x", "kind~~_"]) {
      const { data, total } = await readAuditLog(query);
      expect([query, total, data.length]).toEqual([
        query,
        query === "kind~~_" ? 3 : 0,
        query === "kind~~_" ? 3 : 0,
      ]);
    }
    for (const query of ["network==x", "created_at==soon", "sortKey=kind"])
      expect((await people.call("GET", `admin/audit?${query}`, bearer(admin.token))).status).toBe(400);
  });

  it("keeps the events of a deleted account without its identity", async () => {
    const before = (await readAuditLog("kind==account-deleted")).total;
    const gone = await people.join();
    const { status } = await people.call("DELETE", "me", {
      ...bearer(gone.token),
      payload: { password: "window seat please" },
    });
    expect(status).toBe(200);
    const { data, total } = await readAuditLog("kind==account-deleted");
    expect(total).toBe(before + 1);
    for (const event of data)
      expect(event).toMatchObject({ account: null, network: "", user_agent: "", detail: {} });
  });
});
