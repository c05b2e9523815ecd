import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";

let studio: Studio;
let owner: Person & { artist: number };
beforeAll(async () => {
  studio = await openStudio();
  owner = await studio.addPublisher({ name: "Halden Maar" });
});
afterAll(() => studio.close());

type Method = Parameters<Studio["call"]>[0];
const send = (person: Person, method: Method, path: string, payload?: object, headers: object = {}) =>
  studio.call(method, path, {
    headers: { ...bearer(person.token).headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const follow = (fan: Person, artist: number | string = owner.artist) =>
  send(fan, "PUT", `artist/${artist}/follow`);
const share = (fan: Person, shares_address: boolean, artist: number | string = owner.artist) =>
  send(fan, "PATCH", `artist/${artist}/follow`, { shares_address });
const counts = async (artist = owner) =>
  (await send(artist, "GET", `my/artist/${artist.artist}/followers`)).json.body;

async function readExport(artist = owner): Promise<string> {
  const { headers } = bearer(artist.token);
  const url = `/api/v1/my/artist/${artist.artist}/followers/export`;
  return (await studio.inject({ method: "GET", url, headers })).body;
}

describe("a fan", () => {
  it("follows an artist once, also at the same instant, and stops", { retry: 0 }, async () => {
    const fan = await studio.join();
    const before = await counts();
    const answers = await Promise.all([follow(fan), follow(fan), follow(fan, "halden-maar")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await counts()).followers).toBe(before.followers + 1);
    const listed = await send(fan, "GET", "my/follows");
    expect(listed.json.body).toMatchObject({
      total: 1,
      data: [{ shares_address: false, artist: { id: owner.artist, name: "Halden Maar" } }],
    });
    const stops = [1, 2].map(() => send(fan, "DELETE", `artist/${owner.artist}/follow`));
    for (const { json } of await Promise.all(stops))
      expect(json.body).toEqual({ following: false, shares_address: false });
    expect(await counts()).toEqual(before);
  });

  it("shares their address with one artist only, after saying so, until they revoke it or stop following", async () => {
    const [fan, silent] = [await studio.join(), await studio.join()];
    const other = await studio.addPublisher({ name: "Ilse Maar" });
    await Promise.all([follow(fan), follow(silent), follow(fan, other.artist)]);
    expect(await readExport()).toBe("email\r\n");
    expect((await share(fan, true)).json.body).toEqual({ following: true, shares_address: true });
    // Following again changes nothing.
    expect((await follow(fan)).json.body.shares_address).toBe(true);
    expect(await readExport()).toBe(`email\r\n${fan.email}\r\n`);
    expect(await readExport(other)).toBe("email\r\n");
    expect(await counts()).toMatchObject({ sharing: 1 });
    await share(fan, false);
    expect(await readExport()).toBe("email\r\n");
    await share(fan, true);
    await send(fan, "DELETE", `artist/${owner.artist}/follow`);
    await follow(fan);
    expect(await readExport()).toBe("email\r\n");
  });

  it("cannot share an address without following, nor follow what is not there", async () => {
    const fan = await studio.join();
    expect((await share(fan, true)).json.code).toBe("E0001");
    expect((await share(fan, true, "nobody")).json.code).toBe("E0001");
    expect((await follow(fan, "nobody")).json.code).toBe("E0001");
    const refused = await send(fan, "PATCH", `artist/${owner.artist}/follow`, { shares_address: "yes" });
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, "shares_address"]);
    for (const [method, path] of [
      ["GET", `artist/${owner.artist}/follow`],
      ["PUT", `artist/${owner.artist}/follow`],
      ["PATCH", `artist/${owner.artist}/follow`],
      ["DELETE", `artist/${owner.artist}/follow`],
      ["GET", "my/follows"],
      ["GET", `my/artist/${owner.artist}/followers`],
      ["GET", `my/artist/${owner.artist}/followers/export`],
    ] as const)
      expect((await studio.call(method, path)).json.code).toBe("E0002");
  });

  it("finds what is kept in their export, and takes it along when the account is deleted", async () => {
    const fan = await studio.join();
    await follow(fan);
    await share(fan, true);
    await send(fan, "PUT", "my/mails/followed", { choice: "WEEKLY" });
    const { json } = await send(fan, "GET", "my/data");
    expect(json.body.followers.follows).toMatchObject([
      { artist_id: owner.artist, artist: "Halden Maar", shares_address_since: expect.any(String) },
    ]);
    expect(json.body.accounts.follower_mail_choice).toMatchObject([{ choice: "WEEKLY" }]);
    const before = await counts();
    await send(fan, "DELETE", "me", { password: "window seat please", keep_artworks: false });
    expect(await counts()).toEqual({ followers: before.followers - 1, sharing: before.sharing - 1 });
    const { rows } = await sql`select from follower_mail_choice where account_id = ${fan.id}`.execute(
      studio.context.db,
    );
    expect(rows).toEqual([]);
  });
});

describe("an artist", () => {
  it("exports addresses that are confirmed, and none that a spreadsheet would evaluate", async () => {
    const artist = await studio.addPublisher({ name: "Exporting" });
    await sql`update account set email = id || '@wrapsody.example' where email like '=%'`.execute(
      studio.context.db,
    );
    const fans = [await studio.join(), await studio.join()];
    for (const fan of fans) {
      await follow(fan, artist.artist);
      await share(fan, true, artist.artist);
    }
    await sql`update account set email = '=1+1@wrapsody.example' where id = ${fans[0]?.id}`.execute(
      studio.context.db,
    );
    await sql`update account set verified_at = null where id = ${fans[1]?.id}`.execute(studio.context.db);
    expect(await readExport(artist)).toBe("email\r\n'=1+1@wrapsody.example\r\n");
  });

  it("does not see another's followers", async () => {
    const stranger = await studio.addPublisher({ name: "Stranger" });
    for (const path of ["followers", "followers/export"])
      expect((await send(stranger, "GET", `my/artist/${owner.artist}/${path}`)).json.code).toBe("E0001");
  });

  it("lets editors export addresses, and readers only see their number", async () => {
    const [editor, reader] = [await studio.join(), await studio.join()];
    for (const [member, role] of [
      [editor, "EDITOR"],
      [reader, "READER"],
    ] as const)
      await sql`
        insert into account_member (account_id, member_id, role, invited_at, accepted_at)
        values (${owner.id}, ${member.id}, ${role}, now(), now())`.execute(studio.context.db);
    const acting = { "x-wrap-account": owner.id };
    const read = (member: Person, path: string) =>
      send(member, "GET", `my/artist/${owner.artist}/${path}`, undefined, acting);
    expect((await read(editor, "followers/export")).status).toBe(200);
    expect((await read(reader, "followers")).status).toBe(200);
    expect((await read(reader, "followers/export")).json.code).toBe("E0075");
  });
});
