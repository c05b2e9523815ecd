import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import {
  campaignLimits,
  campaignTexts,
  componentLimits,
  type patchComponent,
  type postComponent,
} from "@wrapsody/shared/experiences/campaigns.ts";
import { DEFAULT_QR_COLOURS, findQrColourProblem } from "@wrapsody/shared/experiences/colours.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import type { Upload } from "../../../../platform/http/uploads.ts";
import { assertStorageQuota } from "../../../accounts/index.ts";
import { fitsQr, storeLayerUpload } from "../../../artwork/index.ts";
import { type Caller, createWithIdempotencyKey } from "../../../catalogue/index.ts";
import { buildQrText } from "../../drawing/picture.ts";
import { listComponents } from "../../public/campaigns.data.ts";
import { presentComponent } from "../../public/campaigns.ts";
import { invalidateExperience } from "../../public/page-entities.ts";
import { isEditable } from "../activation/readiness.ts";
import { lockOwnCampaign, mergeDefined, requireOwnCampaign } from "../campaigns/own-campaign.ts";
import type { OwnCampaignRow } from "../campaigns/own-campaigns.data.ts";
import { type ComponentFields, insertComponent, updateComponent } from "./components.data.ts";

export type OwnCampaignRef = { caller: Caller; reference: string };

export const LAYER_IMAGE = { field: "image", wrongType: campaignTexts.image };
const NO_QR = { qr_code_link: null, qr_code_width: null, fg_color: null, bg_color: null };

/**
 * Adds a component to the caller's experience.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for an unsuitable type, missing fields or an invalid image, E0032 after
 * activation
 */
export async function addComponent(
  context: Context,
  command: OwnCampaignRef & { body: BodyOf<typeof postComponent>; image: Upload | undefined },
): Promise<SavedComponent> {
  const { caller, reference, image } = command;
  const { accountId, key } = caller;
  const { copy_of: original, id: _id, s3_bucket_uri: _uri, shrink: isShrunk = false, ...body } = command.body;
  const campaign = await requireOwnCampaign(context.db, accountId, reference);
  const input = { ...command.body, image: image?.hash };
  return createWithIdempotencyKey(context, {
    repeatable: { accountId, call: `POST drop/${campaign.id}/component`, key, input },
    check: async () => assertComponentFits(campaign, body.component_type),
    async prepare() {
      const existingImageId = await findImageToCopy(context.db, campaign, original);
      const picture = await storeImage(context, campaign, {
        fields: toSettings(body),
        image,
        isShrunk,
        existingImageId,
      });
      return {
        imageId: picture?.id ?? (body.component_type === "IMAGE" ? existingImageId : null),
        shrunkBytes: isShrunk ? picture?.bytes : undefined,
      };
    },
    async run(tx, { imageId, shrunkBytes }) {
      const locked = await lockEditableCampaign(tx, command);
      assertComponentFits(locked, body.component_type);
      const fields = { ...toSettings(body), imageId };
      const id = await insertComponent(tx, locked.id, { ...fields, now: context.clock.now() });
      await assertStorageQuota(context, tx, { accountId, field: LAYER_IMAGE.field });
      return { ...(await readComponent(tx, locked.id, id)), shrunk_bytes: shrunkBytes };
    },
  });
}

type SavedComponent = AnswerOf<typeof postComponent>;

/** Returns the image of the component that is copied, in the same experience. */
async function findImageToCopy(
  db: Executor,
  campaign: OwnCampaignRow,
  original: number | undefined,
): Promise<string | null> {
  return original === undefined ? null : (await readComponentFields(db, campaign.id, original)).imageId;
}

type ComponentSettings = Omit<ComponentFields, "imageId">;

function toSettings({
  qr_code_link,
  ...body
}: Omit<BodyOf<typeof postComponent>, "shrink">): ComponentSettings {
  return body.component_type === "QR_CODE"
    ? { ...body, qr_code_link: qr_code_link || null }
    : { ...body, ...NO_QR };
}

/**
 * Stores the image of an IMAGE component. Reports errors of the fields and of the image together. `existingImageId` is the current image.
 */
async function storeImage(
  context: Context,
  campaign: OwnCampaignRow,
  command: {
    fields: ComponentSettings;
    image: Upload | undefined;
    isShrunk: boolean;
    existingImageId?: string | null;
  },
): Promise<{ id: string; bytes: number } | undefined> {
  const { fields, image, isShrunk, existingImageId = null } = command;
  const errors = fields.component_type === "QR_CODE" ? findQrErrors(context, campaign, fields) : [];
  if (fields.component_type !== "IMAGE") return throwIfAny(errors, undefined);
  if (image !== undefined) return storeLayerUpload(context, image, { ...LAYER_IMAGE, isShrunk });
  if (existingImageId === null) errors.push({ field: "image", message: campaignTexts.required });
  return throwIfAny(errors, undefined);
}

function throwIfAny<Value>(errors: FieldError[], value: Value): Value {
  if (errors.length > 0) throw new Failure("E0007", { errors });
  return value;
}

/** The longest possible ids: a code that fits with these fits with all. */
const LONGEST_IDS = { id: 2 ** 31 - 1, nftId: 999_999_999_999 };

