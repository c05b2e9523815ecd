import {
  deleteActivation,
  deleteComponent,
  deleteDrop,
  getMyDapp,
  getMyDapps,
  patchActivate,
  patchClose,
  patchComponent,
  patchDrop,
  postComponent,
  postComponentsDelete,
  postComponentsRestore,
  postDrop,
  postMintBulk,
  postQr,
  postSimulation,
  putSlot,
} from "@wrapsody/shared/experiences/campaigns.ts";
import { getMyChecklist } from "@wrapsody/shared/studio/checklist.ts";
import { type Device, type Route, route, type Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Caller } from "../../catalogue/index.ts";
import {
  activateCampaign,
  closeCampaign,
  deleteCampaign,
  withdrawActivation,
} from "./activation/activation.ts";
import { createCampaign, updateOwnCampaign } from "./campaigns/edit-campaign.ts";
import { listMyCampaigns, previewBulkMint, readMyCampaign } from "./campaigns/own-campaigns.ts";
import { readChecklist } from "./checklist/checklist.ts";
import { addComponent, updateOwnComponent } from "./components/components.ts";
import { deleteOwnComponent, deleteOwnComponents, restoreOwnComponents } from "./components/deletion.ts";
import { previewQrCode, simulate } from "./components/simulation.ts";
import { nameSlot } from "./components/slot-names.ts";

/** Routes with which publishers manage their experiences. */
export function campaignStudioRoutes(context: Context): Route[] {
  return [...campaignRoutes(context), ...componentRoutes(context)];
}

function campaignRoutes(context: Context): Route[] {
  return [
    route(getMyChecklist, ({ session: { accountId } }) => readChecklist(context, accountId)),
    route(getMyDapps, ({ session: { accountId }, list }) => listMyCampaigns(context, { accountId, list })),
    route(getMyDapp, ({ session: { accountId }, params }) =>
      readMyCampaign(context, { accountId, reference: params.id }),
    ),
    route(postDrop, (call) =>
      createCampaign(context, {
        caller: toCaller(call),
        song: call.params.id,
        body: call.body,
        promoImage: call.files.promo_image,
      }),
    ),
    route(patchDrop, ({ session: { accountId }, params, body, files }) =>
      updateOwnCampaign(
        context,
        { accountId, reference: params.id },
        { body, promoImage: files.promo_image },
      ),
    ),
    route(patchActivate, (call) =>
      activateCampaign(context, {
        ...toCommand(call),
        receiver: call.body.royalty_receiver?.toLowerCase(),
      }),
    ),
    route(deleteActivation, (call) => withdrawActivation(context, toCommand(call))),
    route(patchClose, (call) => closeCampaign(context, toCommand(call))),
    route(deleteDrop, (call) => deleteCampaign(context, toCommand(call))),
    route(postMintBulk, ({ session: { accountId }, params, body }) =>
      previewBulkMint(context, { accountId, reference: params.id, body }),
    ),
  ];
}

function componentRoutes(context: Context): Route[] {
  return [
    route(postComponent, (call) =>
      addComponent(context, { ...toCommand(call), body: call.body, image: call.files.image }),
    ),
    route(patchComponent, (call) => {
      const { componentId } = call.params;
      return updateOwnComponent(context, {
        ...toCommand(call),
        componentId,
        body: call.body,
        image: call.files.image,
      });
    }),
    route(deleteComponent, (call) =>
      deleteOwnComponent(context, { ...toCommand(call), componentId: call.params.componentId }),
    ),
    route(postComponentsDelete, (call) =>
      deleteOwnComponents(context, { ...toCommand(call), ids: call.body.component_ids }),
    ),
    route(postComponentsRestore, (call) =>
      restoreOwnComponents(context, { ...toCommand(call), ids: call.body.component_ids }),
    ),
    route(putSlot, (call) =>
      nameSlot(context, { ...toCommand(call), slot: call.params.slot, name: call.body.name }),
    ),
    route(postQr, ({ session: { accountId }, params, body }) =>
      previewQrCode(context, { accountId, reference: params.id, body }),
    ),
    route(postSimulation, ({ session: { accountId }, params, body }) =>
      simulate(context, { accountId, reference: params.id, samples: body.samples }),
    ),
  ];
}

type AuthenticatedCall = { session: Session; device: Device; idempotencyKey: string | undefined };

function toCaller({ session, device, idempotencyKey }: AuthenticatedCall): Caller {
  return { accountId: session.accountId, device, key: idempotencyKey };
}

function toCommand(call: AuthenticatedCall & { params: { id: string } }): {
  caller: Caller;
  reference: string;
} {
  return { caller: toCaller(call), reference: call.params.id };
}
