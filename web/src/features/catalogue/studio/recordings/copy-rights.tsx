import { useMutation, useQuery } from "@tanstack/react-query";
import type { Filter } from "@wrapsody/shared/api/page.ts";
import { getMyAlbum, getMyAlbums, type OwnTrack } from "@wrapsody/shared/catalogue/albums.ts";
import { getSongSplits } from "@wrapsody/shared/studio/splits.ts";
import {
  getMySong,
  type OwnSongAnswer,
  patchSong,
  type WrapPayloadInput,
} from "@wrapsody/shared/studio/studio.ts";
import pLimit from "p-limit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { useOwnWrap, useWrapSource } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import type { PickerOption } from "../../../../ui/pickers/picker-options.ts";
import { errorKey } from "../../../accounts/index.ts";
import { useSongChanged } from "../manage/own-song.ts";

type Rights = {
  credits: NonNullable<WrapPayloadInput["credits"]>;
  owners: NonNullable<WrapPayloadInput["owners"]>;
};
type Target = { id: number; name: string };

/** Copies credits and splits of a wrap to drafts that have none: the selected ones, or all of its album. */
export function CopyRights({ selected }: { selected: readonly OwnSongAnswer[] }) {
  const { t } = useTranslation();
  const source = useWrapSource();
  const [chosen, setChosen] = useState<PickerOption>();
  const { data } = useOwnWrap(chosen?.id);
  const from = data?.song;
  const copy = useCopy();
  const album = data?.detail.albums[0];
  const tracks = useAlbumTracks(data);
  const start = (targets: readonly Target[]) => {
    if (from !== undefined && !copy.isPending) copy.mutate({ from: from.id, targets });
  };
  const others = selected.map(({ song }) => song).filter(({ id }) => id !== from?.id);
  const onAlbum = listDrafts(tracks).filter(({ id }) => id !== from?.id);
  return (
    <details className="copy-rights">
      <summary className="small u">{t("recordings.copy.open")}</summary>
      <Picker
        label={t("recordings.copy.from")}
        name="copy-from"
        source={source}
        chosen={chosen}
        placeholder={t("recordings.copy.placeholder")}
        problem={undefined}
        onChoose={(option) => {
          setChosen(option);
          copy.reset();
        }}
      />
      <div className="row">
        <button
          type="button"
          className="btn s"
          disabled={from === undefined || others.length === 0}
          aria-disabled={copy.isPending || undefined}
          onClick={() => start(others)}
        >
          {t("recordings.copy.selected", { count: others.length })}
        </button>
        {album === undefined || onAlbum.length === 0 ? null : (
          <button
            type="button"
            className="btn s"
            aria-disabled={copy.isPending || undefined}
            onClick={() => start(onAlbum)}
          >
            {t("recordings.copy.album", { album: album.name, count: onAlbum.length })}
          </button>
        )}
      </div>
      <p className="small dim">{t("recordings.copy.rule")}</p>
      <TermNote term="split" />
      <Outcome {...copy} />
    </details>
  );
}

/** The tracks of the first album of a wrap. The table of drafts may list only some of them. */
function useAlbumTracks(from: OwnSongAnswer | undefined): readonly OwnTrack[] {
  const album = from?.detail.albums[0];
  const { data } = useQuery({
    queryKey: [`${getMyAlbum.method} ${getMyAlbum.path}`, "of wrap", from?.song.id],
    queryFn: ({ signal }) => loadAlbumTracks(from?.song.artist_id, album, signal),
    enabled: album !== undefined,
    staleTime: 0,
    meta: { personal: true },
  });
  return data ?? [];
}

type NamedAlbum = OwnSongAnswer["detail"]["albums"][number];

