import type { postQr } from "@wrapsody/shared/campaigns.ts";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { Context } from "../../../../platform/context.ts";
import { encodeQr } from "../../../artwork/index.ts";
import { buildQrText } from "../../drawing/qr-links.ts";
import { requireOwnCampaign } from "../campaigns/own-campaign.ts";

/** Placeholder for the ids of unsaved components and of participants. */
const UNASSIGNED_ID = 0;

/**
 * The code of a component of the caller's, drawn by what draws it in earnest. What tells one participant's from another's is
 * left at nobody's.
 *
 * @throws Failure E0001 for somebody else's
 */
export async function previewQrCode(
  { db, publicUrl }: Context,
  given: { accountId: string; reference: string; body: BodyOf<typeof postQr> },
): Promise<AnswerOf<typeof postQr>> {
  const { component_id, ...link } = given.body;
  const { song_id: songId } = await requireOwnCampaign(db, given.accountId, given.reference);
  const { rows, leastWidth } = encodeQr(
    buildQrText(publicUrl, { ...link, id: component_id ?? UNASSIGNED_ID }, { songId, nftId: UNASSIGNED_ID }),
  );
  return { rows, least_width: leastWidth };
}
