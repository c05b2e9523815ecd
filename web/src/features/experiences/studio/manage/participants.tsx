import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { getDropNfts } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { ArtworkGrid } from "../../artworks/artwork-grid.tsx";
import { participantsOptions } from "../../experience/experience-data.ts";

const previewed = 4;

/** The newest participants and a link to all. */
export function Participants({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  return (
    <Section title={t("campaigns.people.title")}>
      {campaign.nfts === 0 ? (
        <EmptySection>
          {t(campaign.stage === "DRAFT" ? "campaigns.people.noneDraft" : "campaigns.people.none")}
        </EmptySection>
      ) : (
        <Newest campaign={campaign} />
      )}
    </Section>
  );
}

function Newest({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  const options = participantsOptions(campaign.id, {
    limit: previewed,
    sortKey: "created_at",
    sortDir: "DESC",
  });
  const { data, error, refetch } = useAuthedQuery(getDropNfts, options);
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} height="12rem" />;
  return (
    <div className="drop-newest">
      <ArtworkGrid campaign={campaign} participants={data.data} even />
      <p>
        <Link className="btn s" to={paths.experienceNfts(campaign.pretty_id)}>
          {t("campaigns.people.all", {
            count: campaign.nfts,
            total: formatCount(campaign.nfts, i18n.language),
          })}{" "}
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </p>
    </div>
  );
}
