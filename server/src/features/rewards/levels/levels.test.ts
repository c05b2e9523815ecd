import { levelProblems, rewardTexts } from "@wrapsody/shared/rewards/reward-levels.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

type Standing = { state?: string; isPublic?: boolean };

/** Adds an experience of a song, by default a private draft. Started ones have a contract. */
async function addCampaign(song: number, { state = "DRAFT", isPublic = false }: Standing = {}) {
  const contract = state === "DRAFT" ? null : `0x${"ab".repeat(20)}`;
  const { rows } = await sql<{ id: number }>`
    insert into campaign (pretty_id, song_id, name, type, network, state, is_active, is_public_mintable, contract_address)
    values (gen_random_uuid(), ${song}, 'Tide Tables', 'FIXED_IMAGE', 'LINEA', ${state}, ${state === "ACTIVE"}, ${isPublic}, ${contract})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Creates a public wrap of a new publisher, with an experience. */
async function publish(standing: Standing = {}) {
  const owner = await people.join();
  const song = await addSong(db, { artist: `Artist of ${owner.id}` });
  await sql`update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
    db,
  );
  return { owner, song, campaign: await addCampaign(song, standing) };
}

const ticket = {
  name: "A seat by the window",
  description: "One ticket for a concert of your choice",
  reward_points_earned: 40,
  reward_type: "TICKET",
  details: "We write to you.",
};

