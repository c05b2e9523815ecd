import { useMutation } from "@tanstack/react-query";
import { getSongSplits } from "@wrapsody/shared/splits.ts";
import { getMySong, type OwnSongAnswer, patchSong, type WrapPayloadInput } from "@wrapsody/shared/studio.ts";
import pLimit from "p-limit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { toWrapOption, useOwnWrap, useWrapSource } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import { errorKey } from "../../../accounts/index.ts";
import { useSongChanged } from "../manage/own-song.ts";

type Rights = {
  credits: NonNullable<WrapPayloadInput["credits"]>;
  owners: NonNullable<WrapPayloadInput["owners"]>;
};
type CopyRightsProps = {
  /** All drafts of the table. */
  drafts: readonly OwnSongAnswer[];
  selected: readonly OwnSongAnswer[];
};

/** Copies credits and splits of a wrap to drafts that have none. */
export function CopyRights({ drafts, selected }: CopyRightsProps) {
  const { t } = useTranslation();
  const source = useWrapSource();
  const [chosen, setChosen] = useState<string>();
  const { data } = useOwnWrap(chosen);
  const from = data?.song;
  const copy = useCopy();
  const album = data?.detail.albums[0]?.name;
  const isOther = ({ song }: OwnSongAnswer) => song.id !== from?.id;
  const sameAlbum = drafts.filter(({ detail }) => detail.albums.some(({ name }) => name === album));
  const start = (targets: readonly OwnSongAnswer[]) => {
    if (from !== undefined && !copy.isPending) copy.mutate({ from: from.id, targets });
  };
  const [others, onAlbum] = [selected.filter(isOther), sameAlbum.filter(isOther)];
  return (
    <div className="copy-rights">
      <Picker
        label={t("recordings.copy.from")}
        name="copy-from"
        source={source}
        chosen={from === undefined || chosen === undefined ? undefined : toWrapOption(t, from)}
        placeholder={t("recordings.copy.placeholder")}
        problem={undefined}
        onChoose={(option) => {
          setChosen(option?.id);
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
            {t("recordings.copy.album", { album, count: onAlbum.length })}
          </button>
        )}
      </div>
      <p className="small dim">{t("recordings.copy.rule")}</p>
      <Outcome {...copy} />
    </div>
  );
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
    async mutationFn({
      from,
      targets,
    }: {
      from: number;
      targets: readonly OwnSongAnswer[];
    }): Promise<Copied> {
      const rights = await readRights(from);
      const isEmpty = rights.credits.length + rights.owners.length === 0;
      const limit = pLimit(2);
      const outcomes = await Promise.all(
        targets.map((target) => limit(() => (isEmpty ? "kept" : copyRights(rights, target.song.id)))),
      );
      await changed(...targets.map(({ song }) => song.id));
      const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
      return {
        isEmpty,
        done: count("done"),
        kept: count("kept"),
        failed: targets.flatMap(({ song }, at) => (outcomes[at] === "failed" ? [song.name] : [])),
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
