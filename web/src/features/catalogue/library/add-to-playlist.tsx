import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getMyPlaylist,
  getMyPlaylists,
  getPlaylist,
  type Playlist,
  postPlaylistSongs,
} from "@wrapsody/shared/catalogue/playlists.ts";
import Check from "lucide-react/icons/check";
import Plus from "lucide-react/icons/plus";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { Dialog, DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../../accounts/index.ts";
import type { Addable } from "./action-views.tsx";
import { NewPlaylist } from "./new-playlist.tsx";
import "./add-to-playlist.css";

/** Playlists that the dialog lists; a search finds others. */
const MAX_LISTED = 50;

type Props = {
  item: Addable;
  name: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  trigger: ReactElement;
};

/** Dialog that adds a wrap or an album to one of the reader's playlists, or to a new one. */
export function AddToPlaylist({ item, name, open, onOpenChange, trigger }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={trigger}
      title={t("library.add.title", { name })}
      text={<p className="vh">{t("library.add.text")}</p>}
    >
      {open ? <Choice item={item} /> : null}
      <div className="dialog-end">
        <DialogCancel>{t("library.add.close")}</DialogCancel>
      </div>
    </Dialog>
  );
}

/** Drops what the browser knows of playlists, so that visible ones are read again. */
export function useInvalidatePlaylists(): () => void {
  const client = useQueryClient();
  return () => invalidateQueries(client, getMyPlaylists, getMyPlaylist, getPlaylist);
}

function Choice({ item }: { item: Addable }) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  const [search, setSearch] = useState("");
  const filters =
    search.trim() === "" ? [] : [{ key: "name", operator: "~~", value: search.trim() } as const];
  const { data, error, refetch } = useAuthedQuery(getMyPlaylists, {
    query: "song" in item ? { song: item.song } : {},
    list: { limit: MAX_LISTED, sortKey: "updated_at", sortDir: "DESC", filters },
  });
  const invalidate = useInvalidatePlaylists();
  const {
    mutate,
    isPending,
    error: failure,
  } = useMutation({
    mutationFn: ({ id }: Pick<Playlist, "id" | "name">) =>
      apiFetch(postPlaylistSongs, { params: { id }, body: "song" in item ? { songs: [item.song] } : item }),
    onSuccess: ({ added, playlist }) => {
      invalidate();
      announce(t(added > 0 ? "library.add.done" : "library.add.already", { playlist: playlist.name }));
    },
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  const isLong = data.total > 8 || search !== "";
  return (
    <>
      {isLong ? (
        <label className="f">
          {t("library.add.search")}
          <span className="in">
            <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
          </span>
        </label>
      ) : null}
      {data.data.length === 0 ? (
        <p className="small dim">{t(search === "" ? "library.add.none" : "library.add.noMatch")}</p>
      ) : (
        <ul className="add-choice">
          {data.data.map((playlist) => (
            <li key={playlist.id}>
              <button
                type="button"
                aria-disabled={isPending || playlist.has_song || undefined}
                onClick={() => isPending || playlist.has_song || mutate(playlist)}
              >
                <span className="b">{playlist.name}</span>
                <span className="small dim">
                  {playlist.has_song
                    ? t("library.add.has")
                    : t("library.songs", { count: playlist.songs, total: playlist.songs })}
                </span>
                {playlist.has_song ? (
                  <Check className="i" aria-hidden="true" />
                ) : (
                  <Plus className="i" aria-hidden="true" />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {failure === null ? null : (
        <p className="msg" role="alert">
          {t(
            failure instanceof ApiError && failure.code === "E0090" ? "library.add.full" : errorKey(failure),
          )}
        </p>
      )}
      <StatusMessage {...status} />
      <NewPlaylist label={t("library.add.create")} isLimited={data.limit_reached} onCreated={mutate} />
    </>
  );
}
