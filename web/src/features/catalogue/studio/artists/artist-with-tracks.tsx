import { getMySongs, type OwnArtist, patchArtist, postSong } from "@wrapsody/shared/studio/studio.ts";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { Permitted, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { WrapRows, WrapRowsHead } from "../my-wraps/wrap-rows.tsx";

/** Number of tracks before the link to all of them. */
const INITIAL_TRACKS = 5;

/** An artist of the publisher with the latest tracks. */
export function ArtistWithTracks({ artist }: { artist: OwnArtist }) {
  const { t, i18n } = useTranslation();
  const { id, name, image, songs } = artist;
  const heading = `artist-${id}`;
  return (
    <section className="own-artist" aria-labelledby={heading}>
      <header className="own-artist-h">
        <Picture image={image} alt="" sizes="80px" />
        <div>
          <h2 className="head" id={heading}>
            {name}
          </h2>
          <p className="small dim row">
            <span>
              {t("studio.artists.tracks", { count: songs, total: formatCount(songs, i18n.language) })}
            </span>
            <Permitted call={patchArtist} quiet>
              <Link className="u" to={paths.editArtist(id)} aria-label={t("studio.artists.editOf", { name })}>
                {t("studio.artists.edit")}
              </Link>
            </Permitted>
          </p>
        </div>
        <Permitted call={postSong} quiet>
          <Link
            className="btn s"
            to={paths.createWrap({ aid: id, an: name })}
            aria-label={t("studio.artists.newTrackOf", { name })}
          >
            <span>{t("studio.artists.newTrack")}</span> <Plus className="i" aria-hidden="true" />
          </Link>
        </Permitted>
      </header>
      {songs === 0 ? (
        <p className="small dim own-artist-none">{t("studio.artists.noTracks")}</p>
      ) : (
        <Tracks artist={artist} />
      )}
    </section>
  );
}

function Tracks({ artist: { id, name, songs } }: { artist: OwnArtist }) {
  const { t, i18n } = useTranslation();
  const list = { limit: INITIAL_TRACKS, filters: [{ key: "artist_id", operator: "==", value: id }] } as const;
  const { data, error, refetch } = useAuthedQuery(getMySongs, {
    list: { ...list, filters: [...list.filters] },
  });
  if (data === undefined)
    return (
      <div className="own-wraps">
        {error === null ? <WrapRowsHead /> : null}
        <QueryState
          error={error}
          refetch={refetch}
          rows={Math.min(songs, INITIAL_TRACKS)}
          height="var(--own-row)"
        />
      </div>
    );
  return (
    <>
      <WrapRows songs={data.data} isOneArtist />
      {data.total <= INITIAL_TRACKS ? null : (
        <p className="small own-artist-all">
          <Link
            className="u b"
            to={paths.myWraps({ artist: id })}
            aria-label={t("studio.artists.allOf", { name })}
          >
            {t("studio.artists.all", { count: data.total, total: formatCount(data.total, i18n.language) })}
          </Link>
        </p>
      )}
    </>
  );
}
