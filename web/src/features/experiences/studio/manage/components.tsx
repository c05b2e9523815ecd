import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Camera from "lucide-react/icons/camera";
import QrCode from "lucide-react/icons/qr-code";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { slotLabel, slotsOf } from "../../artworks/slots.ts";

type Props = { campaign: OwnCampaign; components: readonly Component[] };

/** The components by slot, the number of possible artworks and a link to the editor. */
export function ComponentsSection({ campaign, components }: Props) {
  const { t } = useTranslation();
  const draft = campaign.stage === "DRAFT";
  const open = !draft ? "see" : components.length === 0 ? "add" : "edit";
  return (
    <Section title={t("campaigns.parts.title")}>
      <div className="drop-parts">
        {components.length === 0 ? (
          <p className="small dim">{t("campaigns.parts.none")}</p>
        ) : (
          <Slots campaign={campaign} components={components} />
        )}
        {draft ? null : <p className="small dim">{t("campaigns.parts.fixed")}</p>}
        <p>
          <Link className="btn s" to={paths.experienceComponents(campaign.id)}>
            {t(`campaigns.parts.${open}`)} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </p>
      </div>
    </Section>
  );
}

/** Without a limit, as for a fixed image, the number of combinations counts. */
const possibleOf = ({ possible_pictures, possible_combinations }: OwnCampaign) =>
  Math.min(possible_pictures ?? possible_combinations, possible_combinations);

function Slots({ campaign, components }: Props) {
  const { t, i18n } = useTranslation();
  const number = (count: number) => ({ count, total: formatCount(count, i18n.language) });
  return (
    <>
      <p className="row small">
        <span className="num">{t("campaigns.parts.count", number(components.length))}</span>
        <span className="num dim">{t("campaigns.parts.combinations", number(possibleOf(campaign)))}</span>
      </p>
      <ul className="drop-slots">
        {slotsOf(components).map(({ slot, parts }) => (
          <li key={slot}>
            <p className="meta dim">{slotLabel(t, campaign, slot)}</p>
            <ul>
              {parts.map((part) => (
                <li key={part.id}>
                  <Thumbnail part={part} />
                  <span className="small">{part.name}</span>
                  <span className="code dim">{t("campaigns.parts.rarity", { rarity: part.rarity })}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function Thumbnail({ part }: { part: Component }) {
  const { t } = useTranslation();
  if (part.component_type === "IMAGE")
    return (
      <span className="drop-thumb">
        <Picture image={part.image} alt="" sizes="96px" />
      </span>
    );
  const drawn = part.component_type === "QR_CODE";
  const Shape = drawn ? QrCode : Camera;
  return (
    <span className="drop-thumb">
      <Shape className="i" aria-hidden="true" />
      <span className="vh">{t(drawn ? "campaigns.parts.qr" : "campaigns.parts.photo")}</span>
    </span>
  );
}
