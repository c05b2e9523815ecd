import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { job } from "../../../platform/queue.ts";
import { makeArtwork, type Picture } from "../../artwork/index.ts";
import { requestMints } from "../../chain/index.ts";
import { type ComponentRow, listComponents } from "../campaigns.data.ts";
import { pictureOf } from "../pictures.ts";
import { qrText } from "../qr-links.ts";
import { participantMinted } from "./minted.ts";
import { findRendering, markRendered, type Rendering } from "./render.data.ts";

type Which = { campaignId: number; participantId: number };

/** Composes what was drawn for a participant, and asks for its token. */
export const renderArtworkJob = job({
  name: "render-artwork",
  payload: z.object({ campaignId: z.number().int(), participantId: z.number().int() }),
  tries: 25,
  run: renderArtwork,
});

async function renderArtwork(context: Context, which: Which): Promise<void> {
  const { campaignId, participantId } = which;
  const rendering = await findRendering(context.db, campaignId, participantId);
  if (rendering === undefined) return;
  const components = await listComponents(context.db, campaignId);
  // The file and its row are there before anything names them: whoever dies in between makes the same bytes again.
  const image = await makeArtwork(context, compose(context, which, { rendering, components }));
  const { contract_address: collection, network, wallet: owner, isShown } = rendering;
  if (collection === null) throw new Error(`campaign ${campaignId} has no contract`);
  await context.db.transaction().execute(async (tx) => {
    const kept = { imageId: image.id, now: context.clock.now() };
    if (!(await markRendered(tx, which, kept))) return;
    const then = { job: participantMinted, payload: which };
    const tokens = [{ tokenId: participantId, owner, then }];
    await requestMints(context, tx, { network, collection, tokens });
    if (isShown) await notifyPagesChanged(tx);
  });
}

function compose(
  { publicUrl }: Context,
  { participantId }: Which,
  { rendering, components }: { rendering: Rendering; components: readonly ComponentRow[] },
): Picture {
  const { drawn, photos, song_id: songId } = rendering;
  const byId = new Map(components.map((part) => [part.id, part]));
  const draw = drawn.flatMap((id) => byId.get(id) ?? []);
  if (draw.length < drawn.length) throw new Error(`participant ${participantId} misses a component`);
  const photoOf = new Map(photos.map(({ componentId, imageId }) => [componentId, imageId]));
  return pictureOf(rendering, draw, {
    textOf: (part) => qrText(publicUrl, part, { songId, nftId: participantId }),
    photoOf: ({ id }) => photoOf.get(id),
  });
}
