import { randomBytes } from "node:crypto";
import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, waitUntilBlocked } from "../../../../testing/fixtures/people.ts";

let api: MintingApi;
let publisher: Publisher;
let other: Publisher;
let song: number;
beforeAll(async () => {
  api = await openMintingApi();
  [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Other Publisher" })];
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());
// Otherwise a test that runs the due jobs would compose the artworks of the tests before it.
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(api.context.db));

const batchesOf = async (id: number) =>
  (await api.call("GET", `my/dapp/${id}/mints`, bearer(publisher.token))).json;
const lines = (list: readonly string[]) => list.join("\n");

/** Returns what has been started for an experience. */
async function started(id: number) {
  const { rows } = await sql<{ taken: number; orders: number; batches: number }>`
    select taken, (select count(*) from participation where campaign_id = ${id}) as orders,
      (select count(*) from mint_batch where campaign_id = ${id}) as batches
    from campaign where id = ${id}`.execute(api.context.db);
  return rows[0];
}
const nothing = { taken: 0, orders: 0, batches: 0 };

describe("a publisher who submits a list of wallets", () => {
  it("gets one artwork drawn, composed and minted for each, and one email", { retry: 0 }, async () => {
    const listMails = () => api.mails.mails(publisher.email).filter(({ text }) => text?.includes("“Tide”"));
    const before = listMails().length;
    const id = await api.addActiveCampaign(publisher, song, { name: "Tide" }, grid(3, 3));
    const [firstWallet = "", secondWallet = "", thirdWallet = ""] = wallets(3);
    const { status, json } = await api.mintToWallets(publisher, id, {
      wallets: `\n ${firstWallet}\r\n\n${secondWallet}\n${thirdWallet}  \n`,
    });
    expect(status).toBe(200);
    const batch = { places: 3, minted: 0, failed: 0, finished_at: null };
    expect(json.body).toMatchObject(batch);
    await api.runJob("fill-batch", { batchId: json.body.id });

    const readBatch = async () =>
      (await api.call("GET", `drop/nfts?song_campaign_id==${id}&sortDir=ASC`)).json.body.data;
    expect(await readBatch()).toMatchObject(
      [firstWallet, secondWallet, thirdWallet].map((owner_wallet_address, at) => ({
        owner_wallet_address,
        name: `Tide No. ${at + 1}`,
        image: null,
        rendered_nft_image: null,
        nft_id: null,
        minted_at: null,
        traits: [{ slot_number: 1 }, { slot_number: 2 }],
      })),
    );
    const [first] = await api.listParticipants(id);
    const single = await api.call("GET", `drop/${id}/${first?.id}`);
    expect(single.json.body).toMatchObject({ id: first?.id, image: null });
    expect((await api.call("GET", `drop/${id}/metadata`)).json.body.nfts).toBe(3);

    await api.runDueJobs();
    expect((await readBatch()).map(({ image }: { image: object }) => image)).toEqual(
      Array(3).fill(expect.objectContaining({ width: 900, height: 900 })),
    );
    const tokens = await api.listRequestedTokens(id);
    const participants = await api.listParticipants(id);
    expect(tokens.map(({ token_id, owner }) => [token_id, owner])).toEqual(
      participants.map((row, at) => [row.id, [firstWallet, secondWallet, thirdWallet][at]]),
    );
    expect(new Set(participants.map(({ signature }) => signature)).size).toBe(3);
    expect((await batchesOf(id)).body).toMatchObject({ total: 1, data: [batch] });

    await api.completeMints(id);
    await api.completeMints(id);
    await api.runDueJobs();
    const now = api.context.clock.now().toISOString();
    expect((await batchesOf(id)).body.data).toMatchObject([{ ...batch, minted: 3, finished_at: now }]);
    expect(await readBatch()).toMatchObject(
      participants.map((row) => ({ nft_id: String(row.id), minted_at: now })),
    );
    const mails = listMails().slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your artworks are minted"]);
    expect(mails[0]?.text).toContain("3 artworks were minted");
    const { rows } = await sql<{ last_batch_sent_at: string }>`
      select last_batch_sent_at from campaign where id = ${id}`.execute(api.context.db);
    expect(rows[0]?.last_batch_sent_at).toBe(now);
  });

  it("gets all invalid lines with their numbers, and nothing is started", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const list = [
      "0x52908400098527886E0F7030069857D2E4169EE7",
      "",
      "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "wrapsody.eth",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      `0x${"0".repeat(40)}`,
      "0x1234",
    ];
    const { status, json } = await api.mintToWallets(publisher, id, { wallets: lines(list) });
    expect([status, json.code]).toEqual([400, "E0007"]);
    expect(json.errors).toEqual([
      { field: "wallets.3", message: addressErrors.CHECKSUM },
      { field: "wallets.4", message: addressErrors.NAME },
      { field: "wallets.6", message: addressErrors.ZERO },
      { field: "wallets.7", message: addressErrors.NO_ADDRESS },
    ]);
    const asList = await api.mintToWallets(publisher, id, { wallets: list });
    expect(asList.json.errors).toEqual(json.errors);
    for (const empty of ["", " \n\r\n", []]) {
      const { json: result } = await api.mintToWallets(publisher, id, { wallets: empty });
      expect(result.errors).toEqual([
        { field: "wallets", message: "Please enter at least one wallet address." },
      ]);
    }
    for (const many of [lines(wallets(5_001)), wallets(5_001), lines(wallets(12_000))]) {
      const { json: result } = await api.mintToWallets(publisher, id, { wallets: many });
      expect(result.errors).toEqual([
        { field: "wallets", message: "Please enter at most 5000 addresses at once." },
      ]);
    }
    const long = await api.mintToWallets(publisher, id, { wallets: ["x".repeat(10_000)] });
    expect(long.json.errors).toEqual([{ field: "wallets.1", message: addressErrors.NO_ADDRESS }]);
    expect((await api.mintToWallets(publisher, id, { wallets: 7 })).json.code).toBe("E0007");
    expect(await started(id)).toEqual(nothing);
  });

  it("has to confirm a duplicate wallet, in any spelling", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const list = lines([
      "wallet\ttotal",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      ...wallets(1),
      "\u200B“0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed”,",
    ]);
    const { status, json } = await api.mintToWallets(publisher, id, { wallets: list });
    expect([status, json.code]).toEqual([409, "E0005"]);
    expect(json.errors).toEqual([{ field: "wallets.4", message: "This address stands on line 2 already." }]);
    expect(await started(id)).toEqual(nothing);
    expect(
      (await api.mintToWallets(publisher, id, { wallets: list, duplicates: true })).json.body.places,
    ).toBe(3);
  });

  it("gets the number of spots left if there are too few, with and without a limit", async () => {
    const limited = await api.addActiveCampaign(publisher, song, { max_nfts: "3" }, grid(2, 2));
    await api.mintToWallets(publisher, limited, { wallets: lines(wallets(1)) });
    const { status, json } = await api.mintToWallets(publisher, limited, { wallets: lines(wallets(3)) });
    expect([status, json.code]).toEqual([409, "E0033"]);
    expect(json.errors).toEqual([{ field: "wallets", message: "Only 2 spots are left for 3 addresses." }]);
    const combinations = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const { json: result } = await api.mintToWallets(publisher, combinations, { wallets: lines(wallets(5)) });
    expect(result.errors).toEqual([{ field: "wallets", message: "Only 4 spots are left for 5 addresses." }]);
    expect(await started(limited)).toEqual({ taken: 1, orders: 1, batches: 1 });
    expect(await started(combinations)).toEqual(nothing);
  });

  it("sells out exactly when twenty lists arrive concurrently, and the experience completes", {
    retry: 0,
  }, async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "8" }, grid(3, 3));
    const answers = await Promise.all(
      wallets(20).map((wallet) => api.mintToWallets(publisher, id, { wallets: [wallet] })),
    );
    const codes = answers.map(({ json }) => json.code);
    expect(codes.filter((code) => code === "E0033").length).toBe(12);
    expect(answers.filter(({ status }) => status === 200).length).toBe(8);
    expect(await started(id)).toEqual({ taken: 8, orders: 8, batches: 8 });
    expect((await api.getOwnCampaign(publisher, id)).campaign.stage).toBe("ACTIVE");
    await Promise.all(
      answers.flatMap(({ json }) => api.runJob("fill-batch", { batchId: json.body?.id ?? 0 })),
    );
    const participants = await api.listParticipants(id);
    expect(participants.map(({ name }) => name)).toEqual(
      participants.map((_, at) => `Tide Tables No. ${at + 1}`),
    );
    expect([participants.length, new Set(participants.map(({ signature }) => signature)).size]).toEqual([
      8, 8,
    ]);
    const { campaign } = await api.getOwnCampaign(publisher, id);
    expect(campaign).toMatchObject({ stage: "COMPLETED", is_active: false, nfts: 8 });
    expect((await api.mintToWallets(publisher, id, { wallets: wallets(1) })).json.code).toBe("E0033");
  });

  it("must be its logged-in owner, and the experience active", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const body = { wallets: wallets(1) };
    expect((await api.mintToWallets(undefined, id, body)).json.code).toBe("E0002");
    for (const reference of [id, "not-there", 999_999]) {
      expect((await api.mintToWallets(other, reference, body)).status).toBe(404);
    }
    expect((await api.call("GET", `my/dapp/${id}/mints`)).status).toBe(401);
    expect((await api.call("GET", `my/dapp/${id}/mints`, bearer(other.token))).status).toBe(404);
    const draft = await api.createCampaign(publisher, song);
    expect((await api.mintToWallets(publisher, draft, body)).json.code).toBe("E0032");
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    expect((await api.mintToWallets(publisher, id, body)).json.code).toBe("E0032");
    expect([await started(id), await started(draft)]).toEqual([nothing, nothing]);
  });

  it("starts one batch, however often the same call arrives", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "2" }, grid(2, 2));
    const body = { wallets: wallets(2) };
    const headers = { "idempotency-key": `mint-${id}` };
    const answers = await Promise.all([1, 2, 3].map(() => api.mintToWallets(publisher, id, body, headers)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.body.id}`)).size).toBe(1);
    await api.runJob("fill-batch", { batchId: answers[0]?.json.body.id });
    expect((await api.mintToWallets(publisher, id, body, headers)).json.body).toEqual(answers[0]?.json.body);
    expect((await api.mintToWallets(publisher, id, { wallets: wallets(1) }, headers)).json.code).toBe(
      "E0029",
    );
    expect(await started(id)).toEqual({ taken: 2, orders: 2, batches: 1 });
  });
});

describe("a batch", () => {
  it("is drawn and composed once, to the same bytes, even if jobs run twice", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(4) });
    const fillBatch = () => api.runJob("fill-batch", { batchId: json.body.id });
    await Promise.all([fillBatch(), fillBatch(), fillBatch()]);
    const drawn = await api.listParticipants(id);
    expect(drawn.map(({ state }) => state)).toEqual(Array(4).fill("DRAWN"));
    const [first] = drawn;
    const render = () => api.runJob("render-artwork", { campaignId: id, participantId: first?.id });
    await Promise.all([render(), render()]);
    const [{ rendered_image_id: image } = { rendered_image_id: null }] = await api.listParticipants(id);
    await sql`update participant set state = 'DRAWN', rendered_image_id = null where id = ${first?.id}`.execute(
      api.context.db,
    );
    await render();
    expect((await api.listParticipants(id))[0]).toMatchObject({ state: "MINTING", rendered_image_id: image });
    expect(image).toMatch(/^[0-9a-f]{64}$/);
    expect(await api.listRequestedTokens(id)).toMatchObject([
      { token_id: first?.id, then_job: "participant-minted" },
    ]);
    const { rows } = await sql<{ drawn: number }>`
      select sum(drawn)::int as drawn from component where campaign_id = ${id}`.execute(api.context.db);
    expect(rows[0]?.drawn).toBe(8);
  });

  it("ends if the chain rejects some tokens, and reports it in its sender's language", async () => {
    const reader = await api.addPublisher({ name: "Lectora" });
    await sql`update account set language = 'es' where id = ${reader.id}`.execute(api.context.db);
    const id = await api.addActiveCampaign(
      reader,
      await api.addPublicWrap(reader),
      { name: "Marea" },
      grid(2, 2),
    );
    await api.mintToWallets(reader, id, { wallets: wallets(3) });
    await api.runDueJobs();
    const [refused, ...others] = await api.listRequestedTokens(id);
    const refusal = { ok: false, problem: "The chain has refused it." };
    await api.runJob("participant-minted", { ...refused?.then_payload, outcome: refusal });
    const well = { ok: true, hash: "0x1" };
    await Promise.all(
      others.flatMap(({ then_payload }) =>
        [well, well].map((outcome) => api.runJob("participant-minted", { ...then_payload, outcome })),
      ),
    );
    await api.runJob("participant-minted", { ...others[0]?.then_payload, outcome: refusal });
    await api.runDueJobs();
    expect((await api.listParticipants(id)).map(({ state, problem }) => [state, problem])).toEqual([
      ["FAILED", "The chain has refused it."],
      ["MINTED", null],
      ["MINTED", null],
    ]);
    const { json } = await api.call("GET", `my/dapp/${id}/mints`, bearer(reader.token));
    expect(json.body.data).toMatchObject([{ places: 3, minted: 2, failed: 1 }]);
    expect(json.body.data[0].finished_at).not.toBeNull();
    const mails = api.mails.mails(reader.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["No se han acuñado todas tus obras"]);
    expect(mails[0]?.text).toContain("se han acuñado 2 obras");
  });

  it("ends once if its last two tokens are confirmed concurrently", { retry: 0 }, async () => {
    const listMails = () => api.mails.mails(publisher.email).filter(({ text }) => text?.includes("“Neap”"));
    const before = listMails().length;
    const id = await api.addActiveCampaign(publisher, song, { name: "Neap" }, grid(2, 2));
    const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(2) });
    await api.runDueJobs();
    const { db } = api.context;
    const [lockAcquired, lockReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = db.transaction().execute(async (tx) => {
      await sql`select from mint_batch where id = ${json.body.id} for update`.execute(tx);
      lockAcquired.resolve();
      await lockReleased.promise;
    });
    await lockAcquired.promise;
    const outcome = { ok: true, hash: "0x1" };
    const result = (await api.listRequestedTokens(id)).map(({ then_payload }) =>
      api.runJob("participant-minted", { ...then_payload, outcome }),
    );
    try {
      await waitUntilBlocked(db, 2);
    } finally {
      lockReleased.resolve();
      await Promise.all([holder, ...result]);
    }
    await api.runDueJobs();
    expect((await batchesOf(id)).body.data[0]).toMatchObject({ minted: 2, finished_at: expect.any(String) });
    expect(listMails().length).toBe(before + 1);
  });

  it("ends if no combinations are left: its spots are released, and the experience completes", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(2) });
    // Uses up the component in a way that no list can foresee.
    await sql`
      update component set max_permitted = 1, drawn = case when slot_number = 1 then 1 else 0 end where campaign_id = ${id}`.execute(
      api.context.db,
    );
    await api.runJob("fill-batch", { batchId: json.body.id });
    await api.runJob("fill-batch", { batchId: json.body.id });
    const [batch] = (await batchesOf(id)).body.data;
    expect(batch).toMatchObject({ places: 2, minted: 0, failed: 2, finished_at: expect.any(String) });
    expect([(await started(id))?.taken, await api.listParticipants(id)]).toEqual([0, []]);
    expect((await api.getOwnCampaign(publisher, id)).campaign.stage).toBe("COMPLETED");
  });

  it("respects component limits and draws by the experience's type", async () => {
    const parts = [{ slot_number: "1", max_permitted: "1" }, { slot_number: "1" }, ...grid(0, 3)];
    const generative = await api.addActiveCampaign(publisher, song, {}, parts);
    const nine = Array.from({ length: 9 }, (_, tile) => ({ slot_number: String(tile + 1) }));
    const random = await api.addActiveCampaign(publisher, song, { type: "RANDOM" }, nine);
    const fixed = await api.addActiveCampaign(publisher, song, { type: "FIXED_IMAGE" });
    for (const id of [generative, random, fixed]) {
      const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(4) });
      await api.runJob("fill-batch", { batchId: json.body.id });
    }
    const rare = (await api.getOwnCampaign(publisher, generative)).components[0].id;
    const draws = (await api.listParticipants(generative)).map(
      ({ signature }) => signature?.split(" ") ?? [],
    );
    expect(draws.filter(([first]) => first === String(rare)).length).toBeLessThanOrEqual(1);
    expect(new Set(draws.map((draw) => draw.join(" "))).size).toBe(4);
    for (const { signature } of await api.listParticipants(random)) {
      expect(new Set(signature?.split(" ")).size).toBe(9);
    }
    expect((await api.listParticipants(fixed)).map(({ signature }) => signature)).toEqual(
      Array(4).fill(null),
    );
  });

  it("sells no spot for which no combination might be left, even concurrently", { retry: 0 }, async () => {
    const slot = (slot_number: string) =>
      [{ max_permitted: "1" }, {}, {}].map((part) => ({ ...part, slot_number }));
    const parts = [...slot("1"), ...slot("2")];
    for (const max_nfts of ["5", "0"]) {
      const id = await api.addActiveCampaign(publisher, song, { max_nfts }, parts);
      const seen = async () => (await api.call("GET", `drop/${id}`)).json.body;
      expect(await seen()).toMatchObject({ places: 5, places_left: 5 });
      const answers = await Promise.all(
        wallets(9).map((wallet) => api.mintToWallets(publisher, id, { wallets: [wallet] })),
      );
      expect(answers.filter(({ json }) => json.code === "E0033").length).toBe(4);
      expect(await seen()).toMatchObject({ places: 5, places_left: 0, nfts: 0, is_active: true });
      await Promise.all(
        answers.flatMap(({ json }) => api.runJob("fill-batch", { batchId: json.body?.id ?? 0 })),
      );
      const signatures = (await api.listParticipants(id)).map(({ signature }) => signature);
      expect([signatures.length, new Set(signatures).size]).toEqual([5, 5]);
      expect(await seen()).toMatchObject({ places: 5, places_left: 0, nfts: 5, is_active: false });
      expect((await api.getOwnCampaign(publisher, id)).campaign.stage).toBe("COMPLETED");
    }
  });

  it("is drawn to its end, fifty lines at a time", async () => {
    const id = await api.addActiveCampaign(publisher, song, { type: "FIXED_IMAGE" });
    const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(51) });
    const drawn: number[] = [];
    for (let run = 0; run < 3; run++) {
      await api.runJob("fill-batch", { batchId: json.body.id });
      drawn.push((await api.listParticipants(id)).length);
    }
    expect(drawn).toEqual([50, 51, 51]);
    expect((await api.listJobs()).map(({ name }) => name)).toContain("fill-batch");
  });

  it("uses a tile in no more artworks than permitted", async () => {
    const nine = Array.from({ length: 9 }, (_, tile) => ({ slot_number: String(tile + 1) }));
    const rare = [...nine.slice(1), { max_permitted: "2" }];
    const id = await api.addActiveCampaign(publisher, song, { type: "RANDOM" }, rare);
    const { json: result } = await api.mintToWallets(publisher, id, { wallets: wallets(3) });
    expect(result.errors).toEqual([{ field: "wallets", message: "Only 2 spots are left for 3 addresses." }]);
    const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(2) });
    await api.runJob("fill-batch", { batchId: json.body.id });
    expect((await api.listParticipants(id)).length).toBe(2);
    expect((await api.getOwnCampaign(publisher, id)).campaign).toMatchObject({
      stage: "COMPLETED",
      places: 2,
      nfts: 2,
    });
  });

  it("omits a photo that was not uploaded", async () => {
    const photo = { component_type: "PRESELECTED", image: undefined, slot_number: "2", name: "Your face" };
    const id = await api.addActiveCampaign(publisher, song, {}, [
      { name: "Squall" },
      { name: "Calm" },
      photo,
    ]);
    await api.mintToWallets(publisher, id, { wallets: wallets(1) });
    await api.runDueJobs();
    const { json } = await api.call("GET", `drop/nfts?song_campaign_id==${id}`);
    expect(json.body.data).toMatchObject([{ traits: [{ slot_number: 1 }], image: { width: 900 } }]);
    const [{ id: token } = { id: 0 }] = await api.listParticipants(id);
    const result = await api.inject({ method: "GET", url: `/metadata/experiences/${id}/${token}` });
    const traits = result.json().attributes.map(({ trait_type }: { trait_type: string }) => trait_type);
    expect(traits).toEqual(["Slot 1", "Rarity", "Rarity score"]);
  });

  it("assigns its artworks to the account that verified a wallet", async () => {
    const wallet = `0x${randomBytes(20).toString("hex")}`;
    const fan = await api.join();
    await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${fan.id}, now())`.execute(
      api.context.db,
    );
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const { json } = await api.mintToWallets(publisher, id, { wallets: [wallet] });
    await api.runJob("fill-batch", { batchId: json.body.id });
    const { json: art } = await api.call("GET", "my/art", bearer(fan.token));
    expect(art.body.data).toMatchObject([{ song_campaign_id: id, image: null, nft_id: null }]);
  });
});
