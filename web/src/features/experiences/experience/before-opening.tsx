import { useQuery } from "@tanstack/react-query";
import { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { formatDistance, formatMinuteOfYear } from "../../../ui/format/release-time.ts";
import { openingPhase } from "./campaign-entry.ts";
import { songOptions } from "./experience-data.ts";
import { SlabWords } from "./slab-words.tsx";

/** What readers can do until the experience opens: ask for a mail, or follow the artist. */
export function BeforeOpening({
  campaign,
  why,
  shut,
}: {
  campaign: Campaign;
  why: string;
  /** Shown if there is nothing to do. */
  shut: ReactNode;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...queryOf(getSong, songOptions(campaign)), enabled: false });
  const [artist] = data?.artists ?? [];
  if (openingPhase(campaign) !== undefined)
    return (
      <Link className="slabgo" to={`${paths.experience(campaign.pretty_id)}#phases`} replace>
        <SlabWords title={t("countdown.notify")} why={t("experiences.phase.notifyWhy")} />
        <ArrowRight className="i" aria-hidden="true" />
      </Link>
    );
  if (artist === undefined) return shut;
  return (
    <Link className="slabgo" to={paths.artist(artist.id)}>
      <SlabWords title={t("artist.followName", { name: artist.name })} why={t(why)} />
      <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}

/** When an experience opens. */
export function OpensAt({ at }: { at: string }) {
  const { t, i18n } = useTranslation();
  // The server knows neither the reader's zone nor when a kept page is read.
  const isHydrated = useHydrated();
  const time = formatMinuteOfYear(at, i18n.language, isHydrated ? undefined : "UTC");
  return (
    <span suppressHydrationWarning>
      {t("experiences.phase.opens", { at: time })}
      {isHydrated ? ` · ${formatDistance(Date.parse(at), Date.now(), i18n.language)}` : ""}
    </span>
  );
}

/** Returns false on the server and while a page hydrates. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
