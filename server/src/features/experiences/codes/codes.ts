import { setImmediate as nextTick } from "node:timers/promises";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  type CodeBatch,
  codeBatchProblems,
  formatSpotCode,
  type getCodeBatch,
  type getCodeBatches,
  type getCodeSheet,
  type postCodeBatch,
  SPOT_CODE_LENGTH,
  spotCodeFragment,
  spotCodeLimits,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import { toCents } from "@wrapsody/shared/payments/pricing.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { createTypedCode } from "../../../platform/security/typed-codes.ts";
import { recordEvent } from "../../accounts/index.ts";
import { encodeQr } from "../../artwork/index.ts";
import type { Caller } from "../../catalogue/index.ts";
import { participateUrl } from "../participation/orders/order-code.ts";
import { lockOwnCampaign, requireOwnCampaign } from "../studio/campaigns/own-campaign.ts";
import {
  type BatchToInsert,
  type CodeBatchRow,
  countBatches,
  findBatch,
  insertBatch,
  insertCodes,
  listBatches,
  listSealedCodes,
  markBatchRevoked,
  markCodeRevoked,
  type SealedCode,
} from "./codes.data.ts";
import { presentDiscount, SPOT_CODE_PURPOSE } from "./spot-code.ts";

type OwnExperience = { accountId: string; reference: string };
type OwnBatch = OwnExperience & { batchId: number };
type BatchForm = BodyOf<typeof postCodeBatch>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists the batches of codes of the caller's experience. @throws Failure E0001 if it is not the caller's */
export async function listOwnBatches(
  { db, clock }: Context,
  { accountId, reference }: OwnExperience,
): Promise<AnswerOf<typeof getCodeBatches>> {
  const { id } = await requireOwnCampaign(db, accountId, reference);
  return { data: (await listBatches(db, id, clock.now())).map(presentBatch) };
}

function presentBatch({ percent_off, cents_off, ...row }: CodeBatchRow): CodeBatch {
  return { ...row, ...presentDiscount({ percent_off, cents_off }) };
}

/**
 * Creates a batch of codes for the caller's experience. A repeat with the same key returns the same batch.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for an invalid end and too many batches, E0032 if it is completed
 */
export async function createCodeBatch(
  context: Context,
  { caller, reference, body }: { caller: Caller; reference: string; body: BatchForm },
): Promise<CodeBatch> {
  const { accountId, device, key } = caller;
  const { id: campaignId } = await requireOwnCampaign(context.db, accountId, reference);
  const repeatable = { accountId, call: `POST drop/${campaignId}/codes`, key, input: body };
  return withIdempotencyKey(context, repeatable, async (tx) => {
    const now = context.clock.now();
    const campaign = await lockOwnCampaign(tx, accountId, String(campaignId));
    if (campaign.stage === "COMPLETED") throw new Failure("E0032");
    const batch = { campaignId, ...readDiscount(body), name: body.name, expiresAt: readEnd(body, now), now };
    if ((await countBatches(tx, campaignId)) >= spotCodeLimits.batches)
      throw fieldFailure("name", codeBatchProblems.tooMany);
    const batchId = await insertBatchWithCodes(context, tx, { batch, count: body.count });
    const detail = { campaign: campaignId, codes: body.count };
    await recordEvent(context, tx, { accountId, kind: "campaign-codes-created", device, detail });
    return presentBatch(await requireBatch(tx, { campaignId, batchId }, now));
  });
}

function readDiscount({
  discount,
  percent,
  amount,
}: BatchForm): Pick<BatchToInsert, "percent_off" | "cents_off"> {
  return {
    percent_off: discount === "PERCENT" ? (percent ?? null) : null,
    cents_off: discount === "AMOUNT" && typeof amount === "number" ? toCents(amount) : null,
  };
}

/** @throws Failure E0007 on `expires_at` */
function readEnd({ expires_at }: BatchForm, now: Date): Date | null {
  if (expires_at === undefined || expires_at === null) return null;
  const end = new Date(expires_at);
  if (end <= now) throw fieldFailure("expires_at", codeBatchProblems.past);
  if (end.getTime() > now.getTime() + spotCodeLimits.days * DAY_MS)
    throw fieldFailure("expires_at", codeBatchProblems.tooLate);
  return end;
}

