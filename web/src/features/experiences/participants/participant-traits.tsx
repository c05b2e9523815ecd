import type { Campaign, Component, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { PartPicture } from "../artworks/part-picture.tsx";
import { TraitRarity } from "../artworks/rarity.tsx";
import { slotLabel } from "../artworks/slots.ts";

/** The traits of an artwork by slot, each with its picture and, where chance chose it, its rarity. */
export function ParticipantTraits({
  campaign,
  participant,
  components,
}: {
  campaign: Campaign;
  participant: Participant;
  components: readonly Component[];
}) {
  const { t } = useTranslation();
  return (
    <ul className="art-traits">
      {participant.traits.map(({ slot_number: slot, component: name }) => {
        const part = partOf(components, slot, name);
        return (
          <li key={`${slot} ${name}`} className="part">
            {part === undefined ? null : <PartPicture part={part} />}
            <span>
              <span className="meta dim">{slotLabel(t, campaign, slot)}</span>
              <span className="small b">{name}</span>
              {part === undefined || campaign.type !== "GENERATIVE" ? null : (
                <span className="small">
                  <TraitRarity part={part} components={components} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Finds the component of a trait. In a random campaign the slot is the position in the grid, so only the name
 * identifies the component.
 */
function partOf(components: readonly Component[], slot: number, name: string): Component | undefined {
  const named = components.filter((component) => component.name === name);
  return named.find((component) => component.slot_number === slot) ?? named[0];
}
