import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { putSlot } from "@wrapsody/shared/experiences/campaigns.ts";
import type { SlotName } from "@wrapsody/shared/experiences/experiences.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure } from "../../../../platform/failure.ts";
import { updateSlotNames } from "./components.data.ts";
import { lockEditableCampaign, type OwnCampaignRef } from "./components.ts";

/**
 * Names a slot of the caller's experience; an empty name removes its name. Tokens name their traits after slots, so names
 * are final with the activation.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 if another slot has the name, E0032 after activation and for RANDOM
 */
export async function nameSlot(
  { db }: Context,
  command: OwnCampaignRef & { slot: number; name: string },
): Promise<AnswerOf<typeof putSlot>> {
  const { slot, name } = command;
  return db.transaction().execute(async (tx) => {
    const campaign = await lockEditableCampaign(tx, command);
    if (campaign.type === "RANDOM")
      throw new Failure("E0032", { message: "The tiles of a random experience have no slots to name." });
    const others = campaign.slot_names.filter(({ slot_number }) => slot_number !== slot);
    assertUnused(others, name);
    const slot_names =
      name === ""
        ? others
        : [...others, { slot_number: slot, name }].toSorted((a, b) => a.slot_number - b.slot_number);
    await updateSlotNames(tx, campaign.id, slot_names);
    return { slot_names };
  });
}

function assertUnused(others: readonly SlotName[], name: string): void {
  if (others.every((other) => other.name.toLowerCase() !== name.toLowerCase())) return;
  throw new Failure("E0007", { errors: [{ field: "name", message: "Another slot has this name." }] });
}
