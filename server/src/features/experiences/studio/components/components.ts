import {
  campaignLimits,
  campaignTexts,
  componentLimits,
  type patchComponent,
  type postComponent,
} from "@wrapsody/shared/campaigns.ts";
import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/errors.ts";
import type { Component } from "@wrapsody/shared/experiences.ts";
import type { Image } from "@wrapsody/shared/media.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { fitsQr, hasReadableContrast, storeLayerUpload } from "../../../artwork/index.ts";
import { type Caller, createWithIdempotencyKey } from "../../../catalogue/index.ts";
import { buildQrText } from "../../drawing/qr-links.ts";
import { listComponents } from "../../public/campaigns.data.ts";
import { presentComponent } from "../../public/campaigns.ts";
import { isEditable } from "../activation/readiness.ts";
import {
  invalidateCampaignPages,
  lockOwnCampaign,
  mergeDefined,
  requireOwnCampaign,
} from "../campaigns/own-campaign.ts";
import type { OwnCampaignRow } from "../campaigns/own-campaigns.data.ts";
import {
  type ComponentFields,
  deleteComponent,
  insertComponent,
  updateComponent,
} from "./components.data.ts";

type OwnCampaignRef = { caller: Caller; reference: string };

const LAYER_IMAGE = { field: "image", wrongType: campaignTexts.image };
const NO_QR = { qr_code_link: null, qr_code_width: null, fg_color: null, bg_color: null };

/**
 * Adds a component to an experience of the caller's.
 *
 * @throws Failure E0001 for somebody else's, E0007 for a kind that does not fit, what a kind needs and the picture, E0032 once
 * activation was asked for
 */
export async function addComponent(
  context: Context,
  given: OwnCampaignRef & { body: BodyOf<typeof postComponent>; image: Upload | undefined },
): Promise<Component> {
  const { caller, reference, image } = given;
  const { accountId, key } = caller;
  const { copy_of: original, ...body } = given.body;
  const campaign = await requireOwnCampaign(context.db, accountId, reference);
  const sent = { ...given.body, image: image?.hash };
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: `POST drop/${campaign.id}/component`, key, input: sent },
    check: async () => assertComponentFits(campaign, body.component_type),
    async prepare() {
      const kept = await findImageToCopy(context.db, campaign, original);
      const picture = await storeImage(context, campaign, { fields: toSettings(body), image, kept });
      return picture?.id ?? (body.component_type === "IMAGE" ? kept : null);
    },
    async run(tx, imageId) {
      const locked = await lockEditableCampaign(tx, given);
      assertComponentFits(locked, body.component_type);
      const fields = { ...toSettings(body), imageId };
      const id = await insertComponent(tx, locked.id, { ...fields, now: context.clock.now() });
      return readComponent(tx, locked.id, id);
    },
  });
}

/** The picture of another component of the same experience, which a copy of it has as well. */
async function findImageToCopy(
  db: Executor,
  campaign: OwnCampaignRow,
  original: number | undefined,
): Promise<string | null> {
  return original === undefined ? null : (await readComponentFields(db, campaign.id, original)).imageId;
}

type ComponentSettings = Omit<ComponentFields, "imageId">;

function toSettings({ qr_code_link, ...body }: BodyOf<typeof postComponent>): ComponentSettings {
  return body.component_type === "QR_CODE"
    ? { ...body, qr_code_link: qr_code_link || null }
    : { ...body, ...NO_QR };
}

/**
 * Takes in what an IMAGE needs; what is wrong with the fields is told with what is wrong with the picture. `kept` is what is
 * there already.
 */
async function storeImage(
  context: Context,
  campaign: OwnCampaignRow,
  given: { fields: ComponentSettings; image: Upload | undefined; kept?: string | null },
): Promise<Image | undefined> {
  const { fields, image, kept = null } = given;
  const errors = fields.component_type === "QR_CODE" ? findQrErrors(context, campaign, fields) : [];
  if (fields.component_type !== "IMAGE") return throwIfAny(errors, undefined);
  if (image !== undefined) return storeLayerUpload(context, image, LAYER_IMAGE);
  if (kept === null) errors.push({ field: "image", message: campaignTexts.required });
  return throwIfAny(errors, undefined);
}

function throwIfAny<Value>(errors: FieldError[], value: Value): Value {
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return value;
}

/** Numbers as long as they get: a code that fits with these fits with all. */
const LONGEST_IDS = { id: 2 ** 31 - 1, nftId: 999_999_999_999 };

