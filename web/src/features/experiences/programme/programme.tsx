import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { campaignState } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { spotsTakenShare } from "../experience/campaign-entry.ts";
import {
  admissionLabel,
  spotsFact,
  stateClass,
  stateLabel,
  typeLabel,
} from "../experience/campaign-labels.ts";

/** Experiences as a list, one row each, like the listing of a venue. */
export function Programme({ campaigns }: { campaigns: readonly Campaign[] }) {
  return (
    <div className="prog">
      <ProgrammeHead />
      <ol>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <ProgrammeRow campaign={campaign} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Column headings for sighted users; each row is understandable without them. */
function ProgrammeHead() {
  const { t } = useTranslation();
  return (
    <div className="pr ph meta" aria-hidden="true">
      <span>{t("experiences.columnNumber")}</span>
      <span />
      <span>{t("experiences.columnName")}</span>
      <span>{t("experiences.columnType")}</span>
      <span>{t("experiences.columnState")}</span>
      <span>{t("experiences.columnPlaces")}</span>
      <span className="r">{t("experiences.columnPoints")}</span>
      <span className="r">{t("experiences.columnPrice")}</span>
    </div>
  );
}

function ProgrammeRow({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const over = campaignState(campaign) === "Completed";
  return (
    <CoverLink className={over ? "pr off" : "pr"} to={paths.experience(campaign.pretty_id)}>
      <span className="c-no no" aria-hidden="true">
        {experienceNumber(campaign.id)}
      </span>
      <span className="c-im">
        <Picture image={campaign.image} alt="" sizes="72px" />
      </span>
      <span className="c-t">
        <span className="t">{campaign.name}</span>
        <span className="small dim">{campaign.song.name}</span>
      </span>
      <span className="small c-ty">{typeLabel(t, campaign.type)}</span>
      <span className="small c-st">
        <span className={stateClass(campaign)}>{stateLabel(t, campaign)}</span>
      </span>
      <Places campaign={campaign} />
      <span className="r num small c-pt">
        +{formatCount(campaign.reward_points, i18n.language)}
        <span className="vh"> {t("experiences.pointsWord", { count: campaign.reward_points })}</span>
      </span>
      <span className={over ? "r num c-pr" : "r num b c-pr"}>{admissionLabel(t, campaign)}</span>
    </CoverLink>
  );
}

function Places({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const share = spotsTakenShare(campaign);
  return (
    <span className="small num c-pl">
      {spotsFact(t, campaign, i18n.language)}
      {share === undefined ? null : <Gauge share={share} />}
    </span>
  );
}
