import type { Song, SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { Fragment, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { formatCount, formatDuration, titleLength } from "../../../ui/format/format.ts";
import { Hero } from "../../../ui/layout/hero.tsx";
import { FollowButton, SongActions } from "../library/song-actions.tsx";
import { useWrapAddress } from "./preview-address.ts";
import { ShareButton } from "./share-button.tsx";
import { WrapWave } from "./wrap-wave.tsx";

/** Hero of a wrap: cover, title, actions and facts. "Back" leads a reader who opened the page directly to `backTo`. */
export function WrapHero({ detail, backTo = paths.wraps() }: { detail: SongDetail; backTo?: string }) {
  const { t } = useTranslation();
  const { song } = detail;
  return (
    <Hero
      image={song.image}
      alt={t("wrap.cover", { name: song.name })}
      top={
        <>
          <BackLink to={backTo} />
          <span className="code">{t("wrap.number", { number: wrapNumber(song.id) })}</span>
        </>
      }
      action={<HeroActions song={song} />}
      below={
        <>
          <HeroFacts song={song} />
          <WrapWave song={song} peaks={detail.peaks} />
        </>
      }
    >
      <HeroTitle detail={detail} />
    </Hero>
  );
}

function BackLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    // A reader who opened this page directly has no history entry to go back to, so the link is followed.
    const position: unknown = window.history.state?.idx;
    if (typeof position !== "number" || position < 1) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link className="row small back" to={to} onClick={goBack}>
      <ArrowLeft className="i" aria-hidden /> <span>{t("wrap.back")}</span>
    </Link>
  );
}

function HeroTitle({ detail: { song, artists, rewards } }: { detail: SongDetail }) {
  const { t } = useTranslation();
  const address = useWrapAddress(song.pretty_id);
  const named =
    artists.length > 0
      ? artists
      : [{ id: song.artist_id, artist_clean_id: song.artist_clean_id, name: song.artist }];
  return (
    <>
      <h1 className={`display ${titleLength(song.name)}`}>
        <Link to={address()}>{song.name}</Link>
      </h1>
      <div className="row hero-by">
        <p className="lead">
          {named.map((artist, at) => (
            <Fragment key={artist.id}>
              {at > 0 && ", "}
              <Link className="u" to={paths.artist(artist.artist_clean_id)}>
                {artist.name}
              </Link>
            </Fragment>
          ))}
        </p>
        <FollowButton artist={{ id: song.artist_id, name: song.artist }} />
        {rewards.length === 0 ? null : (
          <Link className="small hero-earn" to={`${address(REWARDS_TAB)}#tabs`} replace>
            {t("wrap.earn", { count: rewards.length })} <ArrowRight className="i" aria-hidden />
          </Link>
        )}
      </div>
    </>
  );
}

/** A waveform ends with the duration. */
function HeroFacts({ song }: { song: Song }) {
  const { t, i18n } = useTranslation();
  const facts = [[t("wrap.plays"), formatCount(song.plays, i18n.language)]];
  if (song.audio_uri === null) facts.unshift([t("wrap.duration"), formatDuration(song.duration)]);
  return (
    <dl className="kv hero-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="code-l">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function HeroActions({ song }: { song: Song }) {
  const { t } = useTranslation();
  return (
    <div className="row hero-do">
      {song.audio_uri === null ? (
        <button type="button" className="btn" disabled>
          {t("wrap.noAudio")}
        </button>
      ) : (
        <PlayButton song={song} label className="btn go" />
      )}
      <ShareButton song={song} />
      <SongActions song={song} />
    </div>
  );
}
