import { useQuery } from "@tanstack/react-query";
import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getMyPoints } from "@wrapsody/shared/rewards/rewards.ts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { ExperienceTab } from "./experience-tab.tsx";
import { LearnTab } from "./learn/learn-tab.tsx";
import { ListenTab } from "./listen/listen-tab.tsx";
import { useIsPreview } from "./preview-address.ts";
import { RewardsTab } from "./rewards/rewards-tab.tsx";
import { dropsQuery } from "./wrap-data.ts";
import { WrapRail } from "./wrap-rail.tsx";

/** Tabs in the order of their numbers in the URL: `?tab=2` is listen. */
const tabKeys = ["learn", "experience", "listen", "rewards"] as const;
const tabNumbers: readonly string[] = tabKeys;

/** The four tabs of a wrap, each with the sidebar. */
export function WrapTabs({ detail }: { detail: SongDetail }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const { data: drops } = useQuery(dropsQuery(detail.song.id));
  const points = usePoints(detail.song.id);
  const selected = tabKeys[Number(query.get("tab") ?? 0)] ?? "learn";
  const counts = { experience: drops?.total ?? 0, rewards: detail.rewards.length, learn: 0, listen: 0 };
  const panels = {
    learn: <LearnTab detail={detail} />,
    experience: <ExperienceTab songId={detail.song.id} />,
    listen: <ListenTab detail={detail} points={points} />,
    rewards: <RewardsTab song={detail.song} rewards={detail.rewards} points={points} />,
  };
  const select = (key: string) =>
    setQuery(
      (before) => {
        before.set("tab", String(tabNumbers.indexOf(key)));
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <div id="tabs">
      <Tabs
        label={t("wrap.tabs")}
        selected={selected}
        onSelect={select}
        isLinked={query.has("tab")}
        tabs={tabKeys.map((key) => ({
          key,
          label: t(`wrap.${key}`),
          ...(counts[key] > 0 ? { count: counts[key] } : {}),
          panel: (
            <div className="cols">
              <div className="cols-main">{panels[key]}</div>
              <WrapRail detail={detail} points={points} levels={key !== "rewards"} more={key === "learn"} />
            </div>
          ),
        }))}
      />
    </div>
  );
}

/** Queries the reader's points for the song, refetched after a counted listen; undefined without a session. */
function usePoints(song: number): number | undefined {
  const isPreview = useIsPreview();
  // Songs that are not public earn no points.
  const signedIn = useSignedIn() && !isPreview;
  const options = { params: { songId: String(song) } };
  const { data } = useQuery({ ...queryOf(getMyPoints, options), enabled: signedIn, staleTime: 0 });
  return signedIn ? data : undefined;
}
