import { getFailures, type OwnCampaign, postMintAgain } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { Permitted, useAuthedQuery } from "../../../accounts/index.ts";

/** Reports failed artworks, with a link to the page that retries them. */
export function FailedArtworks({ campaign }: { campaign: OwnCampaign }) {
  if (campaign.stage === "DRAFT" || campaign.stage === "ACTIVATING") return null;
  return <Failed id={campaign.id} />;
}

function Failed({ id }: Pick<OwnCampaign, "id">) {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getFailures, { params: { id: String(id) }, list: { limit: 1 } });
  if (data === undefined || data.total === 0) return null;
  return (
    <Section title={t("mints.failures.title")}>
      <div className="drop-parts">
        <p>
          <span className="state bad b">{t("mints.failures.count", { count: data.total })}</span>
        </p>
        <Permitted call={postMintAgain}>
          <p>
            <Link className="btn s" to={paths.experienceMint(id)}>
              {t("mints.failures.open")} <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </p>
        </Permitted>
      </div>
    </Section>
  );
}