const addLevel = (song: number | string, person: Person | undefined, payload: object, key?: string) =>
  people.call("POST", `song/${song}/reward`, {
    payload,
    headers: {
      ...(person === undefined ? {} : bearer(person.token).headers),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
  });

const remove = (song: number | string, level: number | string, person?: Person) =>
  people.call("DELETE", `song/${song}/reward/${level}`, person === undefined ? {} : bearer(person.token));

async function levelsOf(song: number) {
  const { json } = await people.call("GET", `song/${song}?detail=true`);
  return json.body.rewards;
}

describe("a reward level", () => {
  it("is added by the wrap's owner and shown on its page, without its claim-only content", async () => {
    const { owner, song } = await publish();
    const { status, json } = await addLevel(song, owner, ticket);
    const { details, ...publicTicket } = ticket;
    const level = {
      ...publicTicket,
      id: expect.any(Number),
      instructions: {},
      alt_id: null,
      stock_left: null,
    };
    expect({ status, body: json.body }).toEqual({ status: 200, body: level });
    const page = await people.call("GET", `song/${song}?detail=true`);
    expect(page.json.body.rewards).toEqual([level]);
    expect(JSON.stringify(page.json)).not.toContain(details);
    const { rows } = await sql`select details from reward where song_id = ${song}`.execute(db);
    expect(rows).toEqual([{ details }]);
  });

  it("that opens an experience names one of the same wrap", async () => {
    const { owner, song, campaign } = await publish();
    const other = await publish();
    const access = { ...ticket, reward_type: "DAPP_ACCESS" };
    const { json } = await addLevel(song, owner, { ...access, alt_id: campaign });
    expect(json.body).toMatchObject({ instructions: { dapp_id: campaign }, alt_id: campaign });
    const refused = { code: "E0007", errors: [{ field: "alt_id", message: rewardTexts.noDapp }] };
    for (const alt_id of [undefined, null, other.campaign, 999_999, 2 ** 40])
      expect((await addLevel(song, owner, { ...access, alt_id })).json).toMatchObject(refused);
    await sql`update campaign set deleted_at = now() where id = ${campaign}`.execute(db);
    expect((await addLevel(song, owner, { ...access, alt_id: campaign })).json).toMatchObject(refused);
    expect(await levelsOf(song)).toHaveLength(1);
  });

  it("cannot open one that is over or open to everyone, and the response contains the reason", async () => {
    const refused = async (standing: Standing) => {
      const { owner, song, campaign } = await publish(standing);
      const access = { ...ticket, reward_type: "DAPP_ACCESS", alt_id: campaign };
      const { status, json } = await addLevel(song, owner, access);
      return { status, errors: json.errors };
    };
    const field = "alt_id";
    const over = { status: 400, errors: [{ field, message: levelProblems.over }] };
    const open = { status: 400, errors: [{ field, message: levelProblems.open }] };
    expect(await refused({ state: "COMPLETED" })).toEqual(over);
    expect(await refused({ state: "ACTIVE", isPublic: true })).toEqual(open);
    expect(await refused({ isPublic: true })).toEqual(open);
    expect((await refused({ state: "ACTIVE" })).status).toBe(200);
  });

  it("is deleted with the experience that it opens, but existing claims stay", async () => {
    const { owner, song, campaign } = await publish();
    const access = { ...ticket, reward_type: "DAPP_ACCESS", alt_id: campaign };
    const [opens, needs] = [
      (await addLevel(song, owner, access)).json.body.id,
      (await addLevel(song, owner, { ...access, reward_type: "WRAPPED_MP3" })).json.body.id,
    ];
    const other = (await addLevel(song, owner, ticket)).json.body.id;
    const fan = await people.join();
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      values (${opens}, ${song}, ${fan.id}, 40, 'FULFILLED', now(), now())`.execute(db);
    const stranger = await people.join();
    expect((await people.call("DELETE", `drop/${campaign}`, bearer(stranger.token))).json.code).toBe("E0001");
    expect((await levelsOf(song)).map(({ id }: { id: number }) => id).sort()).toEqual(
      [opens, needs, other].sort(),
    );
    expect((await people.call("DELETE", `drop/${campaign}`, bearer(owner.token))).status).toBe(200);
    expect((await levelsOf(song)).map(({ id }: { id: number }) => id)).toEqual([other]);
    expect((await people.call("GET", "my/claims", bearer(fan.token))).json.body.total).toBe(1);
  });

  it("is not added to an experience that is deleted concurrently", { retry: 0 }, async () => {
    const { owner, song, campaign } = await publish();
    const access = { ...ticket, reward_type: "DAPP_ACCESS", alt_id: campaign };
    await Promise.all([
      addLevel(song, owner, access),
      people.call("DELETE", `drop/${campaign}`, bearer(owner.token)),
      addLevel(song, owner, access),
    ]);
    expect(await levelsOf(song)).toEqual([]);
  });

  it("of another kind opens no experience, whatever was selected before", async () => {
    const { owner, song, campaign } = await publish();
    const { json } = await addLevel(song, owner, { ...ticket, alt_id: campaign });
    expect(json.body).toMatchObject({ instructions: {}, alt_id: null, stock_left: null });
  });

  it("needs a name, a description and points, and reports each on its field", async () => {
    const { owner, song } = await publish();
    const messages = async (payload: object) => {
      const { status, json } = await addLevel(song, owner, payload);
      return [
        status,
        ...(json.errors ?? []).map(({ field, message }: Record<string, string>) => [field, message]),
      ];
    };
    const missing = rewardTexts.incomplete;
    expect(await messages({ reward_type: "TICKET" })).toEqual([
      400,
      ["name", missing],
      ["description", missing],
      ["reward_points_earned", missing],
    ]);
    const wrong = { ...ticket, name: "  ", description: "", reward_points_earned: 0 };
    expect(await messages(wrong)).toHaveLength(4);
    for (const reward_points_earned of [-1, 1.5, 1_000_001, "many"])
      expect((await messages({ ...ticket, reward_points_earned }))[0]).toBe(400);
    expect((await messages({ ...ticket, reward_type: "YACHT" }))[0]).toBe(400);
    expect(await levelsOf(song)).toEqual([]);
  });

  it("can be added and deleted only by the owner", async () => {
    const { owner, song } = await publish();
    const stranger = await people.join();
    expect((await addLevel(song, undefined, ticket)).json.code).toBe("E0002");
    expect((await addLevel(song, stranger, ticket)).json.code).toBe("E0001");
    expect((await addLevel("no-such-wrap", owner, ticket)).json.code).toBe("E0001");
    const { json } = await addLevel(song, owner, ticket);
    expect((await remove(song, json.body.id)).json.code).toBe("E0002");
    expect((await remove(song, json.body.id, stranger)).json.code).toBe("E0001");
    const other = await publish();
    expect((await remove(other.song, json.body.id, other.owner)).json.code).toBe("E0001");
    expect(await levelsOf(song)).toHaveLength(1);
  });

  it("is not added to a deleted wrap", async () => {
    const { owner, song } = await publish();
    const { json } = await addLevel(song, owner, ticket);
    await sql`update song set status = 'DELETED' where id = ${song}`.execute(db);
    expect((await addLevel(song, owner, ticket)).json.code).toBe("E0001");
    expect((await remove(song, json.body.id, owner)).json.code).toBe("E0001");
  });

  it("is added once by a repeated call with the same idempotency key, even concurrently", {
    retry: 0,
  }, async () => {
    const { owner, song } = await publish();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => addLevel(song, owner, ticket, "press-1")),
    );
    expect(new Set(answers.map(({ json }) => json.body.id)).size).toBe(1);
    expect(await levelsOf(song)).toHaveLength(1);
    expect((await addLevel(song, owner, { ...ticket, name: "Another" }, "press-1")).json.code).toBe("E0029");
    expect((await addLevel(song, owner, ticket, "press-2")).status).toBe(200);
  });

  it("is deleted once: the second call returns 404, even concurrently", { retry: 0 }, async () => {
    const { owner, song } = await publish();
    const { json } = await addLevel(song, owner, ticket);
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove(song, json.body.id, owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect((await remove(song, json.body.id, owner)).status).toBe(404);
    for (const level of ["x", "0", "99999999999999999999"])
      expect((await remove(song, level, owner)).status).toBe(404);
    expect(await levelsOf(song)).toEqual([]);
  });

  it("is limited to 50 per wrap, even if all are added concurrently", { retry: 0 }, async () => {
    const { owner, song } = await publish();
    await sql`
      insert into reward (song_id, name, description, reward_points_earned, reward_type)
      select ${song}, 'Level ' || n, 'More', n, 'CREDIT' from generate_series(1, 47) n`.execute(db);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => addLevel(song, owner, ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ json }) => json.code === "E0027")).toHaveLength(3);
    expect(await levelsOf(song)).toHaveLength(50);
  });
});

describe("a level with limited stock", () => {
  it("shows how many are left", async () => {
    const { owner, song } = await publish();
    const { json } = await addLevel(song, owner, { ...ticket, stock: 25 });
    expect(json.body.stock_left).toBe(25);
    const [level] = await levelsOf(song);
    expect(level.stock_left).toBe(25);
    const none = await addLevel(song, owner, { ...ticket, stock: 0 });
    expect(none.json).toMatchObject({ code: "E0007", errors: [{ field: "stock" }] });
  });

  it("that gives the song as a file can name the experience whose token it requires", async () => {
    const [{ owner, song, campaign }, other] = [await publish(), await publish()];
    const file = { ...ticket, reward_type: "WRAPPED_MP3" };
    expect((await addLevel(song, owner, { ...file, alt_id: campaign })).json.body).toMatchObject({
      alt_id: campaign,
      instructions: { dapp_id: campaign },
    });
    expect((await addLevel(song, owner, file)).json.body.alt_id).toBeNull();
    const foreign = await addLevel(song, owner, { ...file, alt_id: other.campaign });
    expect(foreign.json).toMatchObject({ code: "E0007", errors: [{ field: "alt_id" }] });
  });
});

describe("a level that gives the song as a file", () => {
  const file = { ...ticket, reward_type: "WRAPPED_MP3" };

  it("is rejected while the wrap has no token and no experience that could mint one", async () => {
    const { owner, song, campaign } = await publish();
    const refused = { code: "E0007", errors: [{ field: "alt_id", message: levelProblems.noToken }] };
    await sql`update campaign set deleted_at = now() where id = ${campaign}`.execute(db);
    expect((await addLevel(song, owner, file)).json).toMatchObject(refused);
    // A token that is still being minted does not count.
    await sql`update song set nft_hash = '0x1', nft_network = 'LINEA' where id = ${song}`.execute(db);
    expect((await addLevel(song, owner, file)).json).toMatchObject(refused);
    await sql`
      update song set nft_confirmed = true, nft_id = '1', contract_address = ${`0x${"cd".repeat(20)}`} where id = ${song}`.execute(
      db,
    );
    expect((await addLevel(song, owner, file)).status).toBe(200);
    // On an unreachable chain the ownership of a token could not be proven.
    expect((await standings(song))[0]).toMatchObject({ experiences: [], wnft: false, is_available: false });
    const { evm } = people.context;
    const linea = { name: "LINEA", chainId: 59_144, rpcUrl: "http://127.0.0.1:1", confirmations: 1 };
    people.context.evm = { ...evm, networks: new Map([["LINEA", linea]]) };
    expect((await standings(song))[0]).toMatchObject({ experiences: [], wnft: true, is_available: true });
    people.context.evm = evm;
  });
});

async function standings(song: number | string, person?: Person) {
  const { json } = await people.call("GET", `song/${song}/reward`, person && bearer(person.token));
  return json.body;
}

describe("a level's target", () => {
  const access = { ...ticket, reward_type: "DAPP_ACCESS" };

  it("is shown to everyone in its current state", async () => {
    const { owner, song, campaign } = await publish({ state: "ACTIVE" });
    const { json } = await addLevel(song, owner, { ...access, alt_id: campaign });
    const [before] = await standings(song);
    expect(before).toEqual({
      id: json.body.id,
      is_available: true,
      questions: [],
      stock_left: null,
      wnft: false,
      details: null,
      experiences: [
        {
          id: campaign,
          pretty_id: expect.any(String),
          name: "Tide Tables",
          state: "OPEN",
          is_shown: true,
          is_joined: false,
        },
      ],
    });
    const now = async () => {
      const [{ is_available, experiences }] = await standings(song);
      return [is_available, experiences[0].state];
    };
    await sql`update campaign set max_nfts = 3, taken = 3 where id = ${campaign}`.execute(db);
    expect(await now()).toEqual([false, "FULL"]);
    await sql`update campaign set is_public_mintable = true where id = ${campaign}`.execute(db);
    expect(await now()).toEqual([false, "PUBLIC"]);
    await sql`update campaign set state = 'DRAFT', is_public_mintable = false where id = ${campaign}`.execute(
      db,
    );
    expect(await now()).toEqual([false, "UPCOMING"]);
    await sql`update campaign set state = 'COMPLETED' where id = ${campaign}`.execute(db);
    expect(await now()).toEqual([false, "OVER"]);
  });

  it("that has no public page is named only to its participants and the wrap's owner", async () => {
    const { owner, song, campaign } = await publish({ state: "ACTIVE" });
    await addLevel(song, owner, { ...ticket, reward_type: "WRAPPED_MP3" });
    await sql`update campaign set contract_address = null, is_active = false, promo_image_id = null where id = ${campaign}`.execute(
      db,
    );
    const [fan, stranger] = [await people.join(), await people.join()];
    await sql`
      insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at)
      values (${`order-${fan.id}`}, '', ${campaign}, ${fan.id}::uuid, '0xcd', 'FULFILLED', 0, now())`.execute(
      db,
    );
    const named = async (person?: Person) =>
      (await standings(song, person))[0].experiences.map(
        ({ id, is_joined }: { id: number; is_joined: boolean }) => [id, is_joined],
      );
    expect(await named()).toEqual([]);
    expect(await named(stranger)).toEqual([]);
    expect(await named(fan)).toEqual([[campaign, true]]);
    expect(await named(owner)).toEqual([[campaign, false]]);
  });

  it("is shown to the wrap's owner with the claim-only text, in every state of the wrap", async () => {
    const { owner, song } = await publish();
    await addLevel(song, owner, { ...ticket, stock: 2 });
    const other = await people.join();
    expect((await standings(song, other))[0].details).toBeNull();
    expect((await standings(song, owner))[0]).toMatchObject({ details: ticket.details, stock_left: 2 });
    await sql`update song set status = 'HIDDEN' where id = ${song}`.execute(db);
    expect((await standings(song, owner))[0]).toMatchObject({ details: ticket.details });
    for (const person of [undefined, other])
      expect((await people.call("GET", `song/${song}/reward`, person && bearer(person.token))).status).toBe(
        404,
      );
    expect((await people.call("GET", "song/no-such-wrap/reward")).status).toBe(404);
  });

  it("is hidden for a level that is out of stock", async () => {
    const { owner, song } = await publish();
    const { json } = await addLevel(song, owner, { ...ticket, stock: 1 });
    await sql`update reward set claimed = 1 where id = ${json.body.id}`.execute(db);
    expect((await standings(song))[0]).toMatchObject({ is_available: false, stock_left: 0 });
  });
});
