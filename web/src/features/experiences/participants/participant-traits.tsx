import type { Component, Participant } from "@wrapsody/shared/experiences.ts";
import { useTranslation } from "react-i18next";
import { Rarity } from "../artworks/rarity.tsx";

/** The traits of an artwork by slot, each with its rarity. */
export function ParticipantTraits({
  participant,
  components,
}: {
  participant: Participant;
  components: readonly Component[];
}) {
  const { t } = useTranslation();
  return (
    <div className="scroll">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{t("experiences.slot")}</th>
            <th scope="col">{t("experiences.part")}</th>
            <th scope="col">{t("experiences.rarity")}</th>
            <th scope="col" className="r">
              {t("experiences.score")}
            </th>
          </tr>
        </thead>
        <tbody>
          {participant.traits.map(({ slot_number, component: name }) => {
            const part = partOf(components, slot_number, name);
            return (
              <tr key={`${slot_number} ${name}`}>
                <td className="num">{slot_number}</td>
                <th scope="row" className="b">
                  {name}
                </th>
                <td>{part === undefined ? "" : <Rarity score={part.rarity} />}</td>
                <td className="r num">{part?.rarity ?? ""}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
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
