import type { Image } from "@wrapsody/shared/media.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { job } from "../../../platform/queue.ts";
import { makeArtwork, type Picture } from "../../artwork/index.ts";
import { requestMints } from "../../chain/index.ts";
import { type ComponentRow, listComponents } from "../campaigns.data.ts";
import { pictureOf } from "../pictures.ts";
import { qrText } from "../qr-links.ts";
import { endParticipant, participantMinted } from "./minted.ts";
import { countFailure, findRendering, markRendered, type Rendering } from "./render.data.ts";

type Which = { campaignId: number; participantId: number };

/** The queue waits longer and longer between them: together about nine hours. */
const mostFailures = 10;
const unreadable = "A picture that it is made of cannot be read.";

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
  const image = await compose(context, which, { rendering, components }).catch((error: unknown) =>
    giveUpAtLast(context, which, error),
  );
  if (image === undefined) return;
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

type Composed = { rendering: Rendering; components: readonly ComponentRow[] };

async function compose(context: Context, which: Which, composed: Composed): Promise<Image> {
  return makeArtwork(context, pictureFor(context, which, composed));
}

/**
 * A picture that fails is tried again for hours: the store may be away. Then it has failed for good, so that its batch
 * ends; its publisher may ask for it anew. Counted here and not by the queue, which does not tell of tries that were
 * killed.
 */
async function giveUpAtLast(context: Context, which: Which, error: unknown): Promise<undefined> {
  const { campaignId, participantId } = which;
  const isOver = await context.db.transaction().execute(async (tx) => {
    const failures = await countFailure(tx, campaignId, participantId);
    if (failures !== undefined && failures < mostFailures) return false;
    if (failures !== undefined) await endParticipant(context, tx, which, unreadable);
    return true;
  });
  if (!isOver) throw error;
  context.log.error({ err: error, ...which }, "a picture cannot be composed, and is given up");
}

function pictureFor(
  { publicUrl }: Context,
  { participantId }: Which,
  { rendering, components }: Composed,
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
