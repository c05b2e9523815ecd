import { MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import { claimTexts } from "@wrapsody/shared/rewards/claims.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
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

let keyCount = 0;
/** Gives a fan points for a song. */
async function give({ id: accountId }: Person, songId: number, points: number) {
  const entry = { accountId, songId, key: `listen ${keyCount++}`, kind: "LISTEN", points } as const;
  await db.transaction().execute((tx) => addEntry(tx, { ...entry, now: people.context.clock.now() }));
}

async function fanWith(points: number, { song }: Offer): Promise<Person> {
  const fan = await people.join();
  if (points > 0) await give(fan, song, points);
  return fan;
}

const claim = ({ song, level }: { song: number | string; level: number | string }, person?: Person) =>
  people.call("POST", `song/${song}/reward/${level}`, person === undefined ? {} : bearer(person.token));

const updateClaim = (id: number, payload: object, person?: Person) =>
  people.call("PATCH", `claim/${id}`, { payload, ...(person === undefined ? {} : bearer(person.token)) });

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
    const reward = await offer();
    const fan = await fanWith(52, reward);
    const { status, json } = await claim(reward, fan);
    expect(status).toBe(200);
    expect(json.body).toMatchObject({
      state: "REQUESTED",
      points: 40,
      reason: null,
      reward: { id: reward.level, name: ticket.name, details: ticket.details },
      song: { id: reward.song },
    });
    expect(await pointsOf(fan, reward.song)).toBe(12);
    const listed = await people.call("GET", "my/claims", bearer(fan.token));
    expect(listed.json.body).toEqual({ data: [json.body], total: 1 });
  });

  it.each([
    "CREDIT",
    "MEET_AND_GREET",
    "SOCIAL_MEDIA_SHOUTOUT",
    "WRAPPED_VIDEO",
    "VIRUTAL_MEET_AND_GREET",
    "MERCH",
    "CUSTOM",
  ])("of the type %s waits for its artist", async (reward_type) => {
    const reward = await offer({ reward_type });
    const { json } = await claim(reward, await fanWith(40, reward));
    expect(json.body).toMatchObject({ state: "REQUESTED", points: 40, reward: { details: ticket.details } });
  });

  it("is announced to both sides by email, each in their language", async () => {
    const reward = await offer();
    const fan = await fanWith(40, reward);
    await sql`update account set language = 'es' where id = ${fan.id}`.execute(db);
    await claim(reward, fan);
    await people.runDueJobs();
    const [toFan] = people.mails.mails(fan.email);
    expect(toFan?.subject).toBe("Has solicitado una recompensa");
    expect(toFan?.text).toContain(ticket.details);
    const [toArtist] = people.mails.mails(reward.owner.email);
    expect(toArtist?.subject).toBe("A fan has claimed a reward");
    expect(toArtist?.text).toContain("/my/claims");
  });

  it("is not announced to a publisher who turned that off", async () => {
    const reward = await offer();
    const payload = { topic: "CLAIMS", on: false };
    expect((await people.call("PATCH", "my/mails", { payload, ...bearer(reward.owner.token) })).status).toBe(
      200,
    );
    const fan = await fanWith(40, reward);
    await claim(reward, fan);
    await people.runDueJobs();
    expect(people.mails.mails(fan.email)).toHaveLength(1);
    expect(people.mails.mails(reward.owner.email)).toEqual([]);
  });

  it("is claimed once: a repeat returns the same claim and spends nothing", { retry: 0 }, async () => {
    const reward = await offer();
    const fan = await fanWith(90, reward);
    const first = await claim(reward, fan);
    const second = await claim(reward, fan);
    expect(second.json).toEqual(first.json);
    expect(await pointsOf(fan, reward.song)).toBe(50);
  });

  it("gives one claim and one debit for fifty concurrent calls", { retry: 0 }, async () => {
    const reward = await offer();
    const fan = await fanWith(85, reward);
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(reward, fan)));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await pointsOf(fan, reward.song)).toBe(45);
    expect(await claimsOf(reward)).toBe(1);
    await people.runDueJobs();
    expect(people.mails.mails(fan.email)).toHaveLength(1);
  });

  it("cannot be claimed with one point missing", async () => {
    const reward = await offer();
    const fan = await fanWith(39, reward);
    const { status, json } = await claim(reward, fan);
    expect({ status, code: json.code }).toEqual({ status: 409, code: "E0041" });
    expect(json.message).toBe("You don’t have enough points yet.");
    expect(await pointsOf(fan, reward.song)).toBe(39);
  });

  it("needs a session", async () => {
    expect((await claim(await offer())).status).toBe(401);
  });

  it("with limited stock goes to that many fans, and the others keep their points", {
    retry: 0,
  }, async () => {
    const reward = await offer({ stock: 3 });
    const fans = await Promise.all(Array.from({ length: 10 }, () => fanWith(40, reward)));
    const answers = await Promise.all(fans.map((fan) => claim(reward, fan)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ json }) => json.code === "E0042")).toHaveLength(7);
    const points = await Promise.all(fans.map((fan) => pointsOf(fan, reward.song)));
    expect(points.filter((left) => left === 40)).toHaveLength(7);
  });

  it("cannot be claimed after its deletion, but existing claims stay", async () => {
    const reward = await offer();
    const [early, late] = [await fanWith(40, reward), await fanWith(40, reward)];
    await claim(reward, early);
    await people.call("DELETE", `song/${reward.song}/reward/${reward.level}`, bearer(reward.owner.token));
    expect((await claim(reward, late)).json.code).toBe("E0042");
    expect((await claim(reward, early)).status).toBe(200);
    expect(await pointsOf(late, reward.song)).toBe(40);
  });

  it("is not found for another wrap, a hidden wrap or an invalid number", async () => {
    const [first, second] = [await offer(), await offer()];
    const fan = await fanWith(40, first);
    expect((await claim({ song: second.song, level: first.level }, fan)).status).toBe(404);
    expect((await claim({ song: first.song, level: "first" }, fan)).status).toBe(404);
    await sql`update song set status = 'HIDDEN' where id = ${first.song}`.execute(db);
    expect((await claim(first, fan)).status).toBe(404);
  });

  it("that opens an experience is fulfilled immediately", async () => {
    const reward = await offer({ reward_type: "DAPP_ACCESS" });
    const fan = await fanWith(40, reward);
    const { json } = await claim(reward, fan);
    expect(json.body).toMatchObject({
      state: "FULFILLED",
      reward: { instructions: { dapp_id: reward.campaign } },
    });
    await people.runDueJobs();
    expect(people.mails.mails(reward.owner.email)).toEqual([]);
    expect(people.mails.mails(fan.email)[0]?.text).toContain(`/experiences/${reward.campaign}`);
  });
});

