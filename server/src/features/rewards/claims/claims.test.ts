import { claimTexts } from "@wrapsody/shared/claims.ts";
import { mostCounted } from "@wrapsody/shared/page.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/people.ts";
import { addSong } from "../../../testing/songs.ts";
import { addEntry } from "../points/ledger.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

const ticket = {
  name: "A seat by the window",
  description: "One ticket for a concert of your choice",
  reward_points_earned: 40,
  reward_type: "TICKET",
  details: "Bring a friend.",
};

type Level = Partial<typeof ticket> & { stock?: number };

/** Creates a public wrap of a new publisher, with a level. */
async function offer({ stock, ...level }: Level = {}) {
  const owner = await people.join();
  const song = await addSong(db, { artist: `Artist of ${owner.id}` });
  await sql`update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into campaign (pretty_id, song_id, name, type, network, state, is_active, is_public_mintable, max_nfts, contract_address)
    values (gen_random_uuid(), ${song}, 'Tide Tables', 'FIXED_IMAGE', 'LINEA', 'ACTIVE', true, false, 3, ${`0x${"ab".repeat(20)}`})
    returning id`.execute(db);
  const campaign = rows[0]?.id ?? 0;
  const payload = {
    ...ticket,
    ...level,
    ...(level.reward_type === "DAPP_ACCESS" ? { alt_id: campaign } : {}),
  };
  const { json } = await people.call("POST", `song/${song}/reward`, { payload, ...bearer(owner.token) });
  const id: number = json.body.id;
  if (stock !== undefined) await sql`update reward set stock = ${stock} where id = ${id}`.execute(db);
  return { owner, song, campaign, level: id };
}
type Offer = Awaited<ReturnType<typeof offer>>;

let given = 0;
/** Gives a fan points for a song. */
async function give({ id: accountId }: Person, songId: number, points: number) {
  const entry = { accountId, songId, key: `listen ${given++}`, kind: "LISTEN", points } as const;
  await db.transaction().execute((tx) => addEntry(tx, { ...entry, now: people.context.clock.now() }));
}

async function fanWith(points: number, { song }: Offer): Promise<Person> {
  const fan = await people.join();
  if (points > 0) await give(fan, song, points);
  return fan;
}

const claim = ({ song, level }: { song: number | string; level: number | string }, who?: Person) =>
  people.call("POST", `song/${song}/reward/${level}`, who === undefined ? {} : bearer(who.token));

const move = (id: number, payload: object, who?: Person) =>
  people.call("PATCH", `claim/${id}`, { payload, ...(who === undefined ? {} : bearer(who.token)) });

async function pointsOf(fan: Person, song: number): Promise<number> {
  return (await people.call("GET", `my/rewards/${song}`, bearer(fan.token))).json.body;
}

