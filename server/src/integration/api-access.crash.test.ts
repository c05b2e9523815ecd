import { type MemberRole, memberRoles } from "@wrapsody/shared/accounts/accounts.ts";
import { findPermission, mayCall } from "@wrapsody/shared/accounts/permissions.ts";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "../features.ts";
import { sql } from "../platform/database/database.ts";
import { bearer } from "../testing/fixtures/people.ts";
import { pngFile } from "../testing/fixtures/studio.ts";
import { type FuzzedCall, generateCall } from "../testing/fuzz/api-calls.ts";
import { createRandom, readSeed, scaleRuns } from "../testing/fuzz/random.ts";
import { saveFailure } from "../testing/fuzz/save-failure.ts";
import { type CallerKind, callerKinds, openCallers } from "../testing/http/callers.ts";
import { type FileSent, multipart } from "../testing/http/multipart.ts";

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
/** There is no such phase. */
const phase = (ids: Ids) => ({ id: ids.campaign, phaseId: "1" });
const codeBatch = (ids: Ids) => ({ id: ids.campaign, batchId: ids.codeBatch });
const song = (ids: Ids) => ({ id: ids.song });
const order = (ids: Ids) => ({ id: ids.order });
const webhook = (ids: Ids) => ({ id: ids.webhook });
const playlist = (ids: Ids) => ({ id: ids.playlist });
const ticketReward = (ids: Ids) => ({ id: ids.ticketSong, rewardId: ids.ticketReward });
const playlistSong = (ids: Ids) => ({ id: ids.playlist, songId: ids.song });
const member = (ids: Ids) => ({ id: ids.member });
const memberInvitation = (ids: Ids) => ({ id: ids.memberInvitation });

