import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { type OwnSong, patchSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { Permitted } from "../../../accounts/index.ts";
import { ShareButton } from "../../wrap/share-button.tsx";
import { WrapState } from "../my-wraps/wrap-state.tsx";
import { NextStep } from "./next.tsx";

type Props = { song: OwnSong; tab: string; onStatusChange: (status: OwnSong["status"]) => void };

/** Header of the manage page: wrap, listing state and next step. */
export function ManageHead({ song, tab, onStatusChange }: Props) {
  const { t } = useTranslation();
  return (
    <header className="manage-h">
      <p className="manage-back small">
        <Link className="row back" to={paths.myWraps()}>
          <ArrowLeft className="i" aria-hidden="true" /> {t("manage.back")}
        </Link>
      </p>
      <figure>
        <Picture
          image={song.image}
          alt={t("wrap.cover", { name: song.name })}
          sizes="(max-width: 820px) 96px, 208px"
          priority
        />
      </figure>
      <div className="manage-who">
        <p className="row small">
          <WrapState status={song.status} />
        </p>
        <h1 className={song.name.length > 40 ? "head" : "title"}>{song.name}</h1>
        <p className="dim">{song.artist}</p>
      </div>
      <div className="manage-more">
        <Counts song={song} />
      </div>
      <p className="no manage-no" aria-hidden="true">
        {wrapNumber(song.id)}
      </p>
      <div className="manage-do">
        <Permitted call={patchSong} quiet>
          <NextStep song={song} tab={tab} onStatusChange={onStatusChange} />
        </Permitted>
        <ManageLinks song={song} />
      </div>
    </header>
  );
}

function Counts({ song }: { song: OwnSong }) {
  const { t, i18n } = useTranslation();
  const counts = [
    ["plays", song.plays],
    ["points", song.points],
  ] as const;
  // Nobody can have played or earned anything before the wrap is listed.
  const rows = song.status === "ACTIVE" ? counts : counts.filter(([, count]) => count > 0);
  if (rows.length === 0) return null;
  return (
    <dl className="row manage-counts small">
      {rows.map(([name, count]) => (
        <div key={name}>
          <dt className="dim">{t(`manage.count.${name}`)}</dt>
          <dd className="num b">{formatCount(count, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to the public page or the preview, and to the statistics. */
function ManageLinks({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const isPublic = song.status === "ACTIVE";
  return (
    <>
      <Link className="btn" to={isPublic ? paths.wrap(song.pretty_id) : paths.preview(song.id)}>
        {t(isPublic ? "manage.publicPage" : "manage.preview.open")}
        <ArrowUpRight className="i" aria-hidden="true" />
      </Link>
      <Link className="btn" to={paths.statistics({ song: String(song.id) })}>
        {t("manage.statistics")} <ChartNoAxesColumn className="i" aria-hidden="true" />
      </Link>
      {isPublic && song.next_step !== "SHARE" ? <ShareButton song={song} /> : null}
    </>
  );
}
