import type { Campaign, Component } from "@wrapsody/shared/experiences/experiences.ts";
import QrCode from "lucide-react/icons/qr-code";
import UserRound from "lucide-react/icons/user-round";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { PartPicture } from "../artworks/part-picture.tsx";
import { TraitRarity } from "../artworks/rarity.tsx";
import { slotLabel, slotName, slotNumbers, slotsOf } from "../artworks/slots.ts";

type CampaignProps = { campaign: Campaign };
type TabProps = CampaignProps & { components: readonly Component[] };

/** The components that a campaign's artworks are made of. */
export function ArtworkTab({ campaign, components }: TabProps) {
  const { t } = useTranslation();
  const slots = slotsOf(components);
  if (slots.length === 0) return <SinglePicture campaign={campaign} />;
  return (
    <div className="ex-pane ex-generated">
      <aside className="ex-plan">
        <h2 className="head">{t("experiences.plan")}</h2>
        <NinePlan campaign={campaign} components={components} />
        <p className="small dim">{t(`experiences.plan${campaign.type}`)}</p>
        <Explained components={components} />
      </aside>
      <div>
        {slots.map(({ slot, parts }) => (
          <section key={slot} className="ex-slot" aria-label={slotLabel(t, campaign, slot)}>
            <h3 className="no">
              <span className="vh">{t("experiences.slot")} </span>
              {slot}
            </h3>
            <div>
              <NamedSlot campaign={campaign} slot={slot} parts={parts} />
              <ul>
                {parts.map((part) => (
                  <li key={part.id}>
                    <Part part={part} components={parts} />
                  </li>
                ))}
              </ul>
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The name of a slot and how many traits it has. Nothing without a name. */
function NamedSlot({ campaign, slot, parts }: CampaignProps & { slot: number; parts: readonly Component[] }) {
  const { t } = useTranslation();
  const name = slotName(campaign, slot);
  if (name === undefined) return null;
  return (
    <p className="ex-slot-name">
      <b>{name}</b> <span className="code dim">{t("experiences.parts", { count: parts.length })}</span>
    </p>
  );
}

/** Shown for a fixed image without overlays and for a campaign that has no components yet. */
function SinglePicture({ campaign }: CampaignProps) {
  const { t } = useTranslation();
  const fixed = campaign.type === "FIXED_IMAGE";
  return (
    <div className="ex-pane ex-generated">
      {fixed ? <Picture image={campaign.image} alt="" sizes="(max-width: 820px) 94vw, 26vw" /> : null}
      <div className="void">
        <p className="lead">{t(fixed ? "experiences.onePicture" : "experiences.noParts")}</p>
        <p className="small dim">{t(fixed ? "experiences.onePictureText" : "experiences.noPartsText")}</p>
      </div>
    </div>
  );
}

/** The 3×3 grid of a random campaign, each cell with the number of its components. */
function NinePlan({ campaign, components }: TabProps) {
  const { t } = useTranslation();
  return (
    <ol className="nine">
      {slotNumbers.map((slot) => {
        const count = components.filter((component) => component.slot_number === slot).length;
        const name = slotName(campaign, slot);
        return (
          <li key={slot} className={count === 0 ? "off" : undefined}>
            <span className="no">{slot}</span>
            <span className="code">
              {name === undefined ? null : <b>{name}</b>}{" "}
              {count === 0 ? t("experiences.emptySlot") : t("experiences.parts", { count })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Explained({ components }: { components: readonly Component[] }) {
  const { t } = useTranslation();
  const types = new Set(components.map((component) => component.component_type));
  return (
    <div className="ex-kinds small">
      {types.has("QR_CODE") ? (
        <p>
          <QrCode className="i" aria-hidden="true" /> <span>{t("experiences.qrExplained")}</span>
        </p>
      ) : null}
      {types.has("PRESELECTED") ? (
        <p>
          <UserRound className="i" aria-hidden="true" /> <span>{t("experiences.selfieExplained")}</span>
        </p>
      ) : null}
    </div>
  );
}

function Part({ part, components }: { part: Component; components: readonly Component[] }) {
  const { t, i18n } = useTranslation();
  return (
    <figure className="part">
      <PartPicture part={part} />
      <figcaption>
        <span className="small b">{part.name}</span>
        {components.length === 1 ? null : (
          <span className="small split">
            <TraitRarity part={part} components={components} />
            <span className="num">{part.rarity}</span>
          </span>
        )}
        {part.max_permitted === 0 ? null : (
          <span className="meta dim">
            {t("experiences.atMost", {
              count: part.max_permitted,
              most: formatCount(part.max_permitted, i18n.language),
            })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