function fieldFailure(field: string, message: string): Failure {
  return new Failure("E0007", { errors: [{ field, message }] });
}

async function insertBatchWithCodes(
  { encryption }: Context,
  tx: Executor,
  { batch, count }: { batch: BatchToInsert; count: number },
): Promise<number> {
  const batchId = await insertBatch(tx, batch);
  const codes = Array.from({ length: count }, () => createTypedCode(SPOT_CODE_LENGTH)).map((code) => ({
    hmac: encryption.hmac(SPOT_CODE_PURPOSE, code),
    sealed: encryption.encrypt(SPOT_CODE_PURPOSE, code),
  }));
  await insertCodes(tx, batchId, codes);
  return batchId;
}

async function requireBatch(
  db: Executor,
  key: { campaignId: number; batchId: number },
  now: Date,
): Promise<CodeBatchRow> {
  const batch = await findBatch(db, key, now);
  if (batch === undefined) throw notFound();
  return batch;
}

/** Returns a batch of the caller's experience with its codes. @throws Failure E0001 if the caller has no such batch */
export async function readCodeBatch(context: Context, own: OwnBatch): Promise<AnswerOf<typeof getCodeBatch>> {
  const { campaign, batch, codes } = await readCodes(context, own);
  const page = participateUrl(context, campaign);
  return {
    batch: presentBatch(batch),
    data: codes.map(({ id, code, state }) => ({
      id,
      code: formatSpotCode(code),
      link: `${page}${spotCodeFragment(code)}`,
      state,
    })),
  };
}

/** QR codes that are made before other requests get their turn. */
const QR_CODES_PER_TICK = 20;

/** Returns the unused codes of a batch as QR codes. @throws Failure E0001 if the caller has no such batch */
export async function readCodeSheet(context: Context, own: OwnBatch): Promise<AnswerOf<typeof getCodeSheet>> {
  const { campaign, batch, codes } = await readCodes(context, own);
  const page = participateUrl(context, campaign);
  const data: AnswerOf<typeof getCodeSheet>["data"] = [];
  for (const { id, code } of codes.filter(({ state }) => state === "UNUSED")) {
    const { rows } = encodeQr(`${page}${spotCodeFragment(code)}`);
    data.push({ id, code: formatSpotCode(code), rows });
    if (data.length % QR_CODES_PER_TICK === 0) await nextTick();
  }
  return { batch: presentBatch(batch), experience: campaign.name, data };
}

async function readCodes({ db, clock, encryption }: Context, { accountId, reference, batchId }: OwnBatch) {
  const campaign = await requireOwnCampaign(db, accountId, reference);
  const now = clock.now();
  const batch = await requireBatch(db, { campaignId: campaign.id, batchId }, now);
  const sealed = await listSealedCodes(db, batchId, now);
  const open = ({ id, state, sealed }: SealedCode) => ({
    id,
    state,
    code: encryption.decrypt(SPOT_CODE_PURPOSE, sealed),
  });
  return { campaign, batch, codes: sealed.map(open) };
}

/**
 * Revokes the codes of a batch, or one of them (`codeId`). Orders keep their price. A repeat changes nothing.
 *
 * @throws Failure E0001 if the caller has no such batch or code
 */
export function revokeCodes(
  context: Context,
  own: { caller: Caller; reference: string; batchId: number; codeId?: number },
): Promise<CodeBatch> {
  const { caller, reference, batchId, codeId } = own;
  const { accountId, device } = caller;
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const { id: campaignId } = await lockOwnCampaign(tx, accountId, reference);
    await requireBatch(tx, { campaignId, batchId }, now);
    if (codeId === undefined) await markBatchRevoked(tx, batchId, now);
    else if (!(await markCodeRevoked(tx, { batchId, codeId, now }))) throw notFound();
    const detail = { campaign: campaignId, batch: batchId };
    await recordEvent(context, tx, { accountId, kind: "campaign-codes-revoked", device, detail });
    return presentBatch(await requireBatch(tx, { campaignId, batchId }, now));
  });
}
