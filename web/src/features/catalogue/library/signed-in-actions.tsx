import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteFollow, getFollow, getMyFollows, putFollow } from "@wrapsody/shared/accounts/followers.ts";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import {
  deleteLike,
  getLikedAmong,
  getMyLikes,
  playlistLimits,
  putLike,
} from "@wrapsody/shared/catalogue/playlists.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { type FanPurpose, paths } from "../../../paths.ts";
import { type Addable, AddView, addableKey, FollowView, LikeView } from "./action-views.tsx";
import { AddToPlaylist } from "./add-to-playlist.tsx";
import { takeIntent } from "./intent.ts";

/** Loads the buttons of signed-in readers and their texts. */
export async function loadSignedInActions() {
  await loadNamespaces("library");
  return { Like, Add, Follow };
}

/** Carries out the action that the reader chose before these buttons were there. */
function useIntent(action: FanPurpose, of: string, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (takeIntent({ action, of })) latest.current();
  }, [action, of]);
}

/** A button that likes a wrap, and takes the like back. Shows the new state at once, and the former one if the call fails. */
function Like({ song }: { song: Song }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = likedQuery(song.id);
  const { data: liked = false } = useQuery(query);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (next: boolean) => apiFetch(next ? putLike : deleteLike, { params: { id: String(song.id) } }),
    onMutate: async (next: boolean) => {
      await client.cancelQueries(query);
      client.setQueryData(query.queryKey, next);
    },
    onError: (_, next) => client.setQueryData(query.queryKey, !next),
    onSuccess: () => invalidateQueries(client, getMyLikes),
  });
  useIntent("like", `song:${song.id}`, () => mutate(true));
  return (
    <>
      <LikeView name={song.name} liked={liked} onClick={() => isPending || mutate(!liked)} />
      {isError ? (
        <span className="msg" role="alert">
          {t("library.likeFailed")}
        </span>
      ) : null}
    </>
  );
}

function Add({ item, name, isLabelled }: { item: Addable; name: string; isLabelled?: boolean }) {
  const [open, setOpen] = useState(false);
  useIntent("playlist", addableKey(item), () => setOpen(true));
  return (
    <AddToPlaylist
      item={item}
      name={name}
      open={open}
      onOpenChange={setOpen}
      trigger={<AddView name={name} isLabelled={isLabelled} />}
    />
  );
}

/** Follows an artist, and stops. Shows the new state at once, and the former one if the call fails. */
function Follow({ artist: { id, name } }: { artist: { id: number; name: string } }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const params = { id: String(id) };
  const query = { ...queryOf(getFollow, { params }), meta: { personal: true } };
  const { data } = useQuery(query);
  const following = data?.following === true;
  const { mutate, isPending, isError, isSuccess } = useMutation({
    mutationFn: (next: boolean) => apiFetch(next ? putFollow : deleteFollow, { params }),
    onMutate: async (next: boolean) => {
      await client.cancelQueries(query);
      client.setQueryData(query.queryKey, { following: next, shares_address: false });
    },
    onError: (_, next) => client.setQueryData(query.queryKey, { following: !next, shares_address: false }),
    onSuccess: (answer) => {
      client.setQueryData(query.queryKey, answer);
      invalidateQueries(client, getMyFollows);
    },
  });
  useIntent("follow", `artist:${id}`, () => mutate(true));
  return (
    <>
      <FollowView name={name} following={following} onClick={() => isPending || mutate(!following)} />
      {isSuccess && following ? (
        <span className="small" role="status">
          {t("library.follow.done")}{" "}
          <Link className="u" to={paths.library({ tab: "following" })}>
            {t("library.follow.choose")}
          </Link>
        </span>
      ) : null}
      {isError ? (
        <span className="msg" role="alert">
          {t("library.likeFailed")}
        </span>
      ) : null}
    </>
  );
}

const likedQuery = (songId: number) =>
  queryOptions({
    queryKey: ["liked", songId],
    queryFn: () => readLiked(songId),
    meta: { personal: true },
  });

type Waiting = { songId: number; resolve(liked: boolean): void; reject(error: unknown): void };
let waiting: Waiting[] = [];

/** Reads the likes of all wraps of a page in one call. */
function readLiked(songId: number): Promise<boolean> {
  if (waiting.length === 0) setTimeout(readWaiting);
  return new Promise((resolve, reject) => waiting.push({ songId, resolve, reject }));
}

function readWaiting(): void {
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += playlistLimits.likesAtOnce)
    void readBatch(all.slice(at, at + playlistLimits.likesAtOnce));
}

async function readBatch(batch: readonly Waiting[]): Promise<void> {
  try {
    const { songs } = await apiFetch(getLikedAmong, {
      query: { songs: batch.map(({ songId }) => songId).join(",") },
    });
    for (const { songId, resolve } of batch) resolve(songs.includes(songId));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