/** Finds the album that a wrap names by name and release date, which are unique for its artist. */
async function loadAlbumTracks(
  artistId: number | undefined,
  named: NamedAlbum | undefined,
  signal: AbortSignal,
): Promise<readonly OwnTrack[]> {
  if (artistId === undefined || named === undefined) return [];
  const filters: Filter[] = [
    { key: "artist_id", operator: "==", value: artistId },
    { key: "name", operator: "==", value: named.name },
  ];
  const { data } = await apiFetch(getMyAlbums, { list: { limit: 1_000, filters } }, signal);
  const album = data.find(({ release_date }) => release_date === named.release_date);
  if (album === undefined) return [];
  return (await apiFetch(getMyAlbum, { params: { id: String(album.id) } }, signal)).tracks;
}

/** A wrap may be on an album twice. */
function listDrafts(tracks: readonly OwnTrack[]): Target[] {
  const drafts = tracks.filter(({ status }) => status === "DRAFT");
  return [...new Map(drafts.map(({ song_id: id, name }) => [id, { id, name }])).values()];
}

function Outcome({
  data,
  error,
  isPending,
}: Pick<ReturnType<typeof useCopy>, "data" | "error" | "isPending">) {
  const { t } = useTranslation();
  const failed = data?.failed ?? [];
  return (
    <>
      <p className="small b" role="status">
        {isPending ? t("recordings.copy.busy") : data === undefined ? "" : outcomeText(t, data)}
      </p>
      {failed.length === 0 && error === null ? null : (
        <p className="msg" role="alert">
          {error === null ? t("recordings.copy.failed", { names: failed.join(", ") }) : t(errorKey(error))}
        </p>
      )}
    </>
  );
}

type Copied = { isEmpty: boolean; done: number; kept: number; failed: string[] };

function outcomeText(t: ReturnType<typeof useTranslation>["t"], { isEmpty, done, kept }: Copied): string {
  if (isEmpty) return t("recordings.copy.empty");
  return [
    done === 0 ? "" : t("recordings.copy.done", { count: done }),
    kept === 0 ? "" : t("recordings.copy.kept", { count: kept }),
  ]
    .join(" ")
    .trim();
}

function useCopy() {
  const changed = useSongChanged();
  return useMutation({
    async mutationFn({ from, targets }: { from: number; targets: readonly Target[] }): Promise<Copied> {
      const rights = await readRights(from);
      const isEmpty = rights.credits.length + rights.owners.length === 0;
      const limit = pLimit(2);
      const outcomes = await Promise.all(
        targets.map((target) => limit(() => (isEmpty ? "kept" : copyRights(rights, target.id)))),
      );
      await changed(...targets.map(({ id }) => id));
      const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
      return {
        isEmpty,
        done: count("done"),
        kept: count("kept"),
        failed: targets.flatMap(({ name }, at) => (outcomes[at] === "failed" ? [name] : [])),
      };
    },
  });
}

/** Reads what is copied, as it is now. Only the splits hold the owners' addresses. */
async function readRights(id: number): Promise<Rights> {
  const params = { id: String(id) };
  const [{ detail }, splits] = await Promise.all([
    apiFetch(getMySong, { params }),
    apiFetch(getSongSplits, { params }),
  ]);
  const owners = splits.in_force?.owners ?? [];
  return {
    // A role that the schema does not know is refused by the server, which reports the wrap.
    credits: detail.credits.map(({ role, value }) => ({ role, name: value })) as Rights["credits"],
    owners: owners.map(({ name, ownership, royalty, email }) => ({ name, ownership, royalty, email })),
  };
}

/** Fills in what a draft has not. Reads it again, because its own credits and owners stay even if they are new. */
async function copyRights({ credits, owners }: Rights, id: number): Promise<"done" | "kept" | "failed"> {
  const params = { id: String(id) };
  try {
    const { detail } = await apiFetch(getMySong, { params });
    const body = {
      ...(detail.credits.length === 0 && credits.length > 0 ? { credits } : {}),
      ...(detail.owners.length === 0 && owners.length > 0 ? { owners } : {}),
    };
    if (Object.keys(body).length === 0) return "kept";
    await apiFetch(patchSong, { params, body });
    return "done";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return "failed";
  }
}
