import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { Image } from "@wrapsody/shared/api/media.ts";
import {
  campaignTexts,
  type OwnCampaign,
  type patchDrop,
  type postDrop,
} from "@wrapsody/shared/experiences/campaigns.ts";
import { MAX_CHOSEN_USD, pricingTexts, toCents } from "@wrapsody/shared/payments/pricing.ts";
import { toBasisPoints } from "@wrapsody/shared/payments/royalties.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { assertStorageQuota, recordEvent } from "../../../accounts/index.ts";
import { storeLayerUpload, withdrawImage } from "../../../artwork/index.ts";
import {
  type Caller,
  createWithIdempotencyKey,
  insertWithUniqueSlug,
  listSlugWords,
  lockOwnSong,
  toSlug,
} from "../../../catalogue/index.ts";
import { listRewards } from "../../../rewards/index.ts";
import { isEditable } from "../activation/readiness.ts";
import { type CampaignFields, insertCampaign, updateCampaign } from "./campaigns.data.ts";
import {
  invalidateCampaignPages,
  lockOwnCampaign,
  mergeDefined,
  requireOwnCampaign,
} from "./own-campaign.ts";
import { findOwnSongId, type OwnCampaignRow } from "./own-campaigns.data.ts";
import { readOwnCampaign } from "./own-campaigns.ts";

/** Large enough for the widest page and for FIXED_IMAGE pictures. */
const PROMO_IMAGE = { field: "promo_image", wrongType: campaignTexts.image, maxStoredSide: 1_200 };

/**
 * Creates an experience of the caller's wrap.
 *
 * @throws Failure E0001 if the wrap is not the caller's, E0007 for an invalid image or reward level
 */
export async function createCampaign(
  context: Context,
  command: { caller: Caller; song: string; body: BodyOf<typeof postDrop>; promoImage: Upload | undefined },
): Promise<OwnCampaign> {
  const { body, promoImage, caller } = command;
  const { accountId, device, key } = caller;
  const songId = await findOwnSongId(context.db, accountId, command.song);
  if (songId === undefined) throw notFound();
  const fields = toFields(body);
  const input = { ...fields, promo_image: promoImage?.hash };
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: `POST drop/${songId}`, key, input },
    check: () => assertRewardLevel(context.db, songId, fields.rewardLevel),
    prepare: () => storePromoImage(context, promoImage),
    async run(tx, image) {
      const imageId = image?.id ?? null;
      const id = await insertWithPrettyId(context, tx, { ...fields, songId, accountId, imageId });
      const detail = { campaign: id };
      await recordEvent(context, tx, { accountId, kind: "campaign-created", device, detail });
      await assertStorageQuota(context, tx, { accountId, field: PROMO_IMAGE.field });
      return readOwnCampaign(context, tx, { accountId, id });
    },
  });
}

async function storePromoImage(context: Context, promoImage: Upload | undefined): Promise<Image | undefined> {
  return promoImage === undefined ? undefined : storeLayerUpload(context, promoImage, PROMO_IMAGE);
}

function toFields({
  cost_per_nft,
  suggested_price,
  royalty_rate,
  reward_level,
  ...body
}: BodyOf<typeof postDrop>): CampaignFields {
  return {
    ...body,
    ...checkPricing({
      pricing: body.pricing,
      costCents: toCents(cost_per_nft),
      suggestedCents: toOptionalCents(suggested_price),
    }),
    royaltyBasisPoints: toBasisPoints(royalty_rate),
    rewardLevel: reward_level ?? null,
  };
}

const toOptionalCents = (usd: number | undefined) => (usd === undefined ? null : toCents(usd));

/** Returns the pricing, without a suggestion where the price is fixed. @throws Failure E0007 */
function checkPricing<Fields extends Pick<CampaignFields, "pricing" | "costCents" | "suggestedCents">>(
  fields: Fields,
): Fields {
  const { pricing, costCents, suggestedCents } = fields;
  if (pricing === "FIXED") return { ...fields, suggestedCents: null };
  const errors: FieldError[] = [];
  if (suggestedCents === null) errors.push({ field: "suggested_price", message: campaignTexts.required });
  else if (suggestedCents < costCents)
    errors.push({ field: "suggested_price", message: pricingTexts.minimumFirst });
  if (costCents > toCents(MAX_CHOSEN_USD))
    errors.push({ field: "cost_per_nft", message: `Please enter at most ${MAX_CHOSEN_USD}.` });
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return fields;
}

