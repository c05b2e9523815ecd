import { randomBytes } from "node:crypto";
import { royaltyTexts } from "@wrapsody/shared/payments/royalties.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../testing/fixtures/campaigns.ts";
import { basicAuth, bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { operatorAddress } from "../../chain/index.ts";

let desk: CampaignApi;
let publisher: Publisher;
beforeAll(async () => {
  desk = await openCampaignApi();
});
afterAll(() => desk.close());
beforeEach(async () => {
  publisher = await desk.addPublisher();
});

type Body = { mintOn?: unknown; useIpfs?: unknown; royalty_rate?: unknown };

const issue = (
  person: Person | undefined,
  song: number | string,
  body: Body = { mintOn: "LOCAL" },
  headers: Record<string, string> = {},
) =>
  desk.call("POST", `song/${song}/nft`, {
    payload: body,
    headers: { ...(person === undefined ? {} : bearer(person.token).headers), ...headers },
  });
const readOwnToken = async (person: Person, song: number) =>
  (await desk.call("GET", `my/song/${song}/nft`, bearer(person.token))).json.body;
const readPublicSong = async (song: number) => (await desk.call("GET", `song/${song}`)).json.body.song;

/** Lists the chain requests for the token of a wrap. */
async function listRequestedTasks(song: number) {
  const { rows } = await sql<{ network: string; payload: object; then_job: string; then_payload: object }>`
    select network, payload, then_job, then_payload from chain_task where key = ${`wrap ${song}`}`.execute(
    desk.context.db,
  );
  return rows;
}

async function runJob(name: string, payload: object): Promise<void> {
  const task = toTaskList(desk.context, allJobs)[name];
  if (task === undefined) throw new Error(`there is no job ${name}`);
  await (task as (payload: unknown) => Promise<void>)(payload);
}

const contract = `0x${"c0".repeat(20)}`;
const hash = `0x${"1".repeat(64)}`;
const minted = { ok: true, hash, address: contract };

describe("issuing the wNFT of a wrap", () => {
  it("responds immediately that it is in progress, and ends with a public token", async () => {
    const song = await desk.addPublicWrap(publisher);
    const pages = desk.watchPages();
    const { status, json } = await issue(publisher, song);
    const pending = { nft_hash: "PENDING", nft_network: "LOCAL", nft_confirmed: false };
    expect([status, json.body]).toEqual([200, pending]);
    expect(await readPublicSong(song)).toMatchObject({ ...pending, nft_id: null, contract_address: null });
    expect(pages.changes).toEqual([[`song:${song}`]]);
    const owner = { address: operatorAddress(desk.context.evm), in_custody: true };
    expect(await readOwnToken(publisher, song)).toMatchObject({
      ...pending,
      state: "PENDING",
      owner,
      use_ipfs: false,
    });
    expect(await listRequestedTasks(song)).toEqual([
      {
        network: "LOCAL",
        payload: { songId: song, owner: owner.address, metadataUri: "", royalty: null },
        then_job: "wrap-minted",
        then_payload: { songId: song, attempt: 1 },
      },
    ]);

    await runJob("wrap-minted", { songId: song, attempt: 1, outcome: minted });
    const there = { nft_id: String(song), nft_hash: hash, nft_network: "LOCAL", nft_confirmed: true };
    expect(await readPublicSong(song)).toMatchObject({ ...there, contract_address: contract });
    expect(await readOwnToken(publisher, song)).toMatchObject({
      ...there,
      state: "MINTED",
      owner,
      problem: null,
    });
    expect(pages.changes).toEqual([[`song:${song}`], [`song:${song}`]]);
    const { catalogue } = (await desk.call("GET", "my/data", bearer(publisher.token))).json.body;
    expect(catalogue.wnfts).toMatchObject([{ song_id: song, network: "LOCAL", state: "MINTED" }]);
    const events = await desk.events(publisher.id);
    expect(events.find(({ kind }) => kind === "wnft-requested")).toEqual({
      kind: "wnft-requested",
      detail: { song },
    });

    // A repeated or contradicting outcome changes nothing.
    const later = { ok: true, hash: `0x${"2".repeat(64)}`, address: contract };
    await runJob("wrap-minted", { songId: song, attempt: 1, outcome: later });
    await runJob("wrap-minted", { songId: song, attempt: 1, outcome: { ok: false, problem: "no" } });
    expect(await readPublicSong(song)).toMatchObject(there);
    pages.close();
  });

  it("goes to the wallet that the publisher linked first and that is good on the network", async () => {
    const [first, second, safe] = [1, 2, 3].map(() => `0x${randomBytes(20).toString("hex")}`);
    await sql`
      insert into wallet (address, network, account_id, linked_at) values
        (${safe}, 'LINEA', ${publisher.id}, '2026-01-01'), (${second}, '', ${publisher.id}, '2026-03-01'),
        (${first}, '', ${publisher.id}, '2026-02-01')`.execute(desk.context.db);
    const song = await desk.addPublicWrap(publisher);
    const owner = { address: first, in_custody: false };
    expect((await readOwnToken(publisher, song)).offers).toEqual([{ network: "LOCAL", owner }]);
    await issue(publisher, song);
    expect((await listRequestedTasks(song))[0]?.payload).toMatchObject({ owner: first });
    expect((await readOwnToken(publisher, song)).owner).toEqual(owner);
  });

  it("is for its owner alone, who is logged in or has API keys", async () => {
    const song = await desk.addPublicWrap(publisher);
    const stranger = await desk.addPublisher();
    const anonymous = await issue(undefined, song);
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    const other = await issue(stranger, song);
    expect([other.status, other.json.code]).toEqual([404, "E0001"]);
    const look = await desk.call("GET", `my/song/${song}/nft`, bearer(stranger.token));
    expect([look.status, look.json.code]).toEqual([404, "E0001"]);
    expect((await desk.call("GET", `my/song/${song}/nft`)).status).toBe(401);
    for (const reference of [999_999, "no-such-wrap"])
      expect((await issue(publisher, reference)).status).toBe(404);
    expect(await listRequestedTasks(song)).toEqual([]);

    await makePremium(desk, publisher);
    const { json } = await desk.call("PATCH", "provider/keys", bearer(publisher.token));
    const keyed = await issue(undefined, song, { mintOn: "LOCAL" }, basicAuth(json.body).headers);
    expect(keyed.status).toBe(200);
  });

  it("rejects unknown and unconnected networks on their field, and lists the connected ones", async () => {
    const song = await desk.addPublicWrap(publisher);
    for (const mintOn of ["LINEA", "MUMBAI", "SOLANA", 7]) {
      const { status, json } = await issue(publisher, song, { mintOn });
      expect([mintOn, status, json.code]).toEqual([mintOn, 400, "E0007"]);
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(["mintOn"]);
    }
    expect((await issue(publisher, song, {})).json.errors[0].field).toBe("mintOn");
    expect((await issue(publisher, song, { mintOn: "LOCAL", useIpfs: "yes" })).json.errors[0].field).toBe(
      "useIpfs",
    );
    const { state, offers } = await readOwnToken(publisher, song);
    expect([state, offers.map(({ network }: { network: string }) => network)]).toEqual(["NONE", ["LOCAL"]]);
    expect(await listRequestedTasks(song)).toEqual([]);
  });

  it("pays a resale royalty to the wallet that gets it, and requires one", async () => {
    const song = await desk.addPublicWrap(publisher);
    const issueWith = (royalty_rate: unknown) => issue(publisher, song, { mintOn: "LOCAL", royalty_rate });
    const noWallet = await issueWith(5);
    expect([noWallet.status, noWallet.json.code, noWallet.json.errors]).toEqual([
      400,
      "E0007",
      [{ field: "royalty_rate", message: royaltyTexts.noWallet }],
    ]);
    expect(await listRequestedTasks(song)).toEqual([]);
    const wallet = `0x${randomBytes(20).toString("hex")}`;
    await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${publisher.id}, now())`.execute(
      desk.context.db,
    );
    for (const [rate, message] of [
      [-0.1, royaltyTexts.range],
      [10.01, royaltyTexts.range],
      ["much", royaltyTexts.range],
      ["", royaltyTexts.range],
      [null, royaltyTexts.range],
      [5.125, royaltyTexts.decimals],
    ] as const) {
      const { status, json } = await issueWith(rate);
      expect([rate, status, json.errors]).toEqual([rate, 400, [{ field: "royalty_rate", message }]]);
    }
    expect((await issueWith("7.5")).status).toBe(200);
    const royalty = { receiver: wallet, basisPoints: 750 };
    expect(await listRequestedTasks(song)).toMatchObject([{ payload: { royalty } }]);
    expect((await readOwnToken(publisher, song)).royalty).toEqual({ rate: 7.5, receiver: wallet });
    const { catalogue } = (await desk.call("GET", "my/data", bearer(publisher.token))).json.body;
    expect(catalogue.wnfts).toContainEqual(
      expect.objectContaining({ song_id: song, royalty_basis_points: 750, royalty_receiver: wallet }),
    );
  });

  it("requires a public wrap, with a message", async () => {
    const song = await desk.createDraft(publisher);
    for (const status of ["DRAFT", "IN_REVIEW", "REJECTED", "HIDDEN"]) {
      await sql`update song set status = ${status} where id = ${song}`.execute(desk.context.db);
      const { status: answered, json } = await issue(publisher, song);
      expect([status, answered, json.code]).toEqual([status, 409, "E0027"]);
      expect(json.message).toMatch(/once the wrap is public/);
    }
    await sql`update song set status = 'DELETED' where id = ${song}`.execute(desk.context.db);
    expect((await issue(publisher, song)).json.code).toBe("E0001");
  });

  it("happens once for each wrap, also under concurrent requests", { retry: 0 }, async () => {
    await makePremium(desk, publisher);
    const song = await desk.addPublicWrap(publisher);
    const answers = await Promise.all(Array.from({ length: 6 }, () => issue(publisher, song)));
    const codes = answers.map(({ status, json }) => (status === 200 ? "issued" : json.code));
    expect(codes.sort()).toEqual(["E0031", "E0031", "E0031", "E0031", "E0031", "issued"]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.message).toBe("wNFT has already been issued for this wrap.");
    expect((await listRequestedTasks(song)).length).toBe(1);
    await runJob("wrap-minted", { songId: song, attempt: 1, outcome: minted });
    expect((await issue(publisher, song)).json.code).toBe("E0031");
    // Nor where one was issued before this program kept tokens.
    const older = await desk.addPublicWrap(publisher);
    await sql`
      update song set nft_id = '7', nft_hash = ${hash}, nft_network = 'LINEA', nft_confirmed = true
      where id = ${older}`.execute(desk.context.db);
    expect((await issue(publisher, older)).json.code).toBe("E0031");
    expect(await readOwnToken(publisher, older)).toMatchObject({ state: "MINTED", owner: null, nft_id: "7" });
  });

  it("answers a repeat under the same key the same, and refuses another call under it", {
    retry: 0,
  }, async () => {
    const song = await desk.addPublicWrap(publisher);
    const key = { "idempotency-key": "issue-once-0123456789" };
    const [first, second] = await Promise.all([
      issue(publisher, song, { mintOn: "LOCAL" }, key),
      issue(publisher, song, { mintOn: "LOCAL" }, key),
    ]);
    expect([first.status, second.status, second.json]).toEqual([200, 200, first.json]);
    const other = await issue(publisher, song, { mintOn: "LOCAL", useIpfs: true }, key);
    expect([other.status, other.json.code]).toEqual([409, "E0029"]);
  });
});

describe("the limit of the plan", () => {
  it("is one wNFT for free, also for several wraps concurrently, and names the plan with more", {
    retry: 0,
  }, async () => {
    const songs = await Promise.all([1, 2, 3, 4].map(() => desk.addPublicWrap(publisher)));
    const answers = await Promise.all(songs.map((song) => issue(publisher, song)));
    const codes = answers.map(({ status, json }) => (status === 200 ? "issued" : json.code));
    expect(codes.sort()).toEqual(["E0030", "E0030", "E0030", "issued"]);
    const refused = answers.find(({ json }) => json.code === "E0030");
    expect([refused?.status, refused?.json.message]).toEqual([
      403,
      "Your plan includes 1 wNFT, and you have issued 1. Premium includes wNFTs for all your songs.",
    ]);
    const [first = 0] = songs;
    expect((await readOwnToken(publisher, first)).plan).toEqual({ is_premium: false, used: 1, most: 1 });
  });

  it("is none for premium publishers, and what they have issued counts when they are free again", async () => {
    await makePremium(desk, publisher, 3_600);
    const songs = await Promise.all([1, 2, 3].map(() => desk.addPublicWrap(publisher)));
    for (const song of songs) expect((await issue(publisher, song)).status).toBe(200);
    const [first = 0] = songs;
    expect((await readOwnToken(publisher, first)).plan).toEqual({ is_premium: true, used: 3, most: null });
    await sql`delete from subscription where account_id = ${publisher.id}`.execute(desk.context.db);
    const another = await desk.addPublicWrap(publisher);
    expect((await issue(publisher, another)).json.code).toBe("E0030");
  });

  it("counts a token also after its wrap is deleted, and no token that failed", async () => {
    const song = await desk.addPublicWrap(publisher);
    await issue(publisher, song);
    const outcome = { ok: false, problem: "The receiver's address cannot hold tokens." };
    await runJob("wrap-minted", { songId: song, attempt: 1, outcome });
    expect(await readOwnToken(publisher, song)).toMatchObject({
      state: "FAILED",
      problem: outcome.problem,
      nft_hash: null,
      nft_network: null,
      plan: { used: 0 },
    });
    expect(await readPublicSong(song)).toMatchObject({
      nft_hash: null,
      nft_network: null,
      nft_confirmed: false,
    });

    // It can be issued again. Late outcomes of the first attempt are ignored then.
    expect((await issue(publisher, song)).status).toBe(200);
    await runJob("wrap-minted", { songId: song, attempt: 1, outcome });
    expect(await readOwnToken(publisher, song)).toMatchObject({ state: "PENDING", problem: null });
    await runJob("wrap-minted", { songId: song, attempt: 2, outcome: minted });
    expect(await readOwnToken(publisher, song)).toMatchObject({ state: "MINTED", plan: { used: 1 } });
    await desk.call("DELETE", `song/${song}`, bearer(publisher.token));
    expect((await issue(publisher, await desk.addPublicWrap(publisher))).json.code).toBe("E0030");
  });
});
