import type { OwnArtist } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { QueryState } from "../../../accounts/index.ts";

type Artists = {
  data?: { data: readonly OwnArtist[]; total: number } | undefined;
  error: Error | null;
  refetch: () => unknown;
};

/** Suggests the first step: create an artist, then a wrap. */
export function NoWrapsYet({ artists: { data, error, refetch } }: { artists: Artists }) {
  const { t } = useTranslation();
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
    <div className="void">
      <p className="lead">{t("manage.list.empty")}</p>
      <p className="small dim">{t(`manage.list.first.${step}`)}</p>
      <Link className="btn go" to={to}>
        {t(`manage.list.begin.${step}`)} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