async function insertWithPrettyId(
  { clock }: Context,
  tx: Executor,
  campaign: CampaignFields & { songId: number; accountId: string; imageId: string | null },
): Promise<number> {
  const { songId, accountId, name, rewardLevel } = campaign;
  const song = await lockOwnSong(tx, accountId, String(songId));
  if (song === undefined) throw notFound();
  await assertRewardLevel(tx, songId, rewardLevel);
  const [words = []] = await listSlugWords(tx, [name]);
  const id = await insertWithUniqueSlug([toPrettyId(words)], (prettyId) =>
    insertCampaign(tx, { ...campaign, prettyId, now: clock.now() }),
  );
  await invalidateCampaignPages(tx, { id, song_status: song.status });
  return id;
}

/** `nfts` is reserved: `drop/nfts` lists all artworks. */
function toPrettyId(words: readonly string[]): string {
  const slug = toSlug(words, "experience");
  return slug === "nfts" ? `experience-${slug}` : slug;
}

async function assertRewardLevel(db: Executor, songId: number, level: number | null): Promise<void> {
  if (level === null) return;
  const levels = await listRewards(db, songId);
  if (levels.some(({ id }) => id === level)) return;
  const errors = [{ field: "reward_level", message: "Please choose a reward level of this wrap." }];
  throw new Failure("E0007", { errors });
}

/**
 * Updates the given fields of the caller's experience. The pretty id stays.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for an invalid image or reward level, E0032 for fields that are locked
 * since activation
 */
export async function updateOwnCampaign(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
  command: { body: BodyOf<typeof patchDrop>; promoImage: Upload | undefined },
): Promise<OwnCampaign> {
  const { body, promoImage } = command;
  await requireOwnCampaign(context.db, accountId, reference);
  const image = await storePromoImage(context, promoImage);
  return context.db.transaction().execute(async (tx) => {
    const campaign = await lockOwnCampaign(tx, accountId, reference);
    const before = toEditableFields(campaign);
    const {
      cost_per_nft: cost,
      suggested_price: suggestion,
      royalty_rate: royalty,
      reward_level: rewardLevel,
      ...changes
    } = body;
    const costCents = cost === undefined ? undefined : toCents(cost);
    const suggestedCents = suggestion === undefined ? undefined : toCents(suggestion);
    const royaltyBasisPoints = royalty === undefined ? undefined : toBasisPoints(royalty);
    const terms = { costCents, suggestedCents, royaltyBasisPoints, rewardLevel };
    const after = checkPricing(mergeDefined(before, { ...changes, ...terms, imageId: image?.id }));
    assertLockedFieldsUnchanged(campaign, before, after);
    if (after.rewardLevel !== before.rewardLevel) {
      await assertRewardLevel(tx, campaign.song_id, after.rewardLevel);
    }
    await updateCampaign(tx, campaign.id, after);
    if (before.imageId !== null && before.imageId !== after.imageId) await withdrawImage(tx, before.imageId);
    if (image !== undefined) await assertStorageQuota(context, tx, { accountId, field: PROMO_IMAGE.field });
    await invalidateCampaignPages(tx, campaign);
    return readOwnCampaign(context, tx, { accountId, id: campaign.id });
  });
}

type EditableFields = CampaignFields & { imageId: string | null };

function toEditableFields(row: OwnCampaignRow): EditableFields {
  const { name, description, type, max_nfts, pricing, reward_points, is_public_mintable, network } = row;
  return {
    name,
    description,
    type,
    max_nfts,
    reward_points,
    is_public_mintable,
    network,
    pricing,
    costCents: row.cost_cents,
    suggestedCents: row.suggested_cents,
    royaltyBasisPoints: row.royalty_basis_points,
    rewardLevel: row.reward_level,
    imageId: row.image?.id ?? null,
  };
}

/** Fields that buyers and the contract rely on, with their API names. */
const LOCKED_FIELDS = [
  ["type", "type"],
  ["max_nfts", "max_nfts"],
  ["costCents", "cost_per_nft"],
  ["pricing", "pricing"],
  ["suggestedCents", "suggested_price"],
  ["royaltyBasisPoints", "royalty_rate"],
  ["network", "network"],
  ["is_public_mintable", "is_public_mintable"],
  ["rewardLevel", "reward_level"],
] as const satisfies readonly (readonly [keyof EditableFields, string])[];
const FIELD_LOCKED = "This can no longer be changed.";

function assertLockedFieldsUnchanged(
  campaign: OwnCampaignRow,
  before: EditableFields,
  after: EditableFields,
): void {
  if (isEditable(campaign)) return;
  const fields: string[] = LOCKED_FIELDS.filter(([key]) => before[key] !== after[key]).map(
    ([, field]) => field,
  );
  // The artwork of FIXED_IMAGE is the promo image.
  if (campaign.type === "FIXED_IMAGE" && before.imageId !== after.imageId) fields.push("promo_image");
  if (fields.length === 0) return;
  throw new Failure("E0032", { errors: fields.map((field) => ({ field, message: FIELD_LOCKED })) });
}
