import { useQuery } from "@tanstack/react-query";
import { getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../lib/pages/page-data.ts";
import { SongRow } from "../catalogue/index.ts";

const newest = { list: { limit: 6 } };

/** What a search that found nothing suggests. */
export function NewestWraps() {
  const { t } = useTranslation();
  const songs = useQuery(queryOf(getSongs, newest)).data?.data ?? [];
  return (
    <SongRow id="search/newest" songs={songs} heading={t("wraps.latest")} detail={({ artist }) => artist} />
  );
}
