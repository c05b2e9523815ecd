import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import {
  type Campaign,
  getComponents,
  getDrop,
  getParticipant,
} from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { pageMeta, siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { optional, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/feedback/states.tsx";
import { participantNumber } from "../artworks/artwork-data.ts";
import { campaignOptions, campaignPageData } from "../experience/experience-data.ts";
import type { Route } from "./+types/participant";
import { Neighbours } from "./participant-neighbours.tsx";
import { ParticipantSheet } from "./participant-sheet.tsx";

const page = campaignPageData((campaign, params) => [
  required(getParticipant, participantOptions(params)),
  required(getComponents, campaignOptions(params)),
  optional(getSong, songOptions(campaign)),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const state = loaderData?.dehydrated;
  const campaign = loaderData && readLoaded(state, getDrop, campaignOptions(params));
  const participant = loaderData && readLoaded(state, getParticipant, participantOptions(params));
  if (!campaign || !participant) return titleOnly(t("experiences.artworkMissing"), language);
  const number = participantNumber(participant);
  return pageMeta({
    title: t("experiences.artworkTitle", { number, name: campaign.name }),
    description: t("experiences.artworkDescription", { name: campaign.name, song: campaign.song.name }),
    path: paths.participant(campaign.pretty_id, participant.id),
    image: paths.card("artwork", `${campaign.id}-${participant.id}`),
    publicUrl,
    language,
  });
}

export default function ParticipantPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <ParticipantArtwork params={params} />
    </HydrationBoundary>
  );
}

/** Asks the user to come back later, because a missing artwork may only be late. */
export function ErrorBoundary() {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("experiences.artworkMissing")}</h1>
      </header>
      <div className="ex-problem">
        <ErrorState message={t("experiences.artworkLate")} retry={() => void revalidate()} />
      </div>
    </>
  );
}

type PageParams = { campaignId: string; participantId: string };

function ParticipantArtwork({ params }: { params: PageParams }) {
  const campaign = useQuery(queryOf(getDrop, campaignOptions(params))).data;
  const participantQuery = useQuery(queryOf(getParticipant, participantOptions(params)));
  const song = useQuery({
    ...queryOf(getSong, songOptions(campaign ?? { song: { pretty_id: "" } })),
    enabled: campaign !== undefined,
  }).data?.song;
  const components = useQuery(queryOf(getComponents, campaignOptions(params))).data?.data ?? [];
  if (campaign === undefined || participantQuery.data === undefined) return null;
  return (
    <>
      <ParticipantSheet
        campaign={campaign}
        participant={participantQuery.data}
        components={components}
        song={song}
        retry={() => void participantQuery.refetch()}
      />
      <Neighbours campaign={campaign} participant={participantQuery.data} />
    </>
  );
}

const songOptions = ({ song }: { song: Pick<Campaign["song"], "pretty_id"> }) => ({
  params: { id: song.pretty_id },
});

function participantOptions(params: Record<string, string | undefined>) {
  const { params: campaign } = campaignOptions(params);
  return { params: { ...campaign, participantId: Number(params.participantId) } };
}
