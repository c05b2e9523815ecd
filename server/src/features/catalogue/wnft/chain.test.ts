import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { zeroAddress } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { readConfig } from "../../../platform/config/config.ts";
import { sql } from "../../../platform/database/database.ts";
import { importFile } from "../../../platform/ipfs/files.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { createServer } from "../../../server.ts";
import {
  listMetadataUpdates,
  readRoyalty,
  startTestChain,
  type TestChain,
} from "../../../testing/chain/chain.ts";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, makePremium } from "../../../testing/fixtures/people.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { type Kubo, openKubo } from "../../../testing/media/kubo.ts";
import { getTokenOwner } from "../../chain/index.ts";

let desk: CampaignApi;
let chain: TestChain;
let app: FastifyInstance;
let publisher: Publisher;
beforeAll(async () => {
  [desk, chain] = await Promise.all([openCampaignApi(), startTestChain()]);
  desk.context.evm = chain.evm;
  app = await createServer(desk.context, { site: false });
});
afterAll(async () => {
  await app.close();
  await desk.close();
  await chain.stop();
});
beforeEach(async () => {
  publisher = await desk.addPublisher();
  await makePremium(desk, publisher, 86_400 * 30);
});
afterEach(() => {
  desk.context.config = { ...desk.context.config, ipfs: undefined };
});

const issue = (song: number, useIpfs: boolean, royalty_rate = 0) =>
  desk.call("POST", `song/${song}/nft`, {
    payload: { mintOn: "LOCAL", useIpfs, royalty_rate },
    ...bearer(publisher.token),
  });
const readOwnToken = async (song: number) =>
  (await desk.call("GET", `my/song/${song}/nft`, bearer(publisher.token))).json.body;
const metadataOf = async (address: string) => {
  const answer = await app.inject({ method: "GET", url: address });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
};

/** The token, once it is there. */
async function workUntilMinted(song: number) {
  await desk.runJobsUntil(async () => (await readOwnToken(song)).state === "MINTED");
  return readOwnToken(song);
}

/** `tokenURI(uint256)` */
async function tokenUri(contract: string, token: number): Promise<string> {
  const data = `0xc87b56dd${token.toString(16).padStart(64, "0")}`;
  const answer = String(await chain.request("eth_call", { to: contract, data }, "latest"));
  const words = Buffer.from(answer.slice(2), "hex");
  const length = Number(words.readBigUInt64BE(56));
  return words.subarray(64, 64 + length).toString();
}

async function runJob(name: string, payload: object): Promise<void> {
  const task = toTaskList(desk.context, allJobs)[name];
  if (task === undefined) throw new Error(`there is no job ${name}`);
  await (task as (payload: unknown) => Promise<void>)(payload);
}

/** Configures the program to pin files on an IPFS node. */
async function withKubo(): Promise<Kubo> {
  const kubo = await openKubo({ token: "hunter22" });
  const { ipfs } = readConfig({ IPFS_PIN_URL: kubo.url, IPFS_PIN_TOKEN: "hunter22" });
  desk.context.config = { ...desk.context.config, ipfs };
  return kubo;
}

