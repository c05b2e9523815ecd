import { getMyArtists } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../../paths.ts";
import { FirstStep } from "../../../../ui/feedback/states.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";

/** Two suffice to tell whether there is one artist. */
const firstArtists = { list: { limit: 2, sortKey: "name", sortDir: "ASC" } } as const;

/** Suggests the first step: create an artist, then a wrap. */
export function NoWrapsYet() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyArtists, firstArtists);
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  const [first] = data.data;
  const step = first === undefined ? "artist" : "wrap";
  const to =
    first === undefined
      ? paths.createArtist
      : data.total === 1
        ? paths.createWrap({ aid: first.id, an: first.name })
        : paths.myArtists();
  return (
    <FirstStep
      title={t("manage.list.empty")}
      text={t(`manage.list.first.${step}`)}
      to={to}
      label={t(`manage.list.begin.${step}`)}
    />
  );
}
