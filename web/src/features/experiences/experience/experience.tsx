import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import {
  type Campaign,
  getComponents,
  getDrop,
  getDropMetadata,
  getDropNfts,
} from "@wrapsody/shared/experiences/experiences.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { optional, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import type { Route } from "./+types/experience";
import { AccessTab } from "./access-tab.tsx";
import {
  campaignOptions,
  campaignPageData,
  previewOptions,
  requireParticipants,
  songOptions,
} from "./experience-data.ts";
import { ExperienceError } from "./experience-error.tsx";
import { ExperienceHero } from "./experience-hero.tsx";
import { experienceEvent } from "./experience-json-ld.ts";
import { ParticipateAgain, useOffer } from "./experience-participate.tsx";
import { InfoTab } from "./info-tab.tsx";
import { ArtworkTab, Phases } from "./lazy-parts.ts";
import { ParticipantsTab } from "./participants-tab.tsx";

const page = campaignPageData((campaign, params) => [
  required(getDropMetadata, campaignOptions(params)),
  required(getComponents, campaignOptions(params)),
  requireParticipants(previewOptions(campaign.id)),
  optional(getSong, songOptions(campaign)),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

/** Skips loading if only the tab of the same experience changes. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) return false;
  return defaultShouldRevalidate;
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const campaign = loaderData && readLoaded(loaderData.dehydrated, getDrop, campaignOptions(params));
  if (!campaign) return titleOnly(t("experiences.notFound"), language);
  return pageMeta({
    title: t("experiences.pageTitle", { name: campaign.name, song: campaign.song.name }),
    description: campaign.description || t("experiences.description"),
    path: paths.experience(campaign.pretty_id),
    image: paths.card("experience", campaign.id),
    jsonLd: experienceEvent(campaign, publicUrl),
    publicUrl,
    language,
  });
}

export default function ExperiencePage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Experience reference={params.campaignId} />
    </HydrationBoundary>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExperienceError error={error} />;
}

function Experience({ reference }: { reference: string }) {
  const campaign = useQuery(queryOf(getDrop, campaignOptions({ campaignId: reference }))).data;
  if (campaign === undefined) return null;
  return (
    <>
      <ParticipateAgain campaign={campaign} />
      <ExperienceHero campaign={campaign} />
      <ExperienceTabs campaign={campaign} reference={reference} />
    </>
  );
}

function PhasesOrWaitlist({ campaign }: { campaign: Campaign }) {
  const { entry } = useOffer(campaign);
  if (campaign.phases.length === 0 && entry !== "soldOut") return null;
  return (
    <div id="phases">
      <Suspense fallback={null}>
        <Phases campaign={campaign} />
      </Suspense>
    </div>
  );
}

function ExperienceTabs({ campaign, reference }: { campaign: Campaign; reference: string }) {
  const { t } = useTranslation();
  const options = campaignOptions({ campaignId: reference });
  const stats = useQuery(queryOf(getDropMetadata, options)).data;
  const components = useQuery(queryOf(getComponents, options)).data?.data ?? [];
  const preview = useQuery(queryOf(getDropNfts, previewOptions(campaign.id))).data;
  // The campaign may have been loaded before the newest artwork was drawn.
  const total = Math.max(campaign.nfts, preview?.total ?? 0);
  const tabs = [
    {
      key: "info",
      label: t("experiences.info"),
      panel: (
        <InfoTab campaign={campaign} stats={stats}>
          <PhasesOrWaitlist campaign={campaign} />
        </InfoTab>
      ),
    },
    {
      key: "participants",
      label: t("experiences.participants"),
      count: total,
      panel: <ParticipantsTab campaign={campaign} newest={preview?.data ?? []} total={total} />,
    },
    {
      key: "artwork",
      label: t("experiences.artwork"),
      panel: (
        <Suspense fallback={<LoadingPanel />}>
          <ArtworkTab campaign={campaign} components={components} />
        </Suspense>
      ),
    },
    {
      key: "access",
      label: t("experiences.access"),
      panel: <AccessTab campaign={campaign} />,
    },
  ];
  const { selected, select, isNamed } = useTab(tabs.map(({ key }) => key));
  return (
    <div className="ex-body">
      <Tabs
        label={t("experiences.tabs")}
        tabs={tabs}
        selected={selected}
        onSelect={select}
        isLinked={isNamed}
      />
    </div>
  );
}

/** Returns the tab named in the URL, or the first one. */
function useTab(keys: readonly string[]) {
  const [query, setQuery] = useSearchParams();
  const named = query.get("tab") ?? "";
  const first = keys[0] ?? "";
  const select = (key: string) => {
    const next = new URLSearchParams(query);
    next.set("tab", key);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const isNamed = keys.includes(named);
  return { selected: isNamed ? named : first, select, isNamed };
}

function LoadingPanel() {
  return (
    <div className="ex-pane ex-loading">
      <LoadingRows />
    </div>
  );
}
