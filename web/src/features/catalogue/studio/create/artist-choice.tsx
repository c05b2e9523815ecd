import { getMyArtists, type OwnArtist } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { paths } from "../../../../paths.ts";
import { describeArtist, useArtistSource } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import "./choice.css";

/** Reads artists by name. Further ones are found by typing. */
export function useListedArtists() {
  return useAuthedQuery(getMyArtists, { list: { limit: 12, sortKey: "name", sortDir: "ASC" } });
}

/** The publisher's artists, each with a link to the form for a new song: as rows, or with large pictures. */
export function ArtistChoice({
  query,
  isLarge = false,
}: {
  query: ReturnType<typeof useListedArtists>;
  isLarge?: boolean;
}) {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  return (
    <div className="way-choice">
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} />
      ) : (
        <>
          {data.total > data.data.length ? <FindArtist /> : null}
          <ul className={isLarge ? "way-artists large" : "way-artists"}>
            {data.data.map((artist) => (
              <li key={artist.id}>
                <ArtistLink
                  artist={artist}
                  isNameShared={isNameShared(artist, data.data)}
                  sizes={isLarge ? "(max-width: 820px) 45vw, 224px" : "56px"}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small">
        <Link className="u" to={paths.createArtistChoice}>
          {t("studio.create.otherArtist")}
        </Link>
      </p>
    </div>
  );
}

function isNameShared(artist: OwnArtist, artists: readonly OwnArtist[]): boolean {
  return artists.some(({ id, name }) => id !== artist.id && name === artist.name);
}

/** Names the address, too, if another artist has the same name. */
function ArtistLink({
  artist,
  isNameShared,
  sizes,
}: {
  artist: OwnArtist;
  isNameShared: boolean;
  sizes: string;
}) {
  const { t } = useTranslation();
  const { id, name, image, songs } = artist;
  return (
    <Link to={paths.createWrap({ aid: id, an: name })}>
      <Picture image={image} alt="" sizes={sizes} />
      <span>
        <span className="b">{name}</span>
        <br />
        <span className="small dim">
          {isNameShared
            ? describeArtist(t, artist)
            : t("studio.artists.tracks", { count: songs, total: songs })}
        </span>
      </span>
      <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}

/** Finds any of many artists, and opens the form for it. */
function FindArtist() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const source = useArtistSource();
  return (
    <div className="way-find">
      <Picker
        label={t("studio.create.find")}
        name="artist"
        source={source}
        chosen={undefined}
        placeholder={t("studio.create.findHint")}
        problem={undefined}
        onChoose={(artist) => {
          if (artist !== undefined)
            void navigate(paths.createWrap({ aid: Number(artist.id), an: artist.name }));
        }}
      />
    </div>
  );
}
