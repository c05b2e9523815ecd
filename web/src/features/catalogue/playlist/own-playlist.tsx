import { getMyPlaylist, getMyPlaylists, type PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { useAuthedQuery } from "../../accounts/index.ts";
import { EditPlaylist } from "./edit-playlist.tsx";
import { OwnTracks } from "./own-tracks.tsx";
import { PlaylistHero } from "./playlist-hero.tsx";
import "./own-playlist.css";

/** Loads the owner's part of a playlist and its texts. */
export async function loadOwnPlaylist() {
  await loadNamespaces("library", "draft");
  return OwnPlaylist;
}

/** The playlist as its owner sees it, with all songs, edited in place; `otherwise` for everyone else. */
function OwnPlaylist({ page, otherwise }: { page: PlaylistPage; otherwise: ReactNode }) {
  const { id } = page;
  // A list with one row or none: a 404 would be an error in everyone else's console.
  const filters = [{ key: "id", operator: "==", value: id } as const];
  const { data } = useAuthedQuery(getMyPlaylists, { list: { limit: 1, filters } });
  return data?.data[0]?.id === id ? <Owned page={page} otherwise={otherwise} /> : otherwise;
}

function Owned({ page, otherwise }: { page: PlaylistPage; otherwise: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getMyPlaylist, { params: { id: page.id } });
  const [editing, setEditing] = useState(false);
  const [status, announce] = useStatusMessage();
  if (data === undefined) return otherwise;
  const { playlist, tracks } = data;
  const { name, description, is_public, covers, updated_at } = playlist;
  const songs = tracks.flatMap(({ song }) => (song === null ? [] : [song]));
  return (
    <>
      <PlaylistHero playlist={{ ...page, name, description, is_public, covers, updated_at, songs }}>
        <button type="button" className="btn" aria-expanded={editing} onClick={() => setEditing(!editing)}>
          {t("library.edit.open")} <Pencil className="i" aria-hidden="true" />
        </button>
      </PlaylistHero>
      <div className="own-playlist-status">
        <StatusMessage {...status} />
      </div>
      {editing ? (
        <EditPlaylist
          playlist={playlist}
          onSaved={() => {
            setEditing(false);
            announce(t("library.edit.saved"));
          }}
          onCancel={() => setEditing(false)}
        />
      ) : null}
      <OwnTracks own={data} />
    </>
  );
}