/** Every endpoint that takes an id, and what a stranger gets for an object that exists. */
const accessCases: Record<string, AccessCase> = {
  "DELETE my/sessions/:id": { params: (ids) => ({ id: ids.session }), stranger: 404 },
  "GET user/:uid/claim/:code": {
    params: (ids) => ({ uid: ids.account, code: secret }),
    stranger: 400,
    owner: "none",
  },
  "GET user/:uid/claim/:code/state": {
    params: (ids) => ({ uid: ids.account, code: secret }),
    stranger: 400,
    owner: "none",
  },
  "POST user/:uid/claim/:code/session": {
    params: (ids) => ({ uid: ids.account, code: secret }),
    body: () => ({ secret }),
    stranger: 400,
    owner: "none",
  },
  "DELETE my/passkey/:id": { params: (ids) => ({ id: ids.passkey }), stranger: 404 },
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
  "GET song/:id/similar": { params: draft, stranger: 404, owner: "none" },
  "GET song/:id/related": { params: draft, stranger: 404, owner: "none" },
  "GET artist/:id": { params: artist, stranger: 200, owner: "none" },
  "GET artist/:id/songs": { params: artist, stranger: 200, owner: "none" },
  "GET artist/:id/albums": { params: artist, stranger: 200, owner: "none" },
  "GET artist/:id/experiences": { params: artist, stranger: 200, owner: "none" },
  "POST song/:id/stream": { params: draft, body: () => ({}), stranger: 404, owner: "none" },
  "GET album/:id": { params: album, stranger: 200, owner: "none" },
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
  "PUT song/:id/schedule": {
    params: draft,
    body: () => ({ listed_from: "2026-12-04T18:00", time_zone: "UTC" }),
    stranger: 404,
  },
  "DELETE song/:id/schedule": { params: draft, stranger: 404 },
  "GET song/:id/countdown": { params: draft, stranger: 404, owner: "none" },
  "GET song/:id/reminder": { params: draft, stranger: 404, owner: "none" },
  "POST song/:id/reminder": {
    params: draft,
    body: () => ({ email: "stranger@elsewhere.example" }),
    stranger: 404,
    owner: "none",
  },
  "DELETE song/:id/reminder": { params: draft, stranger: 404, owner: "none" },
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
  "DELETE change/:id": { params: (ids) => ({ id: ids.change }), stranger: 404 },
  "POST admin/change/:id": {
    params: (ids) => ({ id: ids.change }),
    body: () => ({ decision: "APPROVED" }),
    stranger: 403,
    admin: 409,
    owner: "admin",
  },
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
  "GET admin/user/:id/suspensions": { params: account, stranger: 403, admin: 200, owner: "admin" },
  // It is not suspended.
  "GET admin/user/:id/data": { params: account, stranger: 403, admin: 409, owner: "none" },
  "POST admin/user/:id/suspension/end": {
    params: account,
    body: () => ({ reason: "A mistake." }),
    stranger: 403,
    admin: 409,
    owner: "none",
  },
  "POST admin/user/:id/suspension/keep": {
    params: account,
    body: () => ({ reason: "Nothing was shown." }),
    stranger: 403,
    admin: 409,
    owner: "none",
  },
  // Without a reason, because the suspended account owns what the other cases use.
  "POST admin/user/:id/suspension": {
    params: account,
    body: () => ({ ground: "terms", basis: "Section 4", reason: "" }),
    stranger: 400,
    owner: "none",
  },
  "GET suspension/:code": { params: () => ({ code: secret }), stranger: 404, owner: "none" },
  "POST suspension/:code/contest": {
    params: () => ({ code: secret }),
    body: () => ({ statement: "Ours.", address: "1 Quay Street", consent: true, signature: "Taken" }),
    stranger: 404,
    owner: "none",
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
  "POST song/:id/nft/transfer": { params: draft, body: () => ({ wallet }), stranger: 404 },
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
  "GET my/claim/:id/ticket": {
    params: (ids) => ({ id: ids.ticketClaim }),
    stranger: 404,
    owner: "fan",
  },
  "GET song/:id/reward/:rewardId/doors": { params: ticketReward, stranger: 404 },
  "POST song/:id/reward/:rewardId/door": {
    params: ticketReward,
    body: () => ({ label: "Theirs", expires_at: new Date(Date.now() + 86_400_000).toISOString() }),
    stranger: 404,
  },
  "DELETE song/:id/reward/:rewardId/door/:doorId": {
    params: (ids) => ({ ...ticketReward(ids), doorId: ids.door }),
    stranger: 404,
  },
  // The secret is the credential.
  "GET tag/:tag": { params: () => ({ tag: "nothing has it" }), stranger: 404, owner: "none" },
  "GET tag/:tag/songs": { params: () => ({ tag: "nothing has it" }), stranger: 200, owner: "none" },
  "GET door/:secret": { params: () => ({ secret }), stranger: 404, owner: "none" },
  "POST door/:secret/admission": {
    params: () => ({ secret }),
    body: () => ({ code: "0".repeat(26), attempt: "a stranger's" }),
    stranger: 404,
    owner: "none",
  },
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
  "GET song/:id/reward/:rewardId/token": {
    params: (ids) => ({ id: ids.draft, rewardId: ids.reward }),
    query: () => `wallet=${wallet}`,
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
  "GET my/dapp/:id/phases": { params: campaign, stranger: 404 },
  "PUT drop/:id/phases": {
    params: campaign,
    body: () => ({ time_zone: "UTC", phases: [] }),
    stranger: 404,
  },
  "GET my/dapp/:id/codes": { params: campaign, stranger: 404 },
  "GET my/dapp/:id/codes/:batchId": { params: codeBatch, stranger: 404 },
  "GET my/dapp/:id/codes/:batchId/sheet": { params: codeBatch, stranger: 404 },
  "POST drop/:id/codes": {
    params: campaign,
    body: () => ({ name: "Taken", count: 1, discount: "FREE" }),
    stranger: 404,
  },
  "DELETE drop/:id/codes/:batchId": { params: codeBatch, stranger: 404 },
  "DELETE drop/:id/codes/:batchId/:codeId": {
    params: (ids) => ({ ...codeBatch(ids), codeId: ids.spotCode }),
    stranger: 404,
  },
  "POST drop/:id/code": {
    params: campaign,
    body: () => ({ code: "0000-0000-0000-0000" }),
    stranger: 400,
    owner: "none",
  },
  "GET drop/:id/phase/:phaseId/reminder": { params: phase, stranger: 404, owner: "none" },
  "POST drop/:id/phase/:phaseId/reminder": {
    params: phase,
    body: () => ({ email: "stranger@elsewhere.example" }),
    stranger: 404,
    owner: "none",
  },
  "DELETE drop/:id/phase/:phaseId/reminder": { params: phase, stranger: 404, owner: "none" },
  "GET drop/:id/waitlist": { params: campaign, stranger: 200, owner: "none" },
  "POST drop/:id/waitlist": { params: campaign, stranger: 409, owner: "none" },
  "DELETE drop/:id/waitlist": { params: campaign, stranger: 200, owner: "none" },
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
  "PUT drop/:id/slot/:slot": {
    params: (ids) => ({ id: ids.campaign, slot: "1" }),
    body: () => ({ name: "Taken" }),
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
  "POST drop/:id/samples": { params: campaign, body: () => ({}), stranger: 200, owner: "none" },
  "POST payment/:id": {
    params: (ids) => ({ id: ids.inactive }),
    body: () => ({ wallet }),
    stranger: 403,
    owner: "none",
  },
  "PATCH my/art/:participantId": {
    params: (ids) => ({ participantId: ids.kept }),
    body: () => ({ wallet }),
    stranger: 404,
    owner: "fan",
  },
  "GET my/art/:participantId/layers": {
    params: (ids) => ({ participantId: ids.kept }),
    stranger: 404,
    owner: "fan",
  },
  "GET my/art/:participantId/file": {
    params: (ids) => ({ participantId: ids.kept }),
    stranger: 404,
    owner: "fan",
  },
  "GET payment/:id": { params: campaign, stranger: 200, owner: "none" },
  "DELETE payment/:id": { params: order, stranger: 404, owner: "fan" },
  "POST payment/:id/receipt": { params: order, stranger: 404, owner: "fan" },
  "POST payment/confirm": {
    body: (ids) => ({ orderId: ids.order, code: secret }),
    stranger: 400,
    owner: "none",
  },
  "GET payment/:id/artwork": { params: order, query: () => `code=${secret}`, stranger: 400, owner: "none" },
  "GET payment/:id/artwork/layers": {
    params: order,
    query: () => `code=${secret}`,
    stranger: 400,
    owner: "none",
  },
  "GET payment/:id/artwork/file": {
    params: order,
    query: () => `code=${secret}`,
    stranger: 400,
    owner: "none",
  },
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
  "GET my/import/:id/refusals": { params: (ids) => ({ id: ids.import }), stranger: 404 },
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
  "PATCH my/member/:id": { params: member, body: () => ({ role: "READER" }), stranger: 404 },
  "DELETE my/member/:id": { params: member, stranger: 200, owner: "none" },
  "POST my/member-invitation/:id/resend": { params: memberInvitation, stranger: 404 },
  "DELETE my/member-invitation/:id": { params: memberInvitation, stranger: 200, owner: "none" },
  "DELETE member-invitation/:code": { params: () => ({ code: secret }), stranger: 400, owner: "none" },
  "GET member-invitation/:code": { params: () => ({ code: secret }), stranger: 400, owner: "none" },
  "DELETE my/membership/:id": { params: account, stranger: 200, owner: "none" },
  "POST my/webhook/:id/delivery/:delivery": {
    params: (ids) => ({ id: ids.webhook, delivery: ids.delivery }),
    stranger: 404,
  },
  "GET my/invoice/:id": { params: (ids) => ({ id: ids.payment }), stranger: 404, owner: "none" },
  // The link of an unlisted playlist is enough to read it.
  "GET playlist/:id": { params: playlist, stranger: 200, owner: "none" },
  "GET my/playlist/:id": { params: playlist, stranger: 404, owner: "fan" },
  "GET my/playlists": { query: (ids) => `song=${ids.song}`, stranger: 200, owner: "none" },
  "PATCH playlist/:id": { params: playlist, body: () => ({ name: "Taken" }), stranger: 404, owner: "fan" },
  "POST playlist/:id/songs": {
    params: playlist,
    body: (ids) => ({ songs: [Number(ids.song)] }),
    stranger: 404,
    owner: "fan",
  },
  "PATCH playlist/:id/song/:songId": {
    params: playlistSong,
    body: () => ({ after: null }),
    stranger: 404,
    owner: "fan",
  },
  "DELETE playlist/:id/song/:songId": { params: playlistSong, stranger: 404, owner: "fan" },
  "DELETE playlist/:id": { params: playlist, stranger: 404, owner: "fan" },
  "GET artist/:id/follow": { params: artist, stranger: 200, owner: "none" },
  // Concerns the caller's own follow, from the call before.
  "PATCH artist/:id/follow": {
    params: artist,
    body: () => ({ shares_address: true }),
    stranger: 200,
    owner: "none",
  },
  "PUT artist/:id/follow": { params: artist, stranger: 200, owner: "none" },
  "DELETE artist/:id/follow": { params: artist, stranger: 200, owner: "none" },
  "GET my/artist/:id/followers": { params: artist, stranger: 404 },
  "GET my/artist/:id/followers/export": { params: artist, stranger: 404 },
  "PATCH my/notification/:id": {
    params: (ids) => ({ id: ids.notification }),
    body: () => ({ is_read: true }),
    stranger: 404,
    owner: "fan",
  },
  "PUT song/:id/like": { params: draft, stranger: 404, owner: "none" },
  "DELETE song/:id/like": { params: draft, stranger: 404, owner: "none" },
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
/** Members of the account of `owner`, who work for it. */
const memberHeaders = {} as Record<MemberRole, Record<string, string>>;

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
    insert into participant (campaign_id, account_id, name, state, created_at, rendered_image_id)
    select id, ${fan}::uuid, 'Kept', 'KEPT', now(), promo_image_id from campaign where id = ${campaignId}::int`.execute(
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
    insert into song_change (song_id, field, state, old_value, new_value, requested_at, decided_at)
    values (${songId}, 'TITLE', 'REJECTED', 'A title', 'Another title', now(), now())`.execute(db);
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
  for (const role of memberRoles) {
    const member = await callers.join();
    memberHeaders[role] = { ...bearer(member.token).headers, "x-wrap-account": owner };
    await sql`
      insert into account_member (account_id, member_id, role, invited_at, accepted_at)
      values (${owner}, ${member.id}, ${role}, now(), now())`.execute(db);
  }
  await sql`
    insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${owner}, 'passkey', '', 0, '{}', 'Phone', now())`.execute(db);
  await sql`
    insert into member_invitation (account_id, email, role, language, code_hash, invited_by, created_at, expires_at)
    values (${owner}, 'invited@label.example', 'READER', 'en', sha256('y'), ${owner}, now(), now() + interval '1 day')`.execute(
    db,
  );
  await sql`
    with list as (
      insert into playlist (public_id, account_id, name, is_public, created_at, updated_at)
      values ('APlaylistOfTheFa', ${fan}, 'Own', false, now(), now()) returning id
    )
    insert into playlist_song (playlist_id, song_id, position, added_at) select id, ${songId}::int, 1, now() from list`.execute(
    db,
  );
  const tickets = `from reward r join ${ownSongs} s on s.id = r.song_id where r.reward_type = 'TICKET'`;
  const ticketReward = await readOne(`select min(r.id) ${tickets}`);
  const ticketSong = await readOne(`select (array_agg(r.song_id order by r.id))[1] ${tickets}`);
  await sql`
    insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
    values (${ticketReward}::int, ${ticketSong}::int, ${fan}::uuid, 5, 'REQUESTED', now(), now()) on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into door_link (reward_id, label, secret_hash, created_at, expires_at)
    values (${ticketReward}::int, 'Main entrance', sha256('z'), now(), now() + interval '1 day')`.execute(db);
  await sql`
    with batch as (
      insert into spot_code_batch (campaign_id, name, created_at) values (${campaignId}, 'Press', now()) returning id
    )
    insert into spot_code (batch_id, code_hmac, code_sealed)
    select id, 'z', ${callers.context.encryption.encrypt("spot-code", "0123456789ABCDEF")} from batch`.execute(
    db,
  );
  await sql`
    insert into notification (account_id, kind, event, claim_id, claim_state, created_at)
    select account_id, 'CLAIM', 'claim ' || id, id, state, now() from reward_claim where account_id = ${fan} limit 1`.execute(
    db,
  );
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
    kept: await readOne("select id from participant where state = 'KEPT'"),
    reward: await readOne(`select min(r.id) from reward r join ${ownSongs} s on s.id = r.song_id`),
    rewardSong: await readOne(
      `select song_id from reward where id = (select min(r.id) from reward r join ${ownSongs} s on s.id = r.song_id)`,
    ),
    claim: await readOne(
      `select min(c.id) from reward_claim c join ${ownSongs} s on s.id = c.song_id where c.state = 'REQUESTED'`,
    ),
    ticketReward,
    ticketSong,
    ticketClaim: await readOne(
      `select id from reward_claim where reward_id = ${ticketReward} and account_id = '${fan}'`,
    ),
    codeBatch: await readOne("select max(id) from spot_code_batch"),
    spotCode: await readOne("select max(id) from spot_code"),
    door: await readOne("select max(id) from door_link"),
    order: "AnOrderOfTheFan0000000",
    import: "an-import",
    payment: await readOne("select min(id::text) from payment"),
    subscription: await readOne(`select id from subscription where account_id = '${owner}'`),
    invitation: await readOne("select id from sign_up_invitation"),
    webhook: await readOne("select id from webhook_endpoint"),
    member: await readOne(`select member_id from account_member where role = 'READER'`),
    passkey: await readOne("select id from passkey"),
    memberInvitation: await readOne("select id from member_invitation"),
    delivery: await readOne("select id from webhook_delivery"),
    job: await readOne("select max(id) from graphile_worker._private_jobs"),
    pointHold: await readOne("select max(id) from point_hold"),
    splitProposal: await readOne("select max(id) from song_split_revision where state = 'PROPOSED'"),
    playHold: await readOne("select max(id) from play_hold"),
    change: await readOne("select max(id) from song_change"),
    report: await readOne("select max(id) from report"),
    restriction: await readOne("select max(id) from restriction"),
    playlist: "APlaylistOfTheFa",
    notification: await readOne("select max(id) from notification"),
  };
}

const isStudioCall = (endpoint: Endpoint) => findPermission(endpoint) !== "PERSON";

async function send(endpoint: Endpoint, entry: AccessCase, headers: Record<string, string>) {
  const params = entry.params?.(ids) ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = entry.query === undefined ? "" : `?${entry.query(ids)}`;
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
    "song_change",
    "song_album",
    "campaign",
    "component",
    "deleted_component",
    "participant",
    "reward",
    "reward_claim",
    "reward_reached",
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
    "account_member",
    "member_invitation",
    "playlist",
    "playlist_song",
    "notification",
    "door_link",
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
        const { status } = await send(endpoint, entry, callers.headers[kind]);
        const expected = expectedStatus(endpoint, entry, kind);
        if (status !== expected)
          wrong.push(`${nameOf(endpoint)} for ${kind}: ${status} instead of ${expected}`);
      }
      for (const role of memberRoles.filter((each) => isStudioCall(endpoint) && !mayCall(each, endpoint))) {
        const { status, json } = await send(endpoint, entry, memberHeaders[role]);
        if (json.code !== "E0075") wrong.push(`${nameOf(endpoint)} for ${role}: ${status} ${json.code}`);
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
        // A member of the account comes first, unless the call takes the object away from the owner.
        if (owner === "owner" && isStudioCall(endpoint) && endpoint.method !== "DELETE") {
          const leastRole = memberRoles.find((role) => mayCall(role, endpoint)) ?? "OWNER";
          const { status, json } = await send(endpoint, entry, memberHeaders[leastRole]);
          if ([401, 403, 404].includes(status))
            wrong.push(`${nameOf(endpoint)} for ${leastRole}: ${status} ${JSON.stringify(json)}`);
        }
        const { status, json } = await send(endpoint, entry, callers.headers[owner]);
        if ([401, 403, 404].includes(status))
          wrong.push(`${nameOf(endpoint)} for its ${owner}: ${status} ${JSON.stringify(json)}`);
      }
      if (owner === "admin" || entry.admin === undefined) continue;
      const { status } = await send(endpoint, entry, callers.headers.admin);
      const expected = expectedStatus(endpoint, entry, "admin");
      if (status !== expected) wrong.push(`${nameOf(endpoint)} for admin: ${status} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("the API", () => {
  const calls = 8_000;
  const concurrent = 16;

  it(`answers ${calls} generated calls of all kinds of caller without a server error`, async () => {
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
  const path = saveFailure(`api-seed-${seed}.json`, JSON.stringify({ call, answer }, null, 2));
  const request = `${call?.method} ${call?.url.slice(0, 200)}`;
  return new Error(
    `FUZZ_SEED=${seed}, call ${at} by ${call?.caller} in ${path}: ${request} was answered ${answer.slice(0, 300)}`,
  );
}
