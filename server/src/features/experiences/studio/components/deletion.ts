import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import { z } from "zod";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import { notFound } from "../../../../platform/failure.ts";
import { job } from "../../../../platform/jobs/queue.ts";
import { assertStorageQuota } from "../../../accounts/index.ts";
import { listComponents } from "../../public/campaigns.data.ts";
import { presentComponent } from "../../public/campaigns.ts";
import { deleteComponents, forgetDeletedComponents, restoreComponents } from "./components.data.ts";
import {
  assertFewEnough,
  assertTypeFits,
  LAYER_IMAGE,
  lockEditableCampaign,
  type OwnCampaignRef,
} from "./components.ts";

/**
 * Deletes a component of the caller's experience. `restoreOwnComponents` undoes it for a day.
 *
 * @throws Failure E0001 if it is not the caller's or unknown, E0032 after activation
 */
export async function deleteOwnComponent(
  context: Context,
  { componentId, ...command }: OwnCampaignRef & { componentId: number },
): Promise<Record<never, never>> {
  const call = "DELETE drop/component";
  await deleteFromCampaign(context, { ...command, call, ids: [componentId] });
  return {};
}

/**
 * Deletes several components of the caller's experience together. Skips unknown ones. `restoreOwnComponents` undoes it for
 * a day.
 *
 * @throws Failure E0001 if the experience is not the caller's or none of the components exists, E0032 after activation
 */
export async function deleteOwnComponents(
  context: Context,
  command: OwnCampaignRef & { ids: readonly number[] },
): Promise<{ deleted: number[] }> {
  return { deleted: await deleteFromCampaign(context, { ...command, call: "POST drop/components/delete" }) };
}

function deleteFromCampaign(
  context: Context,
  command: OwnCampaignRef & { call: string; ids: readonly number[] },
): Promise<number[]> {
  const { caller, reference, call, ids } = command;
  const { accountId, key } = caller;
  return withIdempotencyKey(context, { accountId, call, key, input: { reference, ids } }, async (tx) => {
    const campaign = await lockEditableCampaign(tx, command);
    const deleted = await deleteComponents(tx, { campaignId: campaign.id, ids, now: context.clock.now() });
    if (deleted.length === 0) throw notFound();
    return deleted.toSorted((a, b) => a - b);
  });
}

/**
 * Restores deleted components of the caller's experience with their ids, settings and images. Returns those of `ids` that
 * exist now, also if they were restored before.
 *
 * @throws Failure E0001 if the experience is not the caller's or none of the components can be restored, E0007 for a type
 * that no longer fits the experience, E0032 after activation or if there would be too many components, E0050 if their
 * images exceed the storage quota
 */
export async function restoreOwnComponents(
  context: Context,
  command: OwnCampaignRef & { ids: readonly number[] },
): Promise<{ components: Component[] }> {
  const { accountId } = command.caller;
  return context.db.transaction().execute(async (tx) => {
    const campaign = await lockEditableCampaign(tx, command);
    const restored = await restoreComponents(tx, campaign.id, command.ids);
    const all = await listComponents(tx, campaign.id);
    for (const { component_type } of all.filter(({ id }) => restored.includes(id)))
      assertTypeFits(campaign, component_type);
    if (restored.length > 0) {
      assertFewEnough(all.length);
      await assertStorageQuota(context, tx, { accountId, field: LAYER_IMAGE.field });
    }
    const components = all.filter(({ id }) => command.ids.includes(id)).map(presentComponent);
    if (components.length === 0) throw notFound();
    return { components };
  });
}

/** How long a deletion can be undone. */
const UNDO_TTL_MS = 24 * 60 * 60 * 1000;

export const forgetDeletedComponentsJob = job({
  name: "forget-deleted-components",
  payload: z.object({}),
  tries: 3,
  cron: "37 * * * *",
  run: ({ db, clock }) => forgetDeletedComponents(db, new Date(clock.now().getTime() - UNDO_TTL_MS)),
});