describe("an unavailable reward", () => {
  it("costs no points: an experience that is not open yet, full, over, open to everyone or deleted", async () => {
    const reward = await offer({ reward_type: "DAPP_ACCESS" });
    const fan = await fanWith(40, reward);
    const refused = async () => {
      const { status, json } = await claim(reward, fan);
      return [status, json.code, await pointsOf(fan, reward.song)];
    };
    const setLevel = (columns: string) =>
      sql`update campaign set ${sql.raw(columns)} where id = ${reward.campaign}`.execute(db);
    await setLevel("state = 'DRAFT', is_active = false");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await setLevel("state = 'ACTIVE', is_active = true, taken = 3");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await setLevel("taken = 0, is_public_mintable = true");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await setLevel("is_public_mintable = false, state = 'COMPLETED', is_active = false");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await setLevel("deleted_at = now()");
    expect(await refused()).toEqual([409, "E0042", 40]);
    await setLevel("deleted_at = null, state = 'ACTIVE', is_active = true");
    expect((await claim(reward, fan)).status).toBe(200);
    // A claim stays, whatever happens to the experience.
    await setLevel("deleted_at = now()");
    expect((await claim(reward, fan)).json.body.state).toBe("FULFILLED");
    expect(await claimsOf(reward)).toBe(1);
  });

  it("costs no points: a file whose token cannot be obtained here", async () => {
    const reward = await offer({ reward_type: "WRAPPED_MP3" });
    const fan = await fanWith(40, reward);
    const answer = async () => {
      const { json } = await claim(reward, fan);
      return [json.code, await pointsOf(fan, reward.song)];
    };
    const { evm } = people.context;
    expect(evm.networks.has("LINEA")).toBe(false);
    // On an unreachable network a token could not be proven.
    expect(await answer()).toEqual(["E0042", 40]);
    await sql`update campaign set network = 'LOCAL', state = 'DRAFT', contract_address = null where id = ${reward.campaign}`.execute(
      db,
    );
    const local = { name: "LOCAL", chainId: 31_337, rpcUrl: "http://127.0.0.1:1", confirmations: 1 };
    people.context.evm = { ...evm, networks: new Map([["LOCAL", local]]) };
    try {
      expect(await answer()).toEqual(["E0042", 40]);
      await sql`update campaign set state = 'ACTIVE', contract_address = '0x1', taken = 3 where id = ${reward.campaign}`.execute(
        db,
      );
      expect(await answer()).toEqual(["E0042", 40]);
      await sql`update campaign set participants = 1, deleted_at = now() where id = ${reward.campaign}`.execute(
        db,
      );
      expect(await answer()).toEqual([undefined, 0]);
    } finally {
      people.context.evm = evm;
    }
  });

  it("whose experience fills up concurrently is claimed first or costs no points", { retry: 0 }, async () => {
    const reward = await offer({ reward_type: "DAPP_ACCESS" });
    const fans = await Promise.all(Array.from({ length: 4 }, () => fanWith(40, reward)));
    const [, ...answers] = await Promise.all([
      sql`update campaign set taken = 3 where id = ${reward.campaign}`.execute(db),
      ...fans.map((fan) => claim(reward, fan)),
    ]);
    for (const [index, { json }] of answers.entries()) {
      const fan = fans[index];
      if (fan === undefined) throw new Error("there is a fan for each answer");
      expect([json.code ?? "claimed", await pointsOf(fan, reward.song)]).toEqual(
        json.success ? ["claimed", 0] : ["E0042", 40],
      );
    }
  });

  it("requires an email address only if the artist has to contact the fan", async () => {
    const [first, second] = [await offer(), await offer({ reward_type: "DAPP_ACCESS" })];
    const fan = await fanWith(40, first);
    await give(fan, second.song, 40);
    await sql`update account set email = null where id = ${fan.id}`.execute(db);
    const { status, json } = await claim(first, fan);
    expect({ status, errors: json.errors }).toEqual({
      status: 400,
      errors: [{ field: "email", message: claimTexts.noAddress }],
    });
    expect(await pointsOf(fan, first.song)).toBe(40);
    expect((await claim(second, fan)).status).toBe(200);
    await sql`update account set email = ${fan.email} where id = ${fan.id}`.execute(db);
    expect((await claim(first, fan)).status).toBe(200);
  });
});

