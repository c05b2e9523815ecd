import type { getMyFollows } from "@wrapsody/shared/accounts/followers.ts";
import type { getNotifications, getUnread } from "@wrapsody/shared/accounts/notifications.ts";
import type { getAddress } from "@wrapsody/shared/accounts/profile.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { CodeBatch, getCodeBatch, getCodeSheet } from "@wrapsody/shared/experiences/spot-codes.ts";
import type { getAlarms } from "@wrapsody/shared/operations/alarms.ts";
import type { getBackups } from "@wrapsody/shared/operations/backups.ts";
import type { getBalance, getOwnerStatement } from "@wrapsody/shared/payments/earnings.ts";
import type { getPayoutAccount, getPayouts } from "@wrapsody/shared/payments/payments.ts";
import type { getTicket } from "@wrapsody/shared/rewards/tickets.ts";
import type { getMySplits, SplitRevision } from "@wrapsody/shared/studio/splits.ts";

const alarms: AnswerOf<typeof getAlarms> = {
  active: [
    { part: "queue", of: "workers", kind: "NO_WORKER", since: "2026-03-14T09:26:00Z", ended_at: null },
    { part: "later", of: "disk", kind: "FULL", since: "2026-03-14T10:00:00Z", ended_at: null },
  ],
  ended: [
    {
      part: "chain",
      of: "POLYGON",
      kind: "UNREACHABLE",
      since: "2026-03-13T22:10:00Z",
      ended_at: "2026-03-13T22:41:00Z",
    },
  ],
  undeclared_proxies: [{ peer: "10.0.0.2", header: "x-forwarded-for", last_seen_at: "2026-03-14T09:30:00Z" }],
};

const backups: AnswerOf<typeof getBackups> = {
  is_configured: true,
  last_success: {
    id: "2026-03-12T03-17-00Z-5e1f",
    finished_at: "2026-03-12T03:19:00Z",
    rows: 48_211,
    files: 1_204,
    bytes: 5_310_000_000,
    missing_files: 2,
  },
  last_failure: {
    finished_at: "2026-03-14T03:17:00Z",
    error: "There is no space left for the backup in /mnt/backups/wrapsody.",
  },
  quarantine: { backup_id: "2026-03-11T03-17-00Z-90ab", started_at: "2026-03-12T08:00:00Z" },
};

export const alarmAnswers = { "admin/alarms": alarms, "admin/backups": backups };

/** A ticket that waits for its door. */
export const ticket: AnswerOf<typeof getTicket> = {
  number: 7,
  code: "0123456789ABCDEFGHJKMNPQRS",
  rows: [],
  state: "REQUESTED",
  admitted_at: null,
  reward: "Two places in Porto",
  details: "Casa do Cais, 14 November, nine o’clock. Your name is at the door.",
  song: "Salt Meridian",
  artist: "Inês Corvacho",
};

/** A batch with a code in every state, and its QR sheet. */
const codeBatch: CodeBatch = {
  id: 1,
  name: "The Extraordinarily Longwinded Harbourmasters’ Guests",
  discount: "AMOUNT",
  percent: null,
  amount: 12.5,
  expires_at: "2026-12-31T23:00:00Z",
  revoked_at: null,
  created_at: "2026-03-12T09:00:00Z",
  codes: 4,
  unused: 1,
  used: 1,
  revoked: 1,
  expired: 1,
};
export const codeAnswers = {
  "my/dapp/1/codes/1": {
    batch: codeBatch,
    data: (["UNUSED", "USED", "REVOKED", "EXPIRED"] as const).map((state, id) => ({
      id,
      code: `7K3M-9QXT-04BD-VW2${id}`,
      link: `https://music.example/experiences/tide-tables/participate#code=7K3M-9QXT-04BD-VW2${id}`,
      state,
    })),
  } satisfies AnswerOf<typeof getCodeBatch>,
  "my/dapp/1/codes/1/sheet": {
    batch: codeBatch,
    experience: "What the Ferries Sang While Nobody Listened",
    data: [1, 2, 3].map((id) => ({
      id,
      code: `7K3M-9QXT-04BD-VW2${id}`,
      rows: Array.from({ length: 41 }, () => "10".repeat(20).padEnd(41, "1")),
    })),
  } satisfies AnswerOf<typeof getCodeSheet>,
};

