import { getMyPlan } from "@wrapsody/shared/subscriptions.ts";
import { useTranslation } from "react-i18next";
import { useAuthedQuery } from "../../../accounts/index.ts";

/** Shows the usage of the plan. Renders a blank line if it cannot be loaded. */
export function PlanLine() {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getMyPlan);
  if (data === undefined) return <p className="small dim plan-line">{"\u00a0"}</p>;
  const { artists, songs_this_month: songs } = data;
  return (
    <p className="small dim plan-line">
      {t("studio.artists.plan", {
        plan: t(`studio.limit.${data.plan === "FREE" ? "freeName" : "premiumName"}`),
        artists: artists.used,
        mostArtists: artists.most,
        songs: songs.used,
        mostSongs: songs.most,
      })}
    </p>
  );
}