describe("an account's data export", () => {
  it("contains only its own claims, downloads and held points", async () => {
    const reward = await offer();
    const [fan, other] = [await fanWith(40, reward), await fanWith(40, reward)];
    const { id } = (await claim(reward, fan)).json.body;
    await sql`
      insert into wrapped_download (serial, claim_id, wallet, network, contract, token_id, created_at)
      values (${`serial of ${id}`}, ${id}, '0x1', 'LOCAL', '0x2', 7, now())`.execute(db);
    await sql`
      insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
      values (${fan.id}, ${reward.song}, 'listen held', 'LISTEN', 1, 'DEVICE', 'PENDING', now())`.execute(db);
    const exported = async (person: Person) =>
      (await people.call("GET", "my/data", bearer(person.token))).json.body;
    const { rewards } = await exported(fan);
    expect(rewards.claims).toMatchObject([
      {
        id,
        song_id: reward.song,
        reward: ticket.name,
        reward_type: "TICKET",
        state: "REQUESTED",
        points: 40,
      },
    ]);
    expect(rewards.downloads).toMatchObject([{ serial: `serial of ${id}`, claim_id: id, token_id: 7 }]);
    expect(rewards.holds).toMatchObject([{ song_id: reward.song, reason: "DEVICE", state: "PENDING" }]);
    const theirs = (await exported(other)).rewards;
    expect([theirs.claims, theirs.downloads, theirs.holds]).toEqual([[], [], []]);
  });
});