async function claimsOf({ level }: Offer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reward_claim where reward_id = ${level}`.execute(db);
  return rows[0]?.count ?? 0;
}

describe("a reward", () => {
  it("is claimed for its points and reveals its claim-only content to the fan", async () => {
    const one = await offer();
    const fan = await fanWith(52, one);
    const { status, json } = await claim(one, fan);
    expect(status).toBe(200);
    expect(json.body).toMatchObject({
      state: "REQUESTED",
      points: 40,
      reason: null,
      reward: { id: one.level, name: ticket.name, details: ticket.details },
      song: { id: one.song },
    });
    expect(await pointsOf(fan, one.song)).toBe(12);
    const listed = await people.call("GET", "my/claims", bearer(fan.token));
    expect(listed.json.body).toEqual({ data: [json.body], total: 1 });
  });

  it("is announced to both sides by email, each in their language", async () => {
    const one = await offer();
    const fan = await fanWith(40, one);
    await sql`update account set language = 'es' where id = ${fan.id}`.execute(db);
    await claim(one, fan);
    await people.work();
    const [toFan] = people.mails.mails(fan.email);
    expect(toFan?.subject).toBe("Tu solicitud está hecha");
    expect(toFan?.text).toContain(ticket.details);
    const [toArtist] = people.mails.mails(one.owner.email);
    expect(toArtist?.subject).toBe("A fan has claimed a reward");
    expect(toArtist?.text).toContain("/my/claims");
  });

  it("is claimed once: a repeat returns the same claim and spends nothing", async () => {
    const one = await offer();
    const fan = await fanWith(90, one);
    const first = await claim(one, fan);
    const second = await claim(one, fan);
    expect(second.json).toEqual(first.json);
    expect(await pointsOf(fan, one.song)).toBe(50);
  });

  it("gives one claim and one debit for fifty concurrent calls", async () => {
    const one = await offer();
    const fan = await fanWith(85, one);
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(one, fan)));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await pointsOf(fan, one.song)).toBe(45);
    expect(await claimsOf(one)).toBe(1);
    await people.work();
    expect(people.mails.mails(fan.email)).toHaveLength(1);
  });

  it("cannot be claimed with one point missing", async () => {
    const one = await offer();
    const fan = await fanWith(39, one);
    const { status, json } = await claim(one, fan);
    expect({ status, code: json.code }).toEqual({ status: 409, code: "E0041" });
    expect(json.message).toBe("You don’t have enough points yet.");
    expect(await pointsOf(fan, one.song)).toBe(39);
  });

  it("needs a session", async () => {
    expect((await claim(await offer())).status).toBe(401);
  });

  it("with limited stock goes to that many fans, and the others keep their points", async () => {
    const one = await offer({ stock: 3 });
    const fans = await Promise.all(Array.from({ length: 10 }, () => fanWith(40, one)));
    const answers = await Promise.all(fans.map((fan) => claim(one, fan)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ json }) => json.code === "E0042")).toHaveLength(7);
    const points = await Promise.all(fans.map((fan) => pointsOf(fan, one.song)));
    expect(points.filter((left) => left === 40)).toHaveLength(7);
  });

  it("cannot be claimed after its deletion, but existing claims stay", async () => {
    const one = await offer();
    const [early, late] = [await fanWith(40, one), await fanWith(40, one)];
    await claim(one, early);
    await people.call("DELETE", `song/${one.song}/reward/${one.level}`, bearer(one.owner.token));
    expect((await claim(one, late)).json.code).toBe("E0042");
    expect((await claim(one, early)).status).toBe(200);
    expect(await pointsOf(late, one.song)).toBe(40);
  });

  it("is not found for another wrap, a hidden wrap or an invalid number", async () => {
    const [one, other] = [await offer(), await offer()];
    const fan = await fanWith(40, one);
    expect((await claim({ song: other.song, level: one.level }, fan)).status).toBe(404);
    expect((await claim({ song: one.song, level: "first" }, fan)).status).toBe(404);
    await sql`update song set status = 'HIDDEN' where id = ${one.song}`.execute(db);
    expect((await claim(one, fan)).status).toBe(404);
  });

  it("that opens an experience is fulfilled immediately", async () => {
    const one = await offer({ reward_type: "DAPP_ACCESS" });
    const fan = await fanWith(40, one);
    const { json } = await claim(one, fan);
    expect(json.body).toMatchObject({
      state: "FULFILLED",
      reward: { instructions: { dapp_id: one.campaign } },
    });
    await people.work();
    expect(people.mails.mails(one.owner.email)).toEqual([]);
    expect(people.mails.mails(fan.email)[0]?.text).toContain(`/experiences/${one.campaign}`);
  });
});

describe("an unavailable reward", () => {
  it("costs no points: an experience that is not open yet, full, over, open to everyone or deleted", async () => {
    const one = await offer({ reward_type: "DAPP_ACCESS" });
    const fan = await fanWith(40, one);
    const refused = async () => {
      const { status, json } = await claim(one, fan);
      return [status, json.code, await pointsOf(fan, one.song)];
    };
    const set = (columns: string) =>
      sql`update campaign set ${sql.raw(columns)} where id = ${one.campaign}`.execute(db);
    await set("state = 'DRAFT', is_active = false");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await set("state = 'ACTIVE', is_active = true, taken = 3");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await set("taken = 0, is_public_mintable = true");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await set("is_public_mintable = false, state = 'COMPLETED', is_active = false");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await set("deleted_at = now()");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await set("deleted_at = null, state = 'ACTIVE', is_active = true");
    expect((await claim(one, fan)).status).toBe(200);
    // A claim stays, whatever happens to the experience.
    await set("deleted_at = now()");
    expect((await claim(one, fan)).json.body.state).toBe("FULFILLED");
    expect(await claimsOf(one)).toBe(1);
  });

  it("costs no points: a file whose token cannot be obtained here", async () => {
    const one = await offer({ reward_type: "WRAPPED_MP3" });
    const fan = await fanWith(40, one);
    const answer = async () => {
      const { json } = await claim(one, fan);
      return [json.code, await pointsOf(fan, one.song)];
    };
    const { evm } = people.context;
    expect(evm.networks.has("LINEA")).toBe(false);
    // On an unreachable network a token could not be proven.
    expect(await answer()).toEqual(["E0042", 40]);
    await sql`update campaign set network = 'LOCAL', state = 'DRAFT', contract_address = null where id = ${one.campaign}`.execute(
      db,
    );
    const local = { name: "LOCAL", chainId: 31_337, rpcUrl: "http://127.0.0.1:1", confirmations: 1 };
    people.context.evm = { ...evm, networks: new Map([["LOCAL", local]]) };
    try {
      expect(await answer()).toEqual(["E0042", 40]);
      await sql`update campaign set state = 'ACTIVE', contract_address = '0x1', taken = 3 where id = ${one.campaign}`.execute(
        db,
      );
      expect(await answer()).toEqual(["E0042", 40]);
      await sql`update campaign set participants = 1, deleted_at = now() where id = ${one.campaign}`.execute(
        db,
      );
      expect(await answer()).toEqual([undefined, 0]);
    } finally {
      people.context.evm = evm;
    }
  });

  it("whose experience fills up concurrently is claimed first or costs no points", async () => {
    const one = await offer({ reward_type: "DAPP_ACCESS" });
    const fans = await Promise.all(Array.from({ length: 4 }, () => fanWith(40, one)));
    const [, ...answers] = await Promise.all([
      sql`update campaign set taken = 3 where id = ${one.campaign}`.execute(db),
      ...fans.map((fan) => claim(one, fan)),
    ]);
    for (const [index, { json }] of answers.entries()) {
      const fan = fans[index];
      if (fan === undefined) throw new Error("there is a fan for each answer");
      expect([json.code ?? "claimed", await pointsOf(fan, one.song)]).toEqual(
        json.success ? ["claimed", 0] : ["E0042", 40],
      );
    }
  });

  it("requires an email address only if the artist has to contact the fan", async () => {
    const [one, other] = [await offer(), await offer({ reward_type: "DAPP_ACCESS" })];
    const fan = await fanWith(40, one);
    await give(fan, other.song, 40);
    await sql`update account set email = null where id = ${fan.id}`.execute(db);
    const { status, json } = await claim(one, fan);
    expect({ status, errors: json.errors }).toEqual({
      status: 400,
      errors: [{ field: "email", message: claimTexts.noAddress }],
    });
    expect(await pointsOf(fan, one.song)).toBe(40);
    expect((await claim(other, fan)).status).toBe(200);
    await sql`update account set email = ${fan.email} where id = ${fan.id}`.execute(db);
    expect((await claim(one, fan)).status).toBe(200);
  });
});

describe("an account's data export", () => {
  it("contains only its own claims, downloads and held points", async () => {
    const one = await offer();
    const [fan, other] = [await fanWith(40, one), await fanWith(40, one)];
    const { id } = (await claim(one, fan)).json.body;
    await sql`
      insert into wrapped_download (serial, claim_id, wallet, network, contract, token_id, created_at)
      values (${`serial of ${id}`}, ${id}, '0x1', 'LOCAL', '0x2', 7, now())`.execute(db);
    await sql`
      insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
      values (${fan.id}, ${one.song}, 'listen held', 'LISTEN', 1, 'DEVICE', 'PENDING', now())`.execute(db);
    const exported = async (who: Person) =>
      (await people.call("GET", "my/data", bearer(who.token))).json.body;
    const { rewards } = await exported(fan);
    expect(rewards.claims).toMatchObject([
      { id, song_id: one.song, reward: ticket.name, reward_type: "TICKET", state: "REQUESTED", points: 40 },
    ]);
    expect(rewards.downloads).toMatchObject([{ serial: `serial of ${id}`, claim_id: id, token_id: 7 }]);
    expect(rewards.holds).toMatchObject([{ song_id: one.song, reason: "DEVICE", state: "PENDING" }]);
    const theirs = (await exported(other)).rewards;
    expect([theirs.claims, theirs.downloads, theirs.holds]).toEqual([[], [], []]);
  });
});

describe("claims on an artist's rewards", () => {
  it("are listed with contact details, only for that artist", async () => {
    const one = await offer();
    const fan = await fanWith(40, one);
    await claim(one, fan);
    const { json } = await people.call(
      "GET",
      `my/claims/received?song_id==${one.song}`,
      bearer(one.owner.token),
    );
    expect(json.body.data).toMatchObject([
      { state: "REQUESTED", fan: { name: "Ottilie Brandt", email: fan.email } },
    ]);
    const theirs = await people.call("GET", "my/claims/received", bearer(fan.token));
    expect(theirs.json.body).toEqual({ data: [], total: 0 });
    expect((await people.call("GET", "my/claims/received")).status).toBe(401);
  });

  it("are read completely in pages of 500, oldest first, while others are added and changed", async () => {
    const one = await offer();
    const fan = await fanWith(40, one);
    // More fans than a test can sign up; claims of a deleted account stay.
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      select ${one.level}, ${one.song}, null, 40, 'REQUESTED', '2020-01-01'::timestamptz + n / 3 * interval '1 second', now()
      from generate_series(1, 1203) n`.execute(db);
    const page = async (offset: number) => {
      const query = `limit=500&offset=${offset}&sortKey=created_at&sortDir=ASC`;
      const { json } = await people.call("GET", `my/claims/received?${query}`, bearer(one.owner.token));
      return json.body as { data: { id: number; created_at: string }[]; total: number };
    };
    const first = await page(0);
    // The total stops there; a client that reads all pages continues until one is not full.
    expect(first.total).toBe(mostCounted);
    await claim(one, fan);
    await move(first.data[0]?.id ?? 0, { state: "REJECTED", reason: "No." }, one.owner);
    const rest = [await page(500), await page(1000)];
    const all = [first, ...rest].flatMap(({ data }) => data);
    expect(all.length).toBe(1204);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1204);
    const times = all.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(all.at(-1)).toMatchObject({ fan: { email: fan.email } });
  });

  it("change from requested to contacted to fulfilled, and the fan is notified", async () => {
    const one = await offer();
    const fan = await fanWith(40, one);
    const { id } = (await claim(one, fan)).json.body;
    for (const state of ["CONTACTED", "FULFILLED"]) {
      const moved = await move(id, { state }, one.owner);
      expect(moved.json.body).toMatchObject({ id, state, fan: { email: fan.email } });
    }
    expect((await move(id, { state: "FULFILLED" }, one.owner)).status).toBe(200);
    expect((await move(id, { state: "CONTACTED" }, one.owner)).json.code).toBe("E0005");
    await people.work();
    expect(people.mails.mails(fan.email).map(({ subject }) => subject)).toEqual([
      "Your claim has been made",
      "The artist is working on your claim",
      "Your reward has been fulfilled",
    ]);
  });

  it("return points and stock once when rejected, which needs a reason", async () => {
    const one = await offer({ stock: 1 });
    const [fan, next] = [await fanWith(40, one), await fanWith(40, one)];
    const { id } = (await claim(one, fan)).json.body;
    const silent = await move(id, { state: "REJECTED" }, one.owner);
    expect(silent.json).toMatchObject({ code: "E0007", errors: [{ field: "reason" }] });
    const reject = () => move(id, { state: "REJECTED", reason: "The tour is off." }, one.owner);
    const answers = await Promise.all([reject(), reject(), reject()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await pointsOf(fan, one.song)).toBe(40);
    expect((await claim(one, fan)).json.body).toMatchObject({
      state: "REJECTED",
      reason: "The tour is off.",
    });
    expect((await claim(one, next)).status).toBe(200);
    await people.work();
    expect(people.mails.mails(fan.email).at(-1)?.text).toContain("The tour is off.");
  });

  it("are found by their fan by reward type and state", async () => {
    const one = await offer({ reward_type: "DAPP_ACCESS" });
    const other = await offer();
    const fan = await fanWith(40, one);
    await give(fan, other.song, 40);
    await Promise.all([claim(one, fan), claim(other, fan)]);
    const { json } = await people.call(
      "GET",
      "my/claims?reward_type==DAPP_ACCESS&state==FULFILLED",
      bearer(fan.token),
    );
    expect(json.body).toMatchObject({ total: 1, data: [{ reward: { id: one.level } }] });
  });

  it("can be changed only by their artist", async () => {
    const [one, other] = [await offer(), await offer()];
    const fan = await fanWith(40, one);
    const { id } = (await claim(one, fan)).json.body;
    expect((await move(id, { state: "CONTACTED" })).status).toBe(401);
    expect((await move(id, { state: "CONTACTED" }, other.owner)).status).toBe(404);
    expect((await move(id, { state: "CONTACTED" }, fan)).status).toBe(404);
    expect((await move(id, { state: "REQUESTED" }, one.owner)).json.code).toBe("E0007");
  });
});

describe("points", () => {
  it("are conserved across concurrent earnings, claims and rejections", {
    timeout: 120_000,
  }, async () => {
    const step = fc.constantFrom("earn", "claim", "reject");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const one = await offer({ reward_points_earned: 3 });
        const fan = await fanWith(2, one);
        const run = {
          earn: () => give(fan, one.song, 1),
          claim: () => claim(one, fan),
          async reject() {
            const { json } = await people.call("GET", "my/claims", bearer(fan.token));
            const id = json.body.data[0]?.id ?? 0;
            if (id > 0) await move(id, { state: "REJECTED", reason: "No." }, one.owner);
          },
        };
        await Promise.all(steps.map((name) => run[name]()));
        const earned = 2 + steps.filter((name) => name === "earn").length;
        const { json } = await people.call("GET", "my/claims", bearer(fan.token));
        const spent = json.body.data[0]?.state === "REQUESTED" ? 3 : 0;
        expect(await pointsOf(fan, one.song)).toBe(earned - spent);
        const { rows } = await sql<{ sum: number }>`
          select sum(points)::int as sum from point_entry where account_id = ${fan.id}`.execute(db);
        expect(rows[0]?.sum).toBe(earned - spent);
      }),
      { numRuns: 12 },
    );
  });
});