const splitOwner = { email: null, has_account: true, is_you: false, confirmed_at: null };
const splitInForce: SplitRevision = {
  id: 1,
  state: "CONFIRMED",
  proposed_at: "2026-03-01T09:00:00Z",
  proposed_by: "Premium Publisher",
  effective_from: "2026-03-01T09:00:00Z",
  decided_at: null,
  decided_as: null,
  reason: null,
  owners: [
    { ...splitOwner, name: "Ida Stenmark", ownership: 60, royalty: 50, is_you: true },
    { ...splitOwner, name: "The Extraordinarily Longwinded Harbourmasters", ownership: 40, royalty: 25 },
  ],
  leaving: [],
};
/** A change of splits that waits for two owners. */
const waitingSplits: AnswerOf<typeof getMySplits>["data"][number] = {
  song: { id: 12, pretty_id: "salt-meridian", name: "Salt Meridian", artist: "Inês Corvacho" },
  publisher: "Premium Publisher",
  is_publisher: false,
  is_free: false,
  in_force: splitInForce,
  proposal: {
    ...splitInForce,
    id: 2,
    state: "PROPOSED",
    effective_from: null,
    owners: [
      { ...splitOwner, name: "Ida Stenmark", ownership: 50, royalty: 33.33, is_you: true },
      {
        ...splitOwner,
        name: "Mira Okafor",
        ownership: 50,
        royalty: 33.33,
        confirmed_at: "2026-03-02T09:00:00Z",
      },
    ],
    leaving: [{ name: "The Extraordinarily Longwinded Harbourmasters", is_you: false, confirmed_at: null }],
  },
  awaits_you: true,
  warnings: ["ROYALTY_BELOW_100"],
};
const songOfSplits = { id: 12, name: "Salt Meridian", artist: "Inês Corvacho" };
const ownerStatement: AnswerOf<typeof getOwnerStatement> = {
  lines: [
    { month: "2026-03", song: songOfSplits, orders: 3, refunds: 1, net: 2_190, share: 1_095 },
    { month: "2026-02", song: songOfSplits, orders: 0, refunds: 1, net: -1_095, share: -548 },
  ],
  total: { share: 547 },
};
export const splitAnswers = {
  "my/splits": { data: [waitingSplits], total: 1 },
  "my/splits/statement": ownerStatement,
  "admin/splits": { data: [waitingSplits], total: 1 },
  "my/earnings/unassigned": { data: [{ song: songOfSplits, amount: 1_250, revision: 1 }] },
};

const day = { created_at: "2026-03-12T09:00:00Z", arrives_at: "2026-03-14T00:00:00Z" };
const payoutDefaults = { ...day, currency: "usd", failure: null, refunds: 0 };
/** A payout account with missing details, and payouts of every state. */
export const payoutAnswers = {
  "my/payout-account": {
    provider: "STRIPE",
    state: "STARTED",
    missing: ["DOCUMENT", "BANK_ACCOUNT"],
    is_verifying: true,
    deadline: "2026-04-01T00:00:00Z",
    pays_out: false,
  } satisfies AnswerOf<typeof getPayoutAccount>,
  "my/payouts": {
    data: [
      { ...payoutDefaults, id: "po_3", state: "IN_TRANSIT", amount: 128_450, orders: 110, refunds: 1 },
      { ...payoutDefaults, id: "po_2", state: "FAILED", failure: "account_closed", amount: 4_648, orders: 4 },
      { ...payoutDefaults, id: "po_1", state: "PAID", amount: 1_162, orders: 1 },
    ],
    total: 3,
  } satisfies AnswerOf<typeof getPayouts>,
  "my/earnings/balance": {
    total: { collected: 21_020, pending: 128_450, paid: 1_162 },
    owners: [
      { name: "Ida Stenmark", email: "ida@wrapsody.example", collected: 10_510, pending: 64_225, paid: 581 },
      {
        name: "The Extraordinarily Longwinded Harbourmasters",
        email: null,
        collected: 5_255,
        pending: 32_113,
        paid: 291,
      },
    ],
    rest: { collected: 5_255, pending: 32_112, paid: 290 },
  } satisfies AnswerOf<typeof getBalance>,
};

const longTitle = "What the Ferries Sang While Nobody Listened";
const longArtist = "The Extraordinarily Longwinded Harbourmasters";
const noted = { created_at: "2026-03-12T09:00:00Z", is_read: false, image: null };
const followed = { followed_at: noted.created_at, shares_address: false };
/** Notifications of every kind, followed artists, and a suppressed address. */
export const followerAnswers = {
  "my/notifications/unread": { unread: 100 } satisfies AnswerOf<typeof getUnread>,
  "my/notifications": {
    data: [
      { ...noted, id: 8, kind: "WRAP", wrap: longTitle, pretty_id: "salt-meridian", artist: longArtist },
      { ...noted, id: 7, kind: "EXPERIENCE", experience: "Tide", pretty_id: "tide-tables", artist: "Aud" },
      {
        ...noted,
        id: 6,
        kind: "ALMOST_SOLD_OUT",
        experience: "Tide",
        pretty_id: "tide-tables",
        artist: "Aud",
      },
      {
        ...noted,
        id: 5,
        kind: "ARTWORK",
        artwork: "Tide No. 4",
        pretty_id: "tide-tables",
        participant_id: 4,
      },
      {
        ...noted,
        id: 9,
        kind: "REWARD",
        reward: "Backstage pass",
        wrap: longTitle,
        pretty_id: "salt-meridian",
        artist: longArtist,
      },
      { ...noted, id: 4, kind: "CLAIM", reward: "Backstage pass", state: "CONTACTED", is_read: true },
      { ...noted, id: 3, kind: "CLAIM", reward: "Backstage pass", state: "REJECTED", is_read: true },
    ],
    total: 7,
    unread: 5,
  } satisfies AnswerOf<typeof getNotifications>,
  "my/follows": {
    data: [
      { ...followed, artist: { id: 1, artist_clean_id: "aud", name: "Aud", image: null } },
      {
        ...followed,
        shares_address: true,
        artist: { id: 2, artist_clean_id: "harbourmasters", name: longArtist, image: null },
      },
    ],
    total: 2,
  } satisfies AnswerOf<typeof getMyFollows>,
  "my/address": {
    email: "fan@wrapsody.example",
    pending: null,
    suppressed_since: "2026-03-12T09:00:00Z",
  } satisfies AnswerOf<typeof getAddress>,
};
