import type { Endpoint } from "@wrapsody/shared/endpoint.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "./features.ts";
import { sql } from "./platform/database/database.ts";
import { pngFile } from "./testing/fixtures/studio.ts";
import { type FuzzedCall, generateCall } from "./testing/fuzz/api-calls.ts";
import { createRandom, readSeed, scaleRuns } from "./testing/fuzz/random.ts";
import { type CallerKind, callerKinds, openCallers } from "./testing/http/callers.ts";
import { type FileSent, multipart } from "./testing/http/multipart.ts";

type Ids = Awaited<ReturnType<typeof findIds>>;

/** One call with the ids of objects that belong to the demo's publisher, or to its fan. */
type AccessCase = {
  params?: (ids: Ids) => Record<string, string | number>;
  query?: (ids: Ids) => string;
  body?: (ids: Ids) => object;
  parts?: (ids: Ids) => Record<string, string | FileSent>;
  /** The status that strangers get: a fan, another publisher, and API keys if the call takes them. */
  stranger: number;
  /** The status that administrators get, if it differs. */
  admin?: number;
  /**
   * Whose call must not be refused, so that the object exists; `none` if the call has no owner, such as a public page or one
   * that a secret authorises.
   */
  owner?: "fan" | "admin" | "none";
};

const secret = "x".repeat(43);
const wallet = "0x00000000000000000000000000000000000000aa";
const png = pngFile();
const draft = (ids: Ids) => ({ id: ids.draft });
const artist = (ids: Ids) => ({ id: ids.artist });
const album = (ids: Ids) => ({ id: ids.album });
const account = (ids: Ids) => ({ id: ids.account });
const campaign = (ids: Ids) => ({ id: ids.campaign });
const song = (ids: Ids) => ({ id: ids.song });
const order = (ids: Ids) => ({ id: ids.order });
const webhook = (ids: Ids) => ({ id: ids.webhook });