/** Makes failed jobs due immediately. */
async function makeJobsDue(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts > 0`.execute(
    desk.context.db,
  );
}

const tasksFor = async (song: number) => {
  const { rows } = await sql`select 1 from chain_task where key = ${`wrap ${song}`}`.execute(desk.context.db);
  return rows.length;
};

async function openTasks(): Promise<number> {
  const { rows } = await sql`select 1 from chain_task where state in ('WAITING', 'SENT')`.execute(
    desk.context.db,
  );
  return rows.length;
}

/** `supportsInterface(0x49064906)` */
const supportsMetadataUpdates = `0x01ffc9a749064906${"0".repeat(56)}`;

describe("the token of a wrap on a real chain", () => {
  it("has the catalogue number of its wrap, belongs to the publisher's wallet, and its metadata follows the wrap", async () => {
    const wallet = `0x${randomBytes(20).toString("hex")}`;
    await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${publisher.id}, now())`.execute(
      desk.context.db,
    );
    const song = await desk.createDraft(publisher, {
      name: "Salt Meridian",
      description: "A ferry at night.",
      iswc: "T-034.524.680-1",
      duration: 200,
      albums: [{ name: "Ledger", trackNumber: 1, isrc: "PTX072600012", languages: ["pt"] }],
      owners: [{ name: "Inês Corvacho", ownership: 100, royalty: 100 }],
    });
    await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(desk.context.db);
    expect((await metadataOf(`/metadata/wraps/${song}`)).status).toBe(404);
    expect((await issue(song, false, 2.5)).status).toBe(200);
    const { contract_address: contract, nft_hash, nft_id } = await workUntilMinted(song);
    expect([nft_id, nft_hash]).toEqual([String(song), expect.stringMatching(/^0x[0-9a-f]{64}$/)]);
    expect(await getTokenOwner(desk.context, { network: "LOCAL", contract, tokenId: song })).toBe(wallet);
    expect(await readRoyalty(chain, { contract, tokenId: song })).toEqual([wallet, 250n]);

    const uri = await tokenUri(contract, song);
    expect(uri).toBe(`http://localhost/metadata/wraps/${song}`);
    const { status, headers, body } = await metadataOf(new URL(uri).pathname);
    const { json } = await desk.call("GET", `song/${song}`);
    const { image, pretty_id } = json.body.song;
    expect([status, JSON.parse(body.toString())]).toEqual([
      200,
      {
        name: "Salt Meridian",
        description: "A ferry at night.",
        image: `http://localhost/images/${image.id}/960.jpeg`,
        external_url: `http://localhost/wrap/${pretty_id}`,
        attributes: [
          { trait_type: "Artist", value: "Inês Corvacho" },
          { trait_type: "ISWC", value: "T-034.524.680-1" },
          { trait_type: "ISRC", value: "PT-X07-26-00012" },
          { trait_type: "Duration (seconds)", value: 200, display_type: "number" },
        ],
      },
    ]);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "content-type": "application/json; charset=utf-8",
    });

    // Changed, hidden or deleted, the token still belongs to its owner.
    const revision = { payload: { name: "Salt Meridian, revised" }, ...bearer(publisher.token) };
    expect((await desk.call("PATCH", `song/${song}`, revision)).status).toBe(200);
    expect((await desk.call("DELETE", `song/${song}/listing`, bearer(publisher.token))).status).toBe(200);
    const later = await metadataOf(`/metadata/wraps/${song}`);
    expect(JSON.parse(later.body.toString()).name).toBe("Salt Meridian, revised");
    await desk.call("DELETE", `song/${song}`, bearer(publisher.token));
    expect((await metadataOf(`/metadata/wraps/${song}`)).status).toBe(200);
  });

  it("of a publisher without a wallet is the operator's, in custody", async () => {
    const song = await desk.addPublicWrap(publisher);
    await issue(song, false);
    const { contract_address: contract, owner, royalty } = await workUntilMinted(song);
    expect([royalty, await readRoyalty(chain, { contract, tokenId: song })]).toEqual([
      null,
      [zeroAddress, 0n],
    ]);
    expect(owner).toEqual({ address: chain.operator, in_custody: true });
    expect(await getTokenOwner(desk.context, { network: "LOCAL", contract, tokenId: song })).toBe(
      chain.operator,
    );
  });

  it("emits one event for changed metadata, after the last of many edits, and again only if it differs", async () => {
    const { context } = desk;
    const song = await desk.addPublicWrap(publisher);
    await issue(song, false);
    const { contract_address: contract } = await workUntilMinted(song);
    const supports = await chain.request(
      "eth_call",
      { to: contract, data: supportsMetadataUpdates },
      "latest",
    );
    expect(Number(supports)).toBe(1);
    const patch = async (change: object) =>
      expect(
        (await desk.call("PATCH", `song/${song}`, { payload: change, ...bearer(publisher.token) })).status,
      ).toBe(200);
    const refresh = async () => {
      await Promise.all([1, 2, 3].map(() => runJob("refresh-wrap-metadata", {})));
      await runJob("refresh-wrap-metadata", {});
      await desk.runJobsUntil(async () => (await openTasks()) === 0);
      return (await listMetadataUpdates(chain, contract)).filter((token) => token === song).length;
    };
    context.clock.move(3 * 60);
    for (let edit = 1; edit <= 10; edit++)
      await patch({ name: `Take ${edit}`, nickname: `Nickname ${edit}` });
    await sql`update wrap_token set metadata_changed_at = ${context.clock.now()} where song_id = ${song}`.execute(
      context.db,
    );
    expect(await refresh()).toBe(0);
    context.clock.move(61);
    expect(await refresh()).toBe(1);

    // At most once an hour, and not for what marketplaces cannot see.
    await patch({ albums: [{ name: "Ledger", trackNumber: 1, isrc: "PTX072600012", languages: [] }] });
    await patch({ nickname: "Salty" });
    context.clock.move(10 * 60);
    expect(await refresh()).toBe(1);
    context.clock.move(60 * 60);
    expect(await refresh()).toBe(2);
    await patch({ nickname: "Saltier", credits: [{ role: "MIXER", name: "Oddvar Lie" }] });
    await patch({ name: "Elsewhere" });
    await patch({ name: "Take 10" });
    context.clock.move(2 * 60 * 60);
    expect(await refresh()).toBe(2);
  });

  it("with fixed metadata emits no event", async () => {
    const song = await desk.addPublicWrap(publisher);
    await issue(song, true);
    const { contract_address: contract } = await workUntilMinted(song);
    await desk.call("PATCH", `song/${song}`, { payload: { name: "Elsewhere" }, ...bearer(publisher.token) });
    desk.context.clock.move(2 * 60 * 60);
    await runJob("refresh-wrap-metadata", {});
    expect(await openTasks()).toBe(0);
    expect(await listMetadataUpdates(chain, contract)).not.toContain(song);
  });

  it("is in a collection that describes itself", async () => {
    const { status, body } = await metadataOf("/metadata/wraps");
    expect([status, JSON.parse(body.toString())]).toEqual([
      200,
      expect.objectContaining({ name: "Wrapsody", external_link: "http://localhost/wraps" }),
    ]);
    for (const path of ["0", "x", "999999", "1.5"])
      expect((await metadataOf(`/metadata/wraps/${path}`)).status).toBe(404);
  });
});

