import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { type Campaign, getDrop } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { TimeLeft, useSeconds } from "../../../ui/countdown/time-left.tsx";
import { EmbedFrame, EmbedMissing } from "../../../ui/layout/embed-frame.tsx";
import { openingPhase, publicEntry } from "../experience/campaign-entry.ts";
import { admissionLabel, spotsLabel, stateClass, stateLabel } from "../experience/campaign-labels.ts";
import { campaignOptions } from "../experience/experience-data.ts";
import { useReread } from "../phases/reread.ts";
import type { Route } from "./+types/embed-experience";
import "./embed-experience.css";

/** Hides the header and the player bar, because other sites embed the page. */
export const handle = { bare: true };

const page = pageData(({ params }) => [required(getDrop, campaignOptions(params))]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const campaign = loaderData && readLoaded(loaderData.dehydrated, getDrop, campaignOptions(params));
  if (campaign === undefined) return titleOnly(t("experiences.notFound"), language);
  const { name, song, pretty_id } = campaign;
  return [
    ...titleOnly(t("experiences.pageTitle", { name, song: song.name }), language),
    { tagName: "link", rel: "canonical", href: `${publicUrl}${paths.experience(pretty_id)}` },
  ];
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <EmbedMissing text={t("experiences.notFound")} />;
}

export default function EmbedExperiencePage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <LoadedExperience reference={params.campaignId} />
    </HydrationBoundary>
  );
}

function LoadedExperience({ reference }: { reference: string }) {
  const { data, refetch } = useQuery(queryOf(getDrop, campaignOptions({ campaignId: reference })));
  return data === undefined ? null : <EmbeddedExperience campaign={data} reread={refetch} />;
}

function EmbeddedExperience({ campaign, reread }: { campaign: Campaign; reread: () => void }) {
  const { t, i18n } = useTranslation();
  const { image, name, song, pretty_id } = campaign;
  const opening = openingPhase(campaign);
  return (
    <EmbedFrame
      className="embed-experience"
      image={image}
      name={name}
      by={`${t("experiences.for")} ${song.name}, ${song.artist}`}
      path={paths.experience(pretty_id)}
    >
      <p className="small embed-facts">
        <span className={`${stateClass(campaign)} b`}>{stateLabel(t, campaign)}</span>
        <span className="num">{admissionLabel(t, campaign)}</span>
        <span className="num">{spotsLabel(t, campaign, i18n.language)}</span>
      </p>
      {opening === undefined ? (
        <Join campaign={campaign} />
      ) : (
        <Opening key={opening.id} at={Date.parse(opening.starts_at)} reread={reread} />
      )}
    </EmbedFrame>
  );
}

function Opening({ at, reread }: { at: number; reread: () => void }) {
  const { t } = useTranslation();
  const now = useSeconds(at);
  useReread(now !== undefined && now >= at, reread);
  return (
    <div>
      <p className="small">{t("experiences.phase.opensIn")}</p>
      <TimeLeft until={at} now={now} />
    </div>
  );
}

/** Opens this site in a window of its own, because nobody should log in or pay in a frame of another site. */
function Join({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const entry = publicEntry(campaign);
  const isOpen = entry === "open" || entry === "invite";
  const { pretty_id } = campaign;
  return (
    <p>
      <a
        className={isOpen ? "btn embed-go" : "btn"}
        href={isOpen ? paths.participate(pretty_id) : paths.experience(pretty_id)}
        target="_blank"
        rel="noreferrer"
      >
        {t(isOpen ? "experiences.participate" : "experiences.view")}{" "}
        <ArrowUpRight className="i" aria-hidden />
      </a>
    </p>
  );
}