/** Every endpoint that takes an id, and what a stranger gets for an object that exists. */
const accessCases: Record<string, AccessCase> = {
  "DELETE my/sessions/:id": { params: (ids) => ({ id: ids.session }), stranger: 404 },
  "GET user/:uid/claim/:code": {
    params: (ids) => ({ uid: ids.account, code: secret }),
    stranger: 400,
    owner: "none",
  },
  "PATCH auth/password/update": {
    body: (ids) => ({
      userId: ids.account,
      code: secret,
      password: "ferry timetable moon",
      confirmPassword: "ferry timetable moon",
    }),
    stranger: 400,
    owner: "none",
  },
  "GET admin/user/:id": { params: account, stranger: 403, admin: 200, owner: "admin" },
  "PATCH admin/user/:id": {
    params: account,
    body: () => ({ may_import: false }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "POST admin/user": {
    body: (ids) => ({
      email: "new@label.example",
      name: "New",
      language: "en",
      artist_id: Number(ids.artist),
    }),
    stranger: 403,
    admin: 400,
    owner: "admin",
  },
  "GET sign-up/invitation/:code": { params: () => ({ code: secret }), stranger: 400, owner: "none" },
  "DELETE admin/sign-up-invitation/:id": {
    params: (ids) => ({ id: ids.invitation }),
    stranger: 403,
    admin: 404,
    owner: "admin",
  },
  "POST admin/job/:id/retry": {
    params: (ids) => ({ id: ids.job }),
    stranger: 403,
    admin: 404,
    owner: "admin",
  },
  "GET song/:id": { params: draft, stranger: 404, owner: "none" },
  "GET artist/:id": { params: artist, stranger: 200, owner: "none" },
  "GET artist/:id/songs": { params: artist, stranger: 200, owner: "none" },
  "GET artist/:id/albums": { params: artist, stranger: 200, owner: "none" },
  "GET artist/:id/experiences": { params: artist, stranger: 200, owner: "none" },
  "POST song/:id/stream": { params: draft, body: () => ({}), stranger: 404, owner: "none" },
  "GET album/:id": { params: album, stranger: 200, owner: "none" },
  "GET my/artist/:id/albums": { params: artist, stranger: 404 },
  "GET my/album/:id": { params: album, stranger: 404 },
  "POST artist/:id/album": {
    params: artist,
    parts: () => ({ data: JSON.stringify({ name: "Taken" }) }),
    stranger: 404,
  },
  "PATCH album/:id": { params: album, parts: () => ({ name: "Taken" }), stranger: 404 },
  "DELETE album/:id": { params: album, stranger: 404 },
  "DELETE artist/:id": { params: artist, stranger: 404 },
  "GET my/artist/:id": { params: artist, stranger: 404 },
  "PATCH artist/:id": {
    params: artist,
    parts: () => ({ description: "Taken" }),
    stranger: 404,
  },
  "GET my/song/:id": { params: draft, stranger: 404 },
  "POST artist/:id/song": {
    params: artist,
    parts: () => ({ data: JSON.stringify({ name: "Taken" }), image: png }),
    stranger: 404,
  },
  "PATCH song/:id": { params: draft, body: () => ({ description: "Taken" }), stranger: 404 },
  "DELETE song/:id": { params: draft, stranger: 404 },
  "POST song/:id/listing": { params: draft, stranger: 404 },
  "DELETE song/:id/listing": { params: draft, stranger: 404 },
  "GET song/:id/splits": { params: draft, stranger: 404 },
  "POST split/:id/confirm": { params: (ids) => ({ id: ids.splitProposal }), stranger: 404, owner: "fan" },
  "POST split/:id/decline": { params: (ids) => ({ id: ids.splitProposal }), stranger: 404, owner: "fan" },
  "POST split/:id/assignment": { params: (ids) => ({ id: ids.splitProposal }), stranger: 404 },
  "DELETE split/:id": { params: (ids) => ({ id: ids.splitProposal }), stranger: 404 },
  // It has not waited for 14 days.
  "POST admin/split/:id": {
    params: (ids) => ({ id: ids.splitProposal }),
    body: () => ({ decision: "CONFIRMED" }),
    stranger: 403,
    admin: 409,
    owner: "admin",
  },
  "PATCH song/:id/art": { params: draft, parts: () => ({ artwork: png }), stranger: 404 },
  "PATCH song/:id/audio": {
    params: draft,
    parts: () => ({ audio: { content: Buffer.from("ID3"), fileName: "a.mp3", contentType: "audio/mpeg" } }),
    stranger: 404,
  },
  "PUT song/:id/master": {
    params: draft,
    parts: () => ({ master: { content: Buffer.from("RIFF"), fileName: "a.wav", contentType: "audio/wav" } }),
    stranger: 404,
  },
  "GET song/:id/master": { params: draft, stranger: 404 },
  "DELETE song/:id/master": { params: draft, stranger: 404 },
  "GET admin/review/:id": {
    params: (ids) => ({ id: ids.inReview }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "POST admin/review/:id": {
    params: (ids) => ({ id: ids.song }),
    body: () => ({ decision: "APPROVED" }),
    stranger: 403,
    admin: 409,
    owner: "admin",
  },
  // A draft cannot be reported, because nobody but its owner may know that it exists.
  "POST report": {
    body: (ids) => ({
      kind: "wrap",
      id: String(ids.draft),
      problem: "other",
      explanation: "Wrong",
      location: "All of it",
      name: "Réka Szabó",
      email: "rights@label.example",
      good_faith: true,
    }),
    stranger: 404,
    owner: "none",
  },
  "GET admin/report/:id": {
    params: (ids) => ({ id: ids.report }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "POST admin/report/:id": {
    params: (ids) => ({ id: ids.report }),
    body: () => ({ decision: "NO_ACTION", reason: "A licence was shown." }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "POST my/restriction/:id/contest": {
    params: (ids) => ({ id: ids.restriction }),
    body: () => ({ statement: "Ours.", address: "1 Quay Street", consent: true, signature: "Taken" }),
    stranger: 404,
  },
  // It is not contested.
  "POST admin/restriction/:id/keep": {
    params: (ids) => ({ id: ids.restriction }),
    body: () => ({ reason: "A licence was shown." }),
    stranger: 403,
    admin: 409,
    owner: "admin",
  },
  "POST admin/restriction/:id/end": {
    params: (ids) => ({ id: ids.restriction }),
    body: () => ({ reason: "A licence was shown." }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "POST admin/play-hold/:id": {
    params: (ids) => ({ id: ids.playHold }),
    body: () => ({ decision: "RELEASED" }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "GET my/statistics": { query: (ids) => `song=${ids.song}`, stranger: 404 },
  "POST song/:id/nft": { params: draft, body: () => ({ mintOn: "LOCAL", useIpfs: false }), stranger: 404 },
  "GET my/song/:id/nft": { params: song, stranger: 404 },
  "POST song/:id/reward/:rewardId": {
    params: (ids) => ({ id: ids.draft, rewardId: ids.reward }),
    stranger: 404,
    owner: "none",
  },
  "POST song/:id/reward": {
    params: song,
    body: () => ({
      name: "Taken",
      description: "Taken",
      reward_points_earned: 5,
      reward_type: "TICKET",
      details: "Taken",
    }),
    stranger: 404,
  },
  "DELETE song/:id/reward/:rewardId": {
    params: (ids) => ({ id: ids.rewardSong, rewardId: ids.reward }),
    stranger: 404,
  },
  "GET song/:id/reward": { params: draft, stranger: 404 },
  "PATCH claim/:id": {
    params: (ids) => ({ id: ids.claim }),
    body: () => ({ state: "CONTACTED" }),
    stranger: 404,
  },
  "POST admin/hold/:id": {
    params: (ids) => ({ id: ids.pointHold }),
    body: () => ({ decision: "RELEASED" }),
    stranger: 403,
    admin: 200,
    owner: "admin",
  },
  "GET admin/user/:id/points": { params: account, stranger: 403, admin: 200, owner: "admin" },
  "POST admin/user/:id/points": {
    params: account,
    body: (ids) => ({ song_id: Number(ids.song), key: "listen x", reason: "Heard by a machine." }),
    stranger: 403,
    admin: 404,
    owner: "none",
  },
  "GET song/:id/download": {
    params: draft,
    query: () => `wallet=${wallet}`,
    stranger: 404,
    owner: "none",
  },
  "GET song/:id/download/:nonce": {
    params: (ids) => ({ id: ids.draft, nonce: "12345678" }),
    stranger: 404,
    owner: "none",
  },
  // A proof that was not requested is refused before the song is looked up.
  "POST song/:id/download": {
    params: draft,
    body: () => ({ wallet, signature: `0x${"00".repeat(65)}` }),
    stranger: 400,
    owner: "none",
  },
  "GET my/rewards/:songId": { params: (ids) => ({ songId: ids.draft }), stranger: 404, owner: "none" },
  "GET my/dapp/:id": { params: campaign, stranger: 404 },
  "POST drop/:id": {
    params: draft,
    parts: () => ({
      name: "Taken",
      description: "Taken",
      type: "GENERATIVE",
      max_nfts: "5",
      reward_points: "0",
      cost_per_nft: "0",
      is_public_mintable: "true",
      network: "LOCAL",
      promo_image: png,
    }),
    stranger: 404,
    owner: "none",
  },
  "PATCH drop/:id": { params: campaign, parts: () => ({ description: "Taken" }), stranger: 404 },
  "PATCH drop/:id/activate": { params: campaign, stranger: 404 },
  "DELETE drop/:id/activate": { params: campaign, stranger: 404 },
  "PATCH drop/:id/close": { params: campaign, stranger: 404 },
  "DELETE drop/:id": { params: campaign, stranger: 404 },
  "POST drop/:id/mintBulk": { params: campaign, body: () => ({ wallet, total: 1 }), stranger: 404 },
  "POST drop/:id/component": {
    params: campaign,
    parts: () => ({
      name: "Taken",
      slot_number: "1",
      layer_level: "1",
      rarity: "50",
      width: "900",
      offsetX: "0",
      offsetY: "0",
      max_permitted: "0",
      anchor_point: "TOP_LEFT",
      image: png,
    }),
    stranger: 404,
  },
  "PATCH drop/:id/component/:componentId": {
    params: (ids) => ({ id: ids.campaign, componentId: ids.component }),
    parts: () => ({ name: "Taken" }),
    stranger: 404,
  },
  "DELETE drop/:id/:componentId": {
    params: (ids) => ({ id: ids.campaign, componentId: ids.component }),
    stranger: 404,
  },
  "POST drop/:id/components/delete": {
    params: campaign,
    body: (ids) => ({ component_ids: [Number(ids.component)] }),
    stranger: 404,
  },
  "POST drop/:id/components/restore": {
    params: campaign,
    body: (ids) => ({ component_ids: [Number(ids.component)] }),
    stranger: 404,
  },
  "POST drop/:id/qr": {
    params: campaign,
    body: () => ({ qr_code_link: "https://label.example/" }),
    stranger: 404,
  },
  "POST drop/:id/simulation": { params: campaign, body: () => ({ samples: 1 }), stranger: 404 },
  "POST qr/scan": {
    body: (ids) => ({ songId: ids.song, componentId: ids.component, nftId: "1" }),
    stranger: 404,
    owner: "none",
  },
  "POST qr/message": {
    body: (ids) => ({ songId: ids.song, componentId: ids.component, nftId: "1", wallet }),
    stranger: 404,
    owner: "none",
  },
  "POST qr/confirm": {
    body: (ids) => ({ songId: ids.song, componentId: ids.component, nftId: "1", wallet, signature: "0x00" }),
    stranger: 404,
    owner: "none",
  },
  "GET my/dapp/:id/scans": { params: campaign, stranger: 404 },
  "GET drop/:id/access": { params: campaign, stranger: 200, owner: "none" },
  "POST payment/:id": {
    params: (ids) => ({ id: ids.inactive }),
    body: () => ({ wallet }),
    stranger: 403,
    owner: "none",
  },
  "GET payment/:id": { params: campaign, stranger: 200, owner: "none" },
  "DELETE payment/:id": { params: order, stranger: 404, owner: "fan" },
  "POST payment/confirm": {
    body: (ids) => ({ orderId: ids.order, code: secret }),
    stranger: 400,
    owner: "none",
  },
  "GET payment/:id/artwork": { params: order, query: () => `code=${secret}`, stranger: 400, owner: "none" },
  "GET payment/:id/refund": { params: order, query: () => `code=${secret}`, stranger: 400, owner: "none" },
  "GET payment/:id/preselected": {
    params: order,
    query: () => `code=${secret}`,
    stranger: 400,
    owner: "none",
  },
  "POST nft/uploadPreselected": {
    parts: (ids) => ({
      transaction_id: ids.order,
      code: secret,
      slot_number: "1",
      preselected_id: ids.component,
      photo: png,
    }),
    stranger: 400,
    owner: "none",
  },
  "POST drop/:id/mint": { params: campaign, body: () => ({ wallets: wallet }), stranger: 404 },
  "GET my/dapp/:id/mints": { params: campaign, stranger: 404 },
  "GET my/dapp/:id/failures": { params: campaign, stranger: 404 },
  "POST drop/:id/participant/:participantId/mint": {
    params: (ids) => ({ id: ids.campaign, participantId: ids.participant }),
    stranger: 404,
  },
  "GET drop/:id": { params: campaign, stranger: 200, owner: "none" },
  "GET drop/:id/metadata": { params: campaign, stranger: 200, owner: "none" },
  "GET drop/:id/:participantId": {
    params: (ids) => ({ id: ids.campaign, participantId: ids.participant }),
    stranger: 200,
    owner: "none",
  },
  "GET dapp/:id/components": { params: campaign, stranger: 200, owner: "none" },
  "GET my/import/:id": { params: (ids) => ({ id: ids.import }), stranger: 404 },
  // A dry run cannot be undone.
  "DELETE my/import/:id": { params: (ids) => ({ id: ids.import }), stranger: 404, owner: "none" },
  "DELETE my/wallets/:address": { params: () => ({ address: wallet }), stranger: 404, owner: "fan" },
  "POST admin/payment/:id/refund": {
    params: (ids) => ({ id: ids.payment }),
    body: () => ({ reason: "A mistake." }),
    stranger: 403,
    admin: 200,
    owner: "none",
  },
  "POST admin/bill/:id/refund": {
    params: (ids) => ({ id: ids.payment }),
    body: () => ({ reason: "A mistake.", ends_plan: false }),
    stranger: 403,
    admin: 404,
    owner: "none",
  },
  "POST admin/payment/:id/seen": {
    params: (ids) => ({ id: ids.payment }),
    body: () => ({ problem: "REFUND_FAILED" }),
    stranger: 403,
    admin: 409,
    owner: "none",
  },
  "POST subscribe/confirm": { body: () => ({ orderId: "x", code: secret }), stranger: 400, owner: "none" },
  // The demo's plan was granted, so nobody can end or renew it.
  "DELETE subscribe/:id": { params: (ids) => ({ id: ids.subscription }), stranger: 404, owner: "none" },
  "PATCH subscribe/:id": {
    params: (ids) => ({ id: ids.subscription }),
    body: () => ({ renews_as: "PREMIUM_MONTHLY" }),
    stranger: 404,
    owner: "none",
  },
  "PATCH my/webhook/:id": { params: webhook, body: () => ({ events: ["order.paid"] }), stranger: 404 },
  "DELETE my/webhook/:id": { params: webhook, stranger: 404 },
  "POST my/webhook/:id/secret": { params: webhook, stranger: 404 },
  "POST my/webhook/:id/test": { params: webhook, stranger: 404 },
  "GET my/webhook/:id/deliveries": { params: webhook, stranger: 404 },
  "POST my/webhook/:id/delivery/:delivery": {
    params: (ids) => ({ id: ids.webhook, delivery: ids.delivery }),
    stranger: 404,
  },
  "GET my/invoice/:id": { params: (ids) => ({ id: ids.payment }), stranger: 404, owner: "none" },
};

const idName = /^id$|Id$|(?<!chain)_id$|^song$|^artist$|^copy_of$/;

/** Whether an endpoint takes the id of an object in its path, query or body. Names of networks, plans and texts are none. */
function takesId({ path, query, body }: Endpoint): boolean {
  const names = [...Object.keys(query.shape), ...Object.keys(body.shape)];
  // A play's id is a secret of its listener; `POST song/:id/stream` is listed for the song.
  return (
    /:(?!network|plan|text)/.test(path) || names.some((name) => name !== "stream_id" && idName.test(name))
  );
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

let callers: Awaited<ReturnType<typeof openCallers>>;
let endpoints: Endpoint[];
let ids: Ids;

beforeAll(async () => {
  callers = await openCallers();
  endpoints = allRoutes(callers.context).map(({ endpoint }) => endpoint);
  ids = await findIds();
});
afterAll(() => callers.close());

/** Finds an object of each kind that belongs to the publisher or the fan. Adds the kinds that are missing from the demo. */
async function findIds() {
  const { readOne, context } = callers;
  const { db } = context;
  const owner = await readOne("select id from account where email = 'premium@wrapsody.example'");
  const fan = await readOne("select id from account where email = 'fan@wrapsody.example'");
  const ownSongs = `(select s.* from song s join artist a on a.id = s.artist_id where a.owner_id = '${owner}')`;
  const ownCampaigns = `(select c.* from campaign c join ${ownSongs} s on s.id = c.song_id where c.deleted_at is null)`;
  const songId = await readOne(`select min(id) from ${ownSongs} s where status = 'ACTIVE'`);
  const campaignId = await readOne(
    `select min(c.id) from ${ownCampaigns} c where participants > 0 and exists (select from component where campaign_id = c.id)`,
  );
  await sql`
    insert into import (account_id, id, kind, dry_run, state, started_at)
    values (${owner}, 'an-import', 'SONGS', true, 'DONE', now())`.execute(db);
  await sql`insert into wallet (address, network, account_id, linked_at) values (${wallet}, '', ${fan}, now())`.execute(
    db,
  );
  await sql`
    insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
    values (${fan}, ${songId}, 'listen x', 'LISTEN', 1, 'DEVICE', 'PENDING', now())`.execute(db);
  await sql`
    insert into play_hold (song_id, day, network, plays, listeners, first_held_at, last_held_at)
    values (${songId}, now()::date, '203.0.113.0/24', 1, 1, now(), now())`.execute(db);
  await sql`
    insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at, completed_at)
    values ('AnOrderOfTheFan0000000', sha256('x'), ${campaignId}, ${fan}, ${wallet}, 'FULFILLED', 0, now(), now())`.execute(
    db,
  );
  await sql`
    with proposal as (
      insert into song_split_revision (song_id, state, proposed_by, proposed_at)
      values (${songId}, 'PROPOSED', ${owner}, now()) returning id
    ), named as (
      insert into song_split (revision_id, position, name, account_id, ownership_points, royalty_points)
      select id, 0, 'Fan', ${fan}::uuid, 10000, 10000 from proposal
    )
    insert into song_split_approval (revision_id, account_id) select id, ${fan}::uuid from proposal`.execute(
    db,
  );
  await sql`
    insert into restriction (kind, target, ground, basis, reason, since)
    select 'wrap', min(id)::text, 'law', 'A law', 'A reason', now() from ${sql.raw(ownSongs)} s where status = 'DRAFT'`.execute(
    db,
  );
  await sql`
    insert into report (kind, target, title, problem, explanation, location, language, created_at)
    values ('wrap', ${songId}, 'A wrap', 'other', 'Wrong', 'All of it', 'en', now())`.execute(db);
  await sql`
    insert into sign_up_invitation (email, language, code_hash, created_at, expires_at)
    values ('invited@label.example', 'en', sha256('x'), now(), now() + interval '1 day')`.execute(db);
  await sql`
    with endpoint as (
      insert into webhook_endpoint (account_id, url, events, secret_sealed, created_at)
      values (${owner}, 'https://label.example', '{order.paid}', '', now()) returning id
    ), message as (
      insert into webhook_message (account_id, type, payload, created_at) values (${owner}, 'order.paid', '{}', now()) returning id
    )
    insert into webhook_delivery (endpoint_id, message_id, state, created_at)
    select endpoint.id, message.id, 'DELIVERED', now() from endpoint, message`.execute(db);
  await sql`
    insert into song_master (song_id, file_key, file_name, format, bytes, duration, sample_rate, channels, state, uploaded_at)
    select min(id), 'ab/cd/x.wav', 'x.wav', 'WAV', 1, 1, 44100, 2, 'ENCODED', now() from ${sql.raw(ownSongs)} s
    where status = 'DRAFT'`.execute(db);
  await sql`
    select graphile_worker.add_job('send-email', '{}'::json, max_attempts => 1)`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x'`.execute(db);
  return {
    account: owner,
    song: songId,
    campaign: campaignId,
    session: await readOne(`select id from session where account_id = '${owner}' limit 1`),
    draft: await readOne(`select min(id) from ${ownSongs} s where status = 'DRAFT'`),
    inReview: await readOne(`select min(id) from ${ownSongs} s where status = 'IN_REVIEW'`),
    artist: await readOne(`select min(id) from artist where owner_id = '${owner}'`),
    album: await readOne(
      `select min(t.album_id) from song_album t join ${ownSongs} s on s.id = t.song_id where s.status = 'ACTIVE'`,
    ),
    inactive: await readOne(`select min(id) from ${ownCampaigns} c where not is_active`),
    component: await readOne(`select min(id) from component where campaign_id = ${campaignId}`),
    participant: await readOne(`select min(id) from participant where campaign_id = ${campaignId}`),
    reward: await readOne(`select min(r.id) from reward r join ${ownSongs} s on s.id = r.song_id`),
    rewardSong: await readOne(
      `select song_id from reward where id = (select min(r.id) from reward r join ${ownSongs} s on s.id = r.song_id)`,
    ),
    claim: await readOne(
      `select min(c.id) from reward_claim c join ${ownSongs} s on s.id = c.song_id where c.state = 'REQUESTED'`,
    ),
    order: "AnOrderOfTheFan0000000",
    import: "an-import",
    payment: await readOne("select min(id::text) from payment"),
    subscription: await readOne(`select id from subscription where account_id = '${owner}'`),
    invitation: await readOne("select id from sign_up_invitation"),
    webhook: await readOne("select id from webhook_endpoint"),
    delivery: await readOne("select id from webhook_delivery"),
    job: await readOne("select max(id) from graphile_worker._private_jobs"),
    pointHold: await readOne("select max(id) from point_hold"),
    splitProposal: await readOne("select max(id) from song_split_revision where state = 'PROPOSED'"),
    playHold: await readOne("select max(id) from play_hold"),
    report: await readOne("select max(id) from report"),
    restriction: await readOne("select max(id) from restriction"),
  };
}

async function send(endpoint: Endpoint, entry: AccessCase, kind: CallerKind) {
  const params = entry.params?.(ids) ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = entry.query === undefined ? "" : `?${entry.query(ids)}`;
  const headers = callers.headers[kind];
  const options =
    entry.parts === undefined
      ? { headers, ...(endpoint.method === "GET" ? {} : { payload: entry.body?.(ids) ?? {} }) }
      : multipart(entry.parts(ids), headers);
  return callers.call(endpoint.method, `${path}${query}`, options);
}

/** Returns the status that a kind of caller gets for an object of another account. */
function expectedStatus({ access, path }: Endpoint, entry: AccessCase, kind: CallerKind): number {
  const needsSession = access === "session" || access === "personal";
  if (needsSession && kind === "none") return 401;
  if (access === "personal" && kind === "key") return 403;
  if (kind === "admin" && (entry.admin !== undefined || !path.startsWith("admin/")))
    return entry.admin ?? entry.stranger;
  return entry.stranger;
}

/** A digest of everything that strangers must not change. */
async function digestOwned(): Promise<string> {
  const tables = [
    "account",
    "artist",
    "album",
    "song",
    "song_master",
    "song_album",
    "campaign",
    "component",
    "deleted_component",
    "participant",
    "reward",
    "reward_claim",
  ];
  const others = [
    "wallet",
    "import",
    "subscription",
    "api_key",
    "payment",
    "point_hold",
    "play_hold",
    "sign_up_invitation",
    "song_split_revision",
    "song_split",
    "song_split_approval",
  ];
  const digests = [...tables, ...others].map(
    (table) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t)`,
  );
  const { rows } = await sql<{
    digest: string;
  }>`select concat_ws(' ', ${sql.raw(digests.join(", "))}) as digest`.execute(callers.context.db);
  return rows[0]?.digest ?? "";
}

describe("the access matrix", () => {
  it("has every endpoint that takes an id", () => {
    const taking = endpoints.filter(takesId).map(nameOf);
    expect(taking.filter((name) => accessCases[name] === undefined)).toEqual([]);
    expect(Object.keys(accessCases).filter((name) => !taking.includes(name))).toEqual([]);
  });

  it("gives strangers what it states, and lets them change nothing", async () => {
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      const entry = accessCases[nameOf(endpoint)];
      if (entry === undefined) continue;
      const before = await digestOwned();
      const isOwner = (kind: CallerKind) => kind === (entry.owner ?? "owner");
      for (const kind of callerKinds) {
        if (kind === "owner" || isOwner(kind) || (kind === "admin" && entry.admin !== undefined)) continue;
        const { status } = await send(endpoint, entry, kind);
        const expected = expectedStatus(endpoint, entry, kind);
        if (status !== expected)
          wrong.push(`${nameOf(endpoint)} for ${kind}: ${status} instead of ${expected}`);
      }
      if ((await digestOwned()) !== before) wrong.push(`${nameOf(endpoint)} changed something`);
    }
    expect(wrong).toEqual([]);
  });

  it("gives administrators what it states, and refuses no owner", async () => {
    const wrong: string[] = [];
    // Deletions come last, because they take the object away from the calls after them.
    const rank = ({ method, path }: Endpoint) =>
      method !== "DELETE" ? 0 : path.startsWith("my/sessions") ? 100 : 50 - path.split("/").length;
    const deletionsLast = [...endpoints].sort((a, b) => rank(a) - rank(b));
    for (const endpoint of deletionsLast) {
      const entry = accessCases[nameOf(endpoint)];
      if (entry === undefined) continue;
      const owner = entry.owner ?? "owner";
      if (owner !== "none") {
        const { status, json } = await send(endpoint, entry, owner);
        if ([401, 403, 404].includes(status))
          wrong.push(`${nameOf(endpoint)} for its ${owner}: ${status} ${JSON.stringify(json)}`);
      }
      if (owner === "admin" || entry.admin === undefined) continue;
      const { status } = await send(endpoint, entry, "admin");
      const expected = expectedStatus(endpoint, entry, "admin");
      if (status !== expected) wrong.push(`${nameOf(endpoint)} for admin: ${status} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("the API", () => {
  const calls = 20_000;
  const concurrent = 16;

  it(`answers ${calls} generated calls of all kinds of caller without a server error`, {
    timeout: 900_000,
  }, async () => {
    const seed = readSeed();
    const random = createRandom(seed);
    const known = ["salt-meridian", "tide-tables", ...Object.values(ids)] as const;
    const total = scaleRuns(calls);
    const statuses = new Map<number, number>();
    for (let call = 0; call < total; call += concurrent) {
      const batch = Array.from({ length: concurrent }, () => generateCall(random, endpoints, known));
      const answers = await Promise.all(batch.map((each) => inject(each)));
      for (const [at, { status, text }] of answers.entries()) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // A provider that is not reachable is no fault of the program.
        if (status >= 500 && !/"code":"(E0037|E0048)"/.test(text))
          throw describeFailure(seed, call + at, batch[at], text);
        if (status !== 200 && !/^\{"success":false,"code":"/.test(text))
          throw describeFailure(seed, call + at, batch[at], text);
      }
      if (call % (concurrent * 20) === 0) for (const kind of callerKinds) await callers.renew(kind);
    }
    console.info(Object.fromEntries(statuses));
    // Most parts of the program were reached, not only the validation of input.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(total / 10);
  });

  async function inject({ caller, method, url, headers, payload }: FuzzedCall) {
    const response = await callers.inject({
      method,
      url,
      headers: { ...callers.headers[caller], ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, text: response.body.slice(0, 2_000) };
  }
});

function describeFailure(seed: number, at: number, call: FuzzedCall | undefined, answer: string): Error {
  return new Error(
    `FUZZ_SEED=${seed}, call ${at}: ${JSON.stringify(call)?.slice(0, 5_000)}\nanswered ${answer}`,
  );
}