describe("metadata on IPFS", () => {
  it("is stored on the node before the mint is requested, refers to the picture by its CID, and stays unchanged", async () => {
    const kubo = await withKubo();
    const song = await desk.addPublicWrap(publisher);
    const wallet = `0x${randomBytes(20).toString("hex")}`;
    await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${publisher.id}, now())`.execute(
      desk.context.db,
    );
    expect((await issue(song, true, 10)).status).toBe(200);
    expect([(await readOwnToken(song)).state, await tasksFor(song)]).toEqual(["PENDING", 0]);
    const token = await workUntilMinted(song);
    const { contract_address: contract } = token;
    expect(await readRoyalty(chain, { contract, tokenId: song })).toEqual([wallet, 1_000n]);
    expect(token).toMatchObject({ use_ipfs: true, ipfs_is_pinned: true });
    const uri = await tokenUri(token.contract_address, song);
    expect(uri).toBe(token.metadata_uri);
    const cid = uri.replace("ipfs://", "");
    const before = await metadataOf(`/ipfs/${cid}`);
    const metadata = JSON.parse(before.body.toString());
    expect(metadata.name).toBe("Salt Meridian");
    const picture = metadata.image.replace("ipfs://", "");
    expect(kubo.pinned).toEqual([picture, cid]);
    const { status, headers, body } = await metadataOf(`/ipfs/${picture}`);
    expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
    expect(String(await importFile(desk.context.storage, body))).toBe(picture);

    const revision = { payload: { name: "Something else" }, ...bearer(publisher.token) };
    await desk.call("PATCH", `song/${song}`, revision);
    expect((await metadataOf(`/ipfs/${cid}`)).body.equals(before.body)).toBe(true);
    await kubo.close();
  });

  it("is not served while its wrap is restricted, unless another token has it", async () => {
    const { db } = desk.context;
    const song = await desk.addPublicWrap(publisher);
    await issue(song, true);
    const uri = (await workUntilMinted(song)).metadata_uri.replace("ipfs://", "/ipfs/");
    const metadata = JSON.parse((await metadataOf(uri)).body.toString());
    const picture = metadata.image.replace("ipfs://", "/ipfs/");
    await sql`update wrap_token set ipfs_blocks = '{}' where song_id <> ${song}`.execute(db);
    // A token of an earlier version, whose blocks a job saves, also when it runs twice.
    await sql`update wrap_token set ipfs_blocks = null where song_id = ${song}`.execute(db);
    await runJob("save-ipfs-blocks", {});
    await runJob("save-ipfs-blocks", {});
    const addresses = { uri, picture, archive: `${picture}?format=car` };
    const readStatuses = async () => {
      const statuses = Object.entries(addresses).map(async ([name, url]) => [
        name,
        (await metadataOf(url)).status,
      ]);
      return Object.fromEntries(await Promise.all(statuses));
    };
    const before = await readStatuses();
    expect(before).toEqual({ uri: 200, picture: 200, archive: 200 });
    await sql`
      insert into restriction (kind, target, ground, basis, reason, since)
      values ('wrap', ${String(song)}, 'law', '17 USC 512(c)', 'It is not theirs.', now())`.execute(db);
    await sql`update song set status = status where id = ${song}`.execute(db);
    await expect.poll(readStatuses).toEqual({ uri: 451, picture: 451, archive: 451 });
    // Another wrap's token shows the same picture.
    const twin = await desk.addPublicWrap(publisher);
    await issue(twin, true);
    await workUntilMinted(twin);
    await expect.poll(readStatuses).toEqual({ uri: 451, picture: 200, archive: 200 });
    await sql`update restriction set ended_at = now() where target = ${String(song)}`.execute(db);
    await sql`update song set status = status where id = ${song}`.execute(db);
    await expect.poll(readStatuses).toEqual(before);
  });

  it("is stored only by the platform if no node is configured, and reports it", async () => {
    const song = await desk.addPublicWrap(publisher);
    await issue(song, true);
    const token = await workUntilMinted(song);
    expect(token).toMatchObject({ use_ipfs: true, ipfs_is_pinned: false });
    const uri = await tokenUri(token.contract_address, song);
    expect((await metadataOf(uri.replace("ipfs://", "/ipfs/"))).status).toBe(200);
  });

  it("ends in one token, wherever the work was broken off and however often it is done", {
    retry: 0,
  }, async () => {
    const kubo = await withKubo();
    const song = await desk.addPublicWrap(publisher);
    await issue(song, true);
    // The node closes the connection; nothing is requested from the chain.
    kubo.instead.push((response) => void response.socket?.destroy());
    const [first] = await runJobs(desk.context);
    expect(first).toMatchObject({ message: "The IPFS node is not responding." });
    expect([(await readOwnToken(song)).state, await tasksFor(song)]).toEqual(["PENDING", 0]);
    const attempt = { songId: song, attempt: 1 };
    await Promise.all([1, 2, 3].map(() => runJob("fix-wrap-metadata", attempt)));
    expect(await tasksFor(song)).toBe(1);
    await makeJobsDue();
    const token = await workUntilMinted(song);
    await runJob("fix-wrap-metadata", attempt);
    await desk.runDueJobs();
    expect(await readOwnToken(song)).toEqual(token);
    expect(new Set(kubo.pinned).size).toBe(2);
    await kubo.close();
  });

  it("fails with the reason if no node stores it for a quarter of an hour, and can be requested again", async () => {
    const kubo = await withKubo();
    const song = await desk.addPublicWrap(publisher);
    await issue(song, true);
    const full = (response: { writeHead(status: number): { end(text: string): unknown } }) =>
      void response.writeHead(500).end('{"Message":"no space left on device","Code":0,"Type":"error"}');
    kubo.instead.push(full);
    expect(await runJobs(desk.context)).toHaveLength(1);
    expect((await readOwnToken(song)).state).toBe("PENDING");
    desk.context.clock.move(16 * 60);
    kubo.instead.push(full);
    await makeJobsDue();
    await desk.runDueJobs();
    expect(await readOwnToken(song)).toMatchObject({
      state: "FAILED",
      nft_hash: null,
      problem: "The IPFS node responded with 500: no space left on device",
    });
    expect([(await desk.call("GET", `song/${song}`)).json.body.song.nft_hash, await tasksFor(song)]).toEqual([
      null,
      0,
    ]);
    expect((await issue(song, false)).status).toBe(200);
    expect(await workUntilMinted(song)).toMatchObject({ use_ipfs: false, metadata_uri: null, problem: null });
    await kubo.close();
  });
});
