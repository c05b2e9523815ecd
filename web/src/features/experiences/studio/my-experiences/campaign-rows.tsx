import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { CampaignState } from "../shared/campaign-state.tsx";
import { NextStepLink } from "./next-step.tsx";

/** The publisher's experiences, one row each: number, name, status, spots taken and next step. */
export function CampaignRows({ campaigns }: { campaigns: readonly OwnCampaign[] }) {
  const { t } = useTranslation();
  return (
    <div className="own-drops">
      <div className="own-drop own-drops-h" aria-hidden="true">
        <span>{t("experiences.columnNumber")}</span>
        <span />
        <span>{t("campaigns.list.name")}</span>
        <span>{t("campaigns.list.state")}</span>
        <span className="r">{t("campaigns.list.taken")}</span>
        <span>{t("campaigns.list.next")}</span>
      </div>
      <ul>
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </ul>
    </div>
  );
}

function CampaignRow({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { image, id, name, song } = campaign;
  return (
    <li className="own-drop">
      <span className="own-drop-no no">
        <span className="vh">{t("experiences.columnNumber")} </span>
        {experienceNumber(id)}
      </span>
      <span className="own-drop-pic">
        {image === null ? <NoPicture /> : <Picture image={image} alt="" sizes="72px" />}
      </span>
      <span className="own-drop-name">
        <Link className="b" to={paths.manageExperience(id)}>
          {name}
        </Link>
        <span className="dim">
          {song.name}, {song.artist}
        </span>
      </span>
      <span className="own-drop-state">
        <CampaignState campaign={campaign} />
      </span>
      <SpotsTaken campaign={campaign} />
      <span className="own-drop-next">
        <NextStepLink campaign={campaign} />
      </span>
    </li>
  );
}

function NoPicture() {
  const { t } = useTranslation();
  return (
    <span className="own-drop-none">
      <Plus className="i" aria-hidden="true" />
      <span className="vh">{t("campaigns.list.noPicture")}</span>
    </span>
  );
}

/** The participants in large type, the limit below. */
function SpotsTaken({ campaign: { nfts, places } }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  const limit = places === null ? t("campaigns.noLimit") : formatCount(places, i18n.language);
  return (
    <span className="own-drop-participants r">
      <span className="own-drop-word dim">{t("campaigns.list.taken")} </span>
      <span className="no">{formatCount(nfts, i18n.language)}</span>{" "}
      <span className="meta dim num">{places === null ? limit : `/ ${limit}`}</span>
    </span>
  );
}
