import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { formatDuration, titleLength } from "../../../ui/format/format.ts";
import { ambientStyle } from "../../../ui/pictures/ambient.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";

type SpreadProps = { song: Song; place: number; of: number };

/**
 * Full-width feature of a wrap: its number on one side, its sleeve on the other. Only the first spread of a page has
 * the signal-coloured play button; the others are mirrored.
 */
export function FeaturedSpread(props: SpreadProps) {
  const { song, place } = props;
  const { t } = useTranslation();
  const first = place === 1;
  const cover = (
    <figure>
      <Picture
        image={song.image}
        alt={t("home.cover", { name: song.name })}
        sizes="(max-width: 820px) 100vw, 44vw"
        priority={first}
      />
    </figure>
  );
  return (
    <section
      className="spread amb"
      style={ambientStyle(song.image)}
      aria-label={t("home.featuredName", { place, name: song.name })}
    >
      {first ? null : cover}
      <SpreadText {...props} />
      {first ? cover : null}
    </section>
  );
}

function SpreadText({ song, place, of }: SpreadProps) {
  const { t } = useTranslation();
  const address = paths.wrap(song.pretty_id);
  return (
    <div className="txt">
      <div className="split small">
        <span>{t("home.featured")}</span>
        {of > 1 ? <span className="code">{`${place} / ${of}`}</span> : null}
      </div>
      <p className="spread-no" aria-hidden="true">
        <span className="small">{t("home.number")}</span> <span className="no">{wrapNumber(song.id)}</span>
      </p>
      <div className="btm">
        <div>
          <h2 className={`title ${titleLength(song.name)}`}>
            <CoverLink to={address}>{song.name}</CoverLink>
          </h2>
          <p className="lead">
            <Link className="quiet" to={paths.artist(song.artist_clean_id)}>
              {song.artist}
            </Link>
          </p>
        </div>
        {song.metadata.description === "" ? null : (
          <p className="small spread-about">{song.metadata.description}</p>
        )}
        <div className="split spread-end">
          <div className="row">
            <PlayButton song={song} label className={place === 1 ? "btn go" : "btn"} />
            <CoverLink className="btn" to={address}>
              {t("home.openWrap")} <ArrowRight className="i" aria-hidden="true" />
            </CoverLink>
          </div>
          <span className="code spread-code">
            <span>{formatDuration(song.duration)}</span>
            {song.iswc === null ? null : (
              <>
                <br />
                <span>{`${t("wrap.iswc")} ${song.iswc}`}</span>
              </>
            )}
          </span>
        </div>
      </div>
    </div>
  );
}
