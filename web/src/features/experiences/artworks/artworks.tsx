import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { type Campaign, getDrop, getDropNfts } from "@wrapsody/shared/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { readLoaded } from "../../../lib/pages/loaded.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import {
  campaignOptions,
  campaignPageData,
  participantsOptions,
  requireParticipants,
} from "../experience/experience-data.ts";
import { ExperienceError } from "../experience/experience-error.tsx";
import type { Route } from "./+types/artworks";
import { ArtworkGrid } from "./artwork-grid.tsx";
import "../experiences.css";

const pageSize = 24;

type Sort = "newest" | "rarity";

const page = campaignPageData((campaign, _params, url) => [
  requireParticipants(toListQuery(campaign.id, parseSort(url.searchParams), pageNumber(url.searchParams))),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params, location }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const campaign = loaderData && readLoaded(loaderData.dehydrated, getDrop, campaignOptions(params));
  if (!campaign) return titleOnly(t("experiences.notFound"), language);
  const query = new URLSearchParams(location.search);
  return pageMeta({
    title: t("experiences.artworksTitle", { name: campaign.name }),
    description: t("experiences.artworksDescription", { name: campaign.name, song: campaign.song.name }),
    path: pathOf(campaign, parseSort(query), pageNumber(query)),
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
  const [query] = useSearchParams();
  const sort = parseSort(query);
  const number = pageNumber(query);
  const { data } = useQuery(queryOf(getDropNfts, toListQuery(campaign.id, sort, number)));
  const participants = data?.data ?? [];
  const total = campaign.nfts;
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
        {total > 1 ? <SortLinks campaign={campaign} sort={sort} /> : null}
      </header>
      <section className="sec list-sec" aria-label={t("experiences.artworksTitle", { name: campaign.name })}>
        {participants.length === 0 ? (
          <EmptyState title={t(total === 0 ? "experiences.nobody" : "experiences.noMore")}>
            <Link className="u b" to={paths.experience(campaign.pretty_id)}>
              {t("experiences.toExperience", { name: campaign.name })}
            </Link>
          </EmptyState>
        ) : (
          <ArtworkGrid campaign={campaign} participants={participants} even />
        )}
        <Pager
          page={number}
          hasNext={participants.length === pageSize}
          href={(next) => pathOf(campaign, sort, next)}
        />
        {total === 0 ? null : <p className="small dim ex-note">{t("experiences.thirtyMinutes")}</p>}
      </section>
    </>
  );
}

function SortLinks({ campaign, sort }: { campaign: Campaign; sort: Sort }) {
  const { t } = useTranslation();
  return (
    <nav className="sorts" aria-label={t("experiences.sort")}>
      {(["newest", "rarity"] as const).map((choice) => (
        <Link
          key={choice}
          to={pathOf(campaign, choice, 1)}
          aria-current={choice === sort ? "true" : undefined}
          preventScrollReset
        >
          {t(choice === "newest" ? "experiences.sortNewest" : "experiences.sortRarity")}
        </Link>
      ))}
    </nav>
  );
}

function parseSort(query: URLSearchParams): Sort {
  return query.get("sort") === "rarity" ? "rarity" : "newest";
}

function toListQuery(campaignId: number, sort: Sort, number: number) {
  const sortKey = sort === "rarity" ? "total_rarity_score" : "created_at";
  return participantsOptions(campaignId, { ...rowsOfPage(number, pageSize), sortKey });
}

function pathOf(campaign: Campaign, sort: Sort, number: number): string {
  return paths.experienceNfts(campaign.pretty_id, {
    ...(number > 1 ? { page: number } : {}),
    ...(sort === "newest" ? {} : { sort }),
  });
}
