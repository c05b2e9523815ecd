import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { type Campaign, getDrop, getDropNfts } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import {
  choiceParam,
  type ListParams,
  parseListParams,
  useListParams,
} from "../../../lib/pages/list-params.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf, readLoaded } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { ListPage, SortLinks } from "../../../ui/lists/paged-list.tsx";
import {
  campaignOptions,
  campaignPageData,
  participantsOptions,
  requireParticipants,
} from "../experience/experience-data.ts";
import { ExperienceError } from "../experience/experience-error.tsx";
import { useYours } from "../own-artwork/load.ts";
import type { Route } from "./+types/artworks";
import { ArtworkGrid } from "./artwork-grid.tsx";

/** Newest first, or by rarity. */
const listOf = ({ pretty_id }: Campaign) => ({
  pageSize: 24,
  params: { sort: choiceParam(["rarity"]) },
  path: (query: { sort?: string; page?: number }) => paths.experienceNfts(pretty_id, query),
});

type ArtworkListParams = ListParams<ReturnType<typeof listOf>["params"]>;

const page = campaignPageData((campaign, _params, url) => [
  requireParticipants(toListQuery(campaign, parseListParams(url.searchParams, listOf(campaign)))),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params, location }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const campaign = loaderData && readLoaded(loaderData.dehydrated, getDrop, campaignOptions(params));
  if (!campaign) return titleOnly(t("experiences.notFound"), language);
  const { page: number, pathOfPage } = parseListParams(
    new URLSearchParams(location.search),
    listOf(campaign),
  );
  return pageMeta({
    title: t("experiences.artworksTitle", { name: campaign.name }),
    description: t("experiences.artworksDescription", { name: campaign.name, song: campaign.song.name }),
    path: pathOfPage(number),
    image: paths.card("experience", campaign.id),
    publicUrl,
    language,
  });
}

export default function ArtworksPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <CampaignArtworks reference={params.campaignId} />
    </HydrationBoundary>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExperienceError error={error} />;
}

function CampaignArtworks({ reference }: { reference: string }) {
  const campaign = useQuery(queryOf(getDrop, campaignOptions({ campaignId: reference }))).data;
  return campaign === undefined ? null : <Artworks campaign={campaign} />;
}

function Artworks({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const params = useListParams(listOf(campaign));
  const yours = useYours();
  const { data } = useQuery(queryOf(getDropNfts, toListQuery(campaign, params)));
  const participants = data?.data ?? [];
  // The campaign may have been loaded before the newest artwork was drawn.
  const total = Math.max(campaign.nfts, data?.total ?? 0);
  return (
    <>
      <header className="page-h ex-page-h">
        <div>
          <Link className="row small back" to={paths.experience(campaign.pretty_id, { tab: "participants" })}>
            <ArrowLeft className="i" aria-hidden="true" /> {campaign.name}
          </Link>
          <h1 className="title">
            {total === 0
              ? t("experiences.noArtworks")
              : t("experiences.allArtworks", { count: total, total: formatCount(total, i18n.language) })}
          </h1>
        </div>
        {total > 1 && campaign.type === "GENERATIVE" ? (
          <SortLinks
            label={t("experiences.sort")}
            sorts={["newest", "rarity"]}
            current={params.filters.sort}
            textOf={(sort) => t(`experiences.sorts.${sort}`)}
            pathOf={(sort = "") => paths.experienceNfts(campaign.pretty_id, { sort })}
          />
        ) : null}
      </header>
      <section className="sec list-sec" aria-label={t("experiences.artworksTitle", { name: campaign.name })}>
        <div className="yours-line">
          {yours === undefined ? null : <yours.YoursLine campaign={campaign} />}
        </div>
        <ListPage
          rows={participants}
          {...(data === undefined ? {} : { total })}
          params={params}
          empty={
            <EmptyState title={t(total === 0 ? "experiences.noParticipants" : "experiences.noMore")}>
              <Link className="u b" to={paths.experience(campaign.pretty_id)}>
                {t("experiences.toExperience", { name: campaign.name })}
              </Link>
            </EmptyState>
          }
        >
          {(rows) => <ArtworkGrid campaign={campaign} participants={rows} even />}
        </ListPage>
        {total === 0 ? null : <p className="small dim ex-note">{t("experiences.thirtyMinutes")}</p>}
      </section>
    </>
  );
}

function toListQuery({ id }: Campaign, { list: { limit, offset }, filters: { sort } }: ArtworkListParams) {
  return participantsOptions(id, {
    limit,
    offset,
    sortKey: sort === "rarity" ? "total_rarity_score" : "created_at",
  });
}
