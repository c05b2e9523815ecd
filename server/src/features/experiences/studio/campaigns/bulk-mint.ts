import type { postMintBulk } from "@wrapsody/shared/campaigns.ts";
import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { parseAddress } from "../../../chain/index.ts";
import { requireOwnCampaign } from "./own-campaign.ts";

/**
 * Previews minting many spots to one wallet: validates the input and does nothing.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for an invalid address, E0032 otherwise
 */
export async function previewBulkMint(
  { db }: Context,
  { accountId, reference, body }: { accountId: string; reference: string; body: BodyOf<typeof postMintBulk> },
): Promise<never> {
  await requireOwnCampaign(db, accountId, reference);
  if (!parseAddress(body.wallet).ok) {
    const message = "Enter a wallet address: 0x followed by 40 hexadecimal characters.";
    throw new Failure("E0007", { errors: [{ field: "wallet", message }] });
  }
  const message = "Coming soon! Until then, give drop/{id}/mint the address on as many lines.";
  throw new Failure("E0032", { message });
}