function findQrErrors(
  { publicUrl }: Context,
  campaign: OwnCampaignRow,
  fields: ComponentSettings,
): FieldError[] {
  const errors: FieldError[] = [];
  const { qr_code_link, fg_color, bg_color } = fields;
  const isLegible =
    fg_color === null ||
    bg_color === null ||
    hasReadableContrast({ foreground: fg_color, background: bg_color });
  if (!isLegible)
    errors.push({ field: "fg_color", message: "These colours are too alike for a code to be read." });
  if (qr_code_link === null) return [...errors, { field: "qr_code_link", message: campaignTexts.qrLink }];
  const { id, nftId } = LONGEST_IDS;
  const text = buildQrText(publicUrl, { ...fields, id }, { songId: campaign.song_id, nftId });
  if (!fitsQr(text, fields.qr_code_width ?? componentLimits.qrWidth))
    errors.push({ field: "qr_code_width", message: "This is too small for a code with this link." });
  return errors;
}

/**
 * Changes what is given of a component of an experience of the caller's.
 *
 * @throws Failure E0001 for somebody else's, E0007 for what its kind needs and the picture, E0032 once activation was asked for
 */
export async function updateOwnComponent(
  context: Context,
  given: OwnCampaignRef & {
    componentId: number;
    body: BodyOf<typeof patchComponent>;
    image: Upload | undefined;
  },
): Promise<Component> {
  const { caller, reference, componentId, body, image } = given;
  const seen = await requireOwnCampaign(context.db, caller.accountId, reference);
  assertEditable(seen);
  const before = await readComponentFields(context.db, seen.id, componentId);
  const { imageId: kept, ...fields } = applyChanges(before, body);
  const picture = await storeImage(context, seen, { fields, image, kept });
  return context.db.transaction().execute(async (tx) => {
    const campaign = await lockEditableCampaign(tx, given);
    const after = applyChanges(await readComponentFields(tx, campaign.id, componentId), body);
    // What was sent is judged beside what is there now, not beside what was there before the picture was taken in.
    if (after.component_type === "QR_CODE") throwIfAny(findQrErrors(context, campaign, after), undefined);
    await updateComponent(tx, componentId, { ...after, imageId: picture?.id ?? after.imageId });
    return readComponent(tx, campaign.id, componentId);
  });
}

async function readComponentFields(db: Executor, campaignId: number, id: number): Promise<ComponentFields> {
  const { id: _, s3_bucket_uri: __, image, ...fields } = await readComponent(db, campaignId, id);
  return { ...fields, imageId: image?.id ?? null };
}

function applyChanges(before: ComponentFields, body: BodyOf<typeof patchComponent>): ComponentFields {
  const { qr_code_link: link } = body;
  const after = mergeDefined(before, {
    ...body,
    qr_code_link: link === undefined ? undefined : link || null,
  });
  // Nothing but a code leads anywhere and has colours.
  return before.component_type === "QR_CODE" ? after : { ...after, ...NO_QR };
}

/**
 * Takes a component from an experience of the caller's.
 *
 * @throws Failure E0001 for somebody else's and where there is none, E0032 once activation was asked for
 */
export function deleteOwnComponent(
  context: Context,
  given: OwnCampaignRef & { componentId: number },
): Promise<Record<never, never>> {
  const { caller, reference, componentId } = given;
  const { accountId, key } = caller;
  const sent = { reference, componentId };
  return withIdempotencyKey(
    context,
    { accountId, call: "DELETE drop/component", key, input: sent },
    async (tx) => {
      const campaign = await lockEditableCampaign(tx, given);
      if (!(await deleteComponent(tx, campaign.id, componentId))) throw notFound();
      return {};
    },
  );
}

/** A campaign of the caller's whose components may change until `tx` ends, which pages then show. */
async function lockEditableCampaign(
  tx: Executor,
  { caller, reference }: OwnCampaignRef,
): Promise<OwnCampaignRow> {
  const campaign = await lockOwnCampaign(tx, caller.accountId, reference);
  assertEditable(campaign);
  await invalidateCampaignPages(tx, campaign);
  return campaign;
}

function assertEditable(campaign: OwnCampaignRow): void {
  if (isEditable(campaign)) return;
  const message = "Components change only as long as nobody can take part in the experience.";
  throw new Failure("E0032", { message });
}

/** Whether there is room for one more component, of a kind that its pictures can be made of. */
function assertComponentFits(campaign: OwnCampaignRow, kind: Component["component_type"]): void {
  assertEditable(campaign);
  if (campaign.type === "RANDOM" && kind !== "IMAGE") {
    const message = "The nine tiles of a random experience are images.";
    throw new Failure("E0007", { errors: [{ field: "component_type", message }] });
  }
  if (campaign.parts.length < campaignLimits.components) return;
  throw new Failure("E0032", {
    message: `An experience has at most ${campaignLimits.components} components.`,
  });
}

async function readComponent(db: Executor, campaignId: number, id: number): Promise<Component> {
  const found = (await listComponents(db, campaignId)).find((component) => component.id === id);
  if (found === undefined) throw notFound();
  return presentComponent(found);
}