function findQrErrors(
  { publicUrl }: Context,
  campaign: OwnCampaignRow,
  fields: ComponentSettings,
): FieldError[] {
  const errors: FieldError[] = [];
  const { qr_code_link, fg_color, bg_color } = fields;
  const message = findQrColourProblem({
    foreground: fg_color ?? DEFAULT_QR_COLOURS.foreground,
    background: bg_color ?? DEFAULT_QR_COLOURS.background,
  });
  if (message !== undefined) errors.push({ field: "fg_color", message });
  if (qr_code_link === null) return [...errors, { field: "qr_code_link", message: campaignTexts.qrLink }];
  const { id, nftId } = LONGEST_IDS;
  const text = buildQrText(publicUrl, { ...fields, id }, { songId: campaign.song_id, nftId });
  if (!fitsQr(text, fields.qr_code_width ?? componentLimits.qrWidth))
    errors.push({ field: "qr_code_width", message: "This is too small for a code with this link." });
  return errors;
}

/**
 * Updates the given fields of a component of the caller's experience.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for missing fields or an invalid image, E0032 after activation
 */
export async function updateOwnComponent(
  context: Context,
  command: OwnCampaignRef & {
    componentId: number;
    body: BodyOf<typeof patchComponent>;
    image: Upload | undefined;
  },
): Promise<SavedComponent> {
  const { caller, reference, componentId, image } = command;
  const { shrink: isShrunk = false, ...body } = command.body;
  const ownCampaign = await requireOwnCampaign(context.db, caller.accountId, reference);
  assertEditable(ownCampaign);
  const before = await readComponentFields(context.db, ownCampaign.id, componentId);
  const { imageId: existingImageId, ...fields } = applyChanges(before, body);
  const picture = await storeImage(context, ownCampaign, { fields, image, isShrunk, existingImageId });
  return context.db.transaction().execute(async (tx) => {
    const campaign = await lockEditableCampaign(tx, command);
    const after = applyChanges(await readComponentFields(tx, campaign.id, componentId), body);
    // Validates against the current row: it may have changed while the image was stored.
    if (after.component_type === "QR_CODE") throwIfAny(findQrErrors(context, campaign, after), undefined);
    await updateComponent(tx, componentId, { ...after, imageId: picture?.id ?? after.imageId });
    if (picture !== undefined)
      await assertStorageQuota(context, tx, {
        accountId: command.caller.accountId,
        field: LAYER_IMAGE.field,
      });
    const saved = await readComponent(tx, campaign.id, componentId);
    return { ...saved, shrunk_bytes: isShrunk ? picture?.bytes : undefined };
  });
}

async function readComponentFields(db: Executor, campaignId: number, id: number): Promise<ComponentFields> {
  const { id: _, s3_bucket_uri: __, image, ...fields } = await readComponent(db, campaignId, id);
  return { ...fields, imageId: image?.id ?? null };
}

function applyChanges(
  before: ComponentFields,
  body: Omit<BodyOf<typeof patchComponent>, "shrink">,
): ComponentFields {
  const { qr_code_link: link } = body;
  const after = mergeDefined(before, {
    ...body,
    qr_code_link: link === undefined ? undefined : link || null,
  });
  // Only QR codes have a link and colours.
  return before.component_type === "QR_CODE" ? after : { ...after, ...NO_QR };
}

/** Locks the caller's campaign for a change of its components, and invalidates its pages. @throws Failure E0032 after activation */
export async function lockEditableCampaign(
  tx: Executor,
  { caller, reference }: OwnCampaignRef,
): Promise<OwnCampaignRow> {
  const campaign = await lockOwnCampaign(tx, caller.accountId, reference);
  assertEditable(campaign);
  if (campaign.song_status === "ACTIVE") await invalidateExperience(tx, campaign.id);
  return campaign;
}

function assertEditable(campaign: OwnCampaignRow): void {
  if (isEditable(campaign)) return;
  const message = "Components can’t be changed after activation.";
  throw new Failure("E0032", { message });
}

/** @throws Failure E0032 if there are too many components, E0007 if the type does not fit the experience */
function assertComponentFits(campaign: OwnCampaignRow, kind: Component["component_type"]): void {
  assertEditable(campaign);
  assertTypeFits(campaign, kind);
  assertFewEnough(campaign.parts.length + 1);
}

/** @throws Failure E0007 if the type does not fit the experience */
export function assertTypeFits(campaign: OwnCampaignRow, kind: Component["component_type"]): void {
  if (campaign.type !== "RANDOM" || kind === "IMAGE") return;
  const message = "The nine tiles of a random experience are images.";
  throw new Failure("E0007", { errors: [{ field: "component_type", message }] });
}

/** @throws Failure E0032 if there are too many components */
export function assertFewEnough(count: number): void {
  if (count <= campaignLimits.components) return;
  throw new Failure("E0032", {
    message: `An experience has at most ${campaignLimits.components} components.`,
  });
}

async function readComponent(db: Executor, campaignId: number, id: number): Promise<Component> {
  const found = (await listComponents(db, campaignId)).find((component) => component.id === id);
  if (found === undefined) throw notFound();
  return presentComponent(found);
}
