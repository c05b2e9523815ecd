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
  postDrop,
  postMintBulk,
  postQr,
  postSimulation,
} from "@wrapsody/shared/campaigns.ts";
import type { Context } from "../../../platform/context.ts";
import { type Device, type Route, route, type Session } from "../../../platform/routing.ts";
import type { Caller } from "../../catalogue/index.ts";
import { activateCampaign, closeCampaign, deleteCampaign } from "./activation.ts";
import { previewBulkMint } from "./bulk-mint.ts";
import { changeCampaign, createCampaign } from "./campaigns.ts";
import { addComponent, changeComponent, removeComponent } from "./components.ts";
import type { CampaignNeeds } from "./needs.ts";
import { ownCampaign, ownCampaigns } from "./own-campaigns.ts";
import { previewCode } from "./qr-code.ts";
import { simulate } from "./simulation.ts";
import { withdrawActivation } from "./withdrawal.ts";

/** The publishers' calls for their experiences. */
export function campaignStudioRoutes(context: Context, needs: CampaignNeeds): Route[] {
  return [...campaignRoutes(context, needs), ...componentRoutes(context)];
}

function campaignRoutes(context: Context, needs: CampaignNeeds): Route[] {
  return [
    route(getMyDapps, ({ session: { accountId }, list }) =>
      ownCampaigns(context, needs, { accountId, list }),
    ),
    route(getMyDapp, ({ session: { accountId }, params }) =>
      ownCampaign(context, needs, { accountId, reference: params.id }),
    ),
    route(postDrop, (call) =>
      createCampaign(context, needs, {
        caller: callerOf(call),
        song: call.params.id,
        body: call.body,
        promoImage: call.files.promo_image,
      }),
    ),
    route(patchDrop, ({ session: { accountId }, params, body, files }) =>
      changeCampaign(
        context,
        needs,
        { accountId, reference: params.id },
        { body, promoImage: files.promo_image },
      ),
    ),
    route(patchActivate, (call) => activateCampaign(context, needs, changeOf(call))),
    route(deleteActivation, (call) => withdrawActivation(context, needs, changeOf(call))),
    route(patchClose, (call) => closeCampaign(context, needs, changeOf(call))),
    route(deleteDrop, (call) => deleteCampaign(context, changeOf(call))),
    route(postMintBulk, ({ session: { accountId }, params, body }) =>
      previewBulkMint(context, { accountId, reference: params.id, body }),
    ),
  ];
}

function componentRoutes(context: Context): Route[] {
  return [
    route(postComponent, (call) =>
      addComponent(context, { ...changeOf(call), body: call.body, image: call.files.image }),
    ),
    route(patchComponent, (call) => {
      const { componentId } = call.params;
      return changeComponent(context, {
        ...changeOf(call),
        componentId,
        body: call.body,
        image: call.files.image,
      });
    }),
    route(deleteComponent, (call) =>
      removeComponent(context, { ...changeOf(call), componentId: call.params.componentId }),
    ),
    route(postQr, ({ session: { accountId }, params, body }) =>
      previewCode(context, { accountId, reference: params.id, body }),
    ),
    route(postSimulation, ({ session: { accountId }, params, body }) =>
      simulate(context, { accountId, reference: params.id, samples: body.samples }),
    ),
  ];
}

type Signed = { session: Session; device: Device; idempotencyKey: string | undefined };

function callerOf({ session, device, idempotencyKey }: Signed): Caller {
  return { accountId: session.accountId, device, key: idempotencyKey };
}

function changeOf(call: Signed & { params: { id: string } }): { caller: Caller; reference: string } {
  return { caller: callerOf(call), reference: call.params.id };
}
