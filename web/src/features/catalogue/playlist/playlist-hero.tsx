import type { PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { PlayAll } from "../../../shell/player/play-button.tsx";
import { ShareLink } from "../../../shell/share-link.tsx";
import { formatCount, formatDate, formatDuration, titleLength } from "../../../ui/format/format.ts";
import { Hero, heroSizes } from "../../../ui/layout/hero.tsx";
import { PlaylistCover } from "./playlist-cover.tsx";
import { originOfPlaylist } from "./playlist-data.ts";

/** Hero of a playlist: cover, title, owner, facts and actions. `children` are further actions. */
export function PlaylistHero({ playlist, children }: { playlist: PlaylistPage; children?: ReactNode }) {
  const { t } = useTranslation();
  const { id, name, description, owner, covers, is_public, songs } = playlist;
  const kind = is_public ? "playlist.kind" : "playlist.kindUnlisted";
  return (
    <Hero
      image={covers[0] ?? null}
      picture={<PlaylistCover covers={covers} sizes={heroSizes} priority />}
      top={<p className="code">{t(kind)}</p>}
      action={
        <div className="row hero-do">
          {songs.length === 0 ? null : <PlayAll name={name} from={originOfPlaylist(playlist)} />}
          <ShareLink
            title={`${name}, ${owner}`}
            text={t("wrap.shareText", { name, artist: owner })}
            page={(query) => paths.playlist(id, query)}
          />
          {songs.length === 0 ? null : (
            <a className="btn" href={paths.playlistFile(id)} download>
              {t("playlist.file")} <Download className="i" aria-hidden="true" />
            </a>
          )}
          {children}
        </div>
      }
      below={<PlaylistFacts playlist={playlist} />}
    >
      <h1 className={`display ${titleLength(name)}`}>{name}</h1>
      <p className="lead">{t("playlist.by", { owner })}</p>
      {description === "" ? null : <p className="small playlist-about">{description}</p>}
    </Hero>
  );
}

function PlaylistFacts({ playlist: { songs, updated_at } }: { playlist: PlaylistPage }) {
  const { t, i18n } = useTranslation();
  const seconds = songs.reduce((sum, { duration }) => sum + duration, 0);
  const facts = [
    [t("playlist.songs"), formatCount(songs.length, i18n.language)],
    [t("wrap.duration"), formatDuration(seconds)],
    [t("playlist.updated"), formatDate(updated_at, i18n.language)],
  ];
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
