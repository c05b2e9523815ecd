import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { getSong, getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getLevels } from "@wrapsody/shared/rewards/reward-levels.ts";
import { getMyArtist, getMyArtists, getMySong, getMySongs } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { evictSong } from "../../../../lib/storage/song-cache.ts";
import { paths } from "../../../../paths.ts";
import type { Missing } from "../../../../shell/failure-page.tsx";
import { errorKey } from "../../../accounts/index.ts";

/** Poll interval while the audio is encoded or analysed. */
const ANALYSIS_POLL_MS = 2_000;

/** Queries a wrap of the publisher, and polls while its audio is encoded or analysed. */
export function useOwnSong(reference: string) {
  const enabled = useSignedIn();
  return useQuery({
    ...queryOf(getMySong, { params: { id: reference } }),
    enabled,
    staleTime: 0,
    refetchInterval({ state: { data } }) {
      const isWaiting = data?.audio.state === "MEASURING" || data?.master?.state === "ENCODING";
      return isWaiting ? ANALYSIS_POLL_MS : false;
    },
  });
}

/** Texts of the page of a wrap that does not exist, was deleted or belongs to another user. */
export function missingWrap(t: TFunction): Missing {
  const link = { to: paths.myWraps(), label: t("manage.missing.link") };
  return { title: t("manage.missing.title"), text: t("manage.missing.text"), link };
}

const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const AFFECTED_CALLS: ReadonlySet<unknown> = new Set(
  [getMySong, getMySongs, getMyArtists, getMyArtist, getSong, getSongs, getLevels].map(callOf),
);

/** Returns a function that invalidates everything that shows changed wraps, and evicts their cached copies. */
export function useSongChanged(): (...songIds: readonly number[]) => Promise<void> {
  const client = useQueryClient();
  return async (...songIds) => {
    for (const songId of songIds) evictSong(songId, Date.now());
    // Pages use a cached public song without a request.
    client.removeQueries({ type: "inactive", predicate: ({ queryKey: [call] }) => call === callOf(getSong) });
    await client.invalidateQueries({ predicate: ({ queryKey: [call] }: Query) => AFFECTED_CALLS.has(call) });
  };
}

/** Errors that have a text for wraps. */
const TRANSLATED_REASONS: Partial<Record<ErrorCode, string>> = {
  E0001: "manage.refused.deleted",
  E0005: "manage.refused.changed",
  E0026: "manage.refused.activeExperience",
  E0027: "manage.refused.notReady",
  E0070: "manage.refused.restricted",
  E0072: "manage.master.problem.unavailable",
  E0076: "manage.refused.listedBefore",
};

/** Returns a function that explains why a call about a wrap failed. */
export function useRejectionText(): (error: Error) => string {
  const { t } = useTranslation();
  return (error) =>
    t((error instanceof ApiError ? TRANSLATED_REASONS[error.code] : undefined) ?? errorKey(error));
}
