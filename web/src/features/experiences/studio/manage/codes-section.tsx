import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { getCodeBatches } from "@wrapsody/shared/experiences/spot-codes.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { Permitted } from "../../../accounts/index.ts";

/** The link to the codes of an experience. */
export function CodesSection({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  return (
    <Section title={t("campaigns.codes.title")}>
      <div className="drop-parts">
        <p className="small dim">{t("campaigns.codes.text")}</p>
        <Permitted call={getCodeBatches}>
          <p>
            <Link className="btn s" to={paths.experienceCodes(campaign.id)}>
              {t("campaigns.codes.open")} <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </p>
        </Permitted>
      </div>
    </Section>
  );
}
