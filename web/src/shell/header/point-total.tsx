import { useQuery } from "@tanstack/react-query";
import { getMyPointTotal } from "@wrapsody/shared/rewards/rewards.ts";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../lib/pages/page-data.ts";
import { formatCount } from "../../ui/format/format.ts";

/** The points of the reader below “You”, fetched again on navigation once they are older than the cache allows. */
export function PointTotal() {
  const { t, i18n } = useTranslation();
  const { data: points = 0 } = useQuery(queryOf(getMyPointTotal));
  if (points === 0) return t("shell.gloss.you");
  return t("experiences.points", { count: points, points: formatCount(points, i18n.language) });
}