describe("claims on an artist's rewards", () => {
  it("are listed with contact details, only for that artist", async () => {
    const reward = await offer();
    const fan = await fanWith(40, reward);
    await claim(reward, fan);
    const { json } = await people.call(
      "GET",
      `my/claims/received?song_id==${reward.song}`,
      bearer(reward.owner.token),
    );
    expect(json.body.data).toMatchObject([
      { state: "REQUESTED", fan: { name: "Ottilie Brandt", email: fan.email } },
    ]);
    const theirs = await people.call("GET", "my/claims/received", bearer(fan.token));
    expect(theirs.json.body).toEqual({ data: [], total: 0 });
    expect((await people.call("GET", "my/claims/received")).status).toBe(401);
  });

  it("are read completely in pages of 500, oldest first, while others are added and changed", async () => {
    const reward = await offer();
    const fan = await fanWith(40, reward);
    // More fans than a test can sign up; claims of a deleted account stay.
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      select ${reward.level}, ${reward.song}, null, 40, 'REQUESTED', '2020-01-01'::timestamptz + n / 3 * interval '1 second', now()
      from generate_series(1, 1203) n`.execute(db);
    const page = async (offset: number) => {
      const query = `limit=500&offset=${offset}&sortKey=created_at&sortDir=ASC`;
      const { json } = await people.call("GET", `my/claims/received?${query}`, bearer(reward.owner.token));
      return json.body as { data: { id: number; created_at: string }[]; total: number };
    };
    const first = await page(0);
    // The total stops there; a client that reads all pages continues until one is not full.
    expect(first.total).toBe(MAX_COUNTED);
    await claim(reward, fan);
    await updateClaim(first.data[0]?.id ?? 0, { state: "REJECTED", reason: "No." }, reward.owner);
    const rest = [await page(500), await page(1000)];
    const all = [first, ...rest].flatMap(({ data }) => data);
    expect(all.length).toBe(1204);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1204);
    const times = all.map(({ created_at }) => Date.parse(created_at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(all.at(-1)).toMatchObject({ fan: { email: fan.email } });
  });

  it("change from requested to contacted to fulfilled, and the fan is notified", async () => {
    const reward = await offer();
    const fan = await fanWith(40, reward);
    const { id } = (await claim(reward, fan)).json.body;
    for (const state of ["CONTACTED", "FULFILLED"]) {
      const moved = await updateClaim(id, { state }, reward.owner);
      expect(moved.json.body).toMatchObject({ id, state, fan: { email: fan.email } });
    }
    expect((await updateClaim(id, { state: "FULFILLED" }, reward.owner)).status).toBe(200);
    expect((await updateClaim(id, { state: "CONTACTED" }, reward.owner)).json.code).toBe("E0005");
    await people.runDueJobs();
    expect(people.mails.mails(fan.email).map(({ subject }) => subject)).toEqual([
      "Your claim has been made",
      "The artist is working on your claim",
      "Your reward has been fulfilled",
    ]);
  });

  it("return points and stock once when rejected, which needs a reason", { retry: 0 }, async () => {
    const reward = await offer({ stock: 1 });
    const [fan, next] = [await fanWith(40, reward), await fanWith(40, reward)];
    const { id } = (await claim(reward, fan)).json.body;
    const silent = await updateClaim(id, { state: "REJECTED" }, reward.owner);
    expect(silent.json).toMatchObject({ code: "E0007", errors: [{ field: "reason" }] });
    const reject = () => updateClaim(id, { state: "REJECTED", reason: "The tour is off." }, reward.owner);
    const answers = await Promise.all([reject(), reject(), reject()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await pointsOf(fan, reward.song)).toBe(40);
    expect((await claim(reward, fan)).json.body).toMatchObject({
      state: "REJECTED",
      reason: "The tour is off.",
    });
    expect((await claim(reward, next)).status).toBe(200);
    await people.runDueJobs();
    expect(people.mails.mails(fan.email).at(-1)?.text).toContain("The tour is off.");
  });

  it("are found by their fan by reward type and state", async () => {
    const reward = await offer({ reward_type: "DAPP_ACCESS" });
    const other = await offer();
    const fan = await fanWith(40, reward);
    await give(fan, other.song, 40);
    await Promise.all([claim(reward, fan), claim(other, fan)]);
    const { json } = await people.call(
      "GET",
      "my/claims?reward_type==DAPP_ACCESS&state==FULFILLED",
      bearer(fan.token),
    );
    expect(json.body).toMatchObject({ total: 1, data: [{ reward: { id: reward.level } }] });
  });

  it("can be changed only by their artist", async () => {
    const [first, second] = [await offer(), await offer()];
    const fan = await fanWith(40, first);
    const { id } = (await claim(first, fan)).json.body;
    expect((await updateClaim(id, { state: "CONTACTED" })).status).toBe(401);
    expect((await updateClaim(id, { state: "CONTACTED" }, second.owner)).status).toBe(404);
    expect((await updateClaim(id, { state: "CONTACTED" }, fan)).status).toBe(404);
    expect((await updateClaim(id, { state: "REQUESTED" }, first.owner)).json.code).toBe("E0007");
  });
});

describe("points", () => {
  it("are conserved across concurrent earnings, claims and rejections", { retry: 0 }, async () => {
    const step = fc.constantFrom("earn", "claim", "reject");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const reward = await offer({ reward_points_earned: 3 });
        const fan = await fanWith(2, reward);
        const run = {
          earn: () => give(fan, reward.song, 1),
          claim: () => claim(reward, fan),
          async reject() {
            const { json } = await people.call("GET", "my/claims", bearer(fan.token));
            const id = json.body.data[0]?.id ?? 0;
            if (id > 0) await updateClaim(id, { state: "REJECTED", reason: "No." }, reward.owner);
          },
        };
        await Promise.all(steps.map((name) => run[name]()));
        const earned = 2 + steps.filter((name) => name === "earn").length;
        const { json } = await people.call("GET", "my/claims", bearer(fan.token));
        const spent = json.body.data[0]?.state === "REQUESTED" ? 3 : 0;
        expect(await pointsOf(fan, reward.song)).toBe(earned - spent);
        const { rows } = await sql<{ sum: number }>`
          select sum(points)::int as sum from point_entry where account_id = ${fan.id}`.execute(db);
        expect(rows[0]?.sum).toBe(earned - spent);
      }),
      { numRuns: 12 },
    );
  });
});
