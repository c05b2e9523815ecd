import { useQueries } from "@tanstack/react-query";
import { getMySong, getMySongs, type OwnSong, type OwnSongAnswer } from "@wrapsody/shared/studio/studio.ts";
import { listGaps, type WrapGap } from "@wrapsody/shared/studio/wrap-gaps.ts";
import Check from "lucide-react/icons/check";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { EmptySection } from "../../../../ui/layout/section.tsx";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { NextStepLink } from "../my-wraps/next-step.tsx";
import { CopyRights } from "./copy-rights.tsx";

/** Newest drafts that the table lists. */
const MAX_LISTED = 20;
/** Poll interval while the MP3 of a master is encoded. */
const ENCODING_POLL_MS = 5_000;

/** The newest drafts of an artist, with what each is missing, and what can be copied to them. */
export function DraftTable({ artist }: { artist: number }) {
  const { t } = useTranslation();
  const filters = [
    { key: "artist_id", operator: "==" as const, value: artist },
    { key: "status", operator: "==" as const, value: "DRAFT" },
  ];
  const list = { limit: MAX_LISTED, sortKey: "created_at", sortDir: "DESC" as const, filters };
  const { data, error, refetch } = useAuthedQuery(getMySongs, { list });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={4} />;
  return (
    <>
      {data.data.length === 0 ? (
        <EmptySection>{t("recordings.drafts.none")}</EmptySection>
      ) : (
        <Drafts songs={data.data} />
      )}
      {data.total > data.data.length ? (
        <p className="small recordings-more">
          {t("recordings.drafts.newest", { count: data.data.length })}{" "}
          <Link className="u b" to={paths.myWraps()}>
            {t("recordings.drafts.all")}
          </Link>
        </p>
      ) : null}
      <TermNote term="isrc" />
    </>
  );
}

function Drafts({ songs }: { songs: readonly OwnSong[] }) {
  const { t } = useTranslation();
  const [unselected, setUnselected] = useState<ReadonlySet<number>>(new Set());
  const details = useQueries({
    queries: songs.map(({ id }) => ({
      ...queryOf(getMySong, { params: { id: String(id) } }),
      staleTime: 0,
      refetchInterval: ({ state: { data } }: { state: { data: OwnSongAnswer | undefined } }) =>
        data?.master?.state === "ENCODING" ? ENCODING_POLL_MS : false,
    })),
  });
  const known = details.flatMap(({ data }) => data ?? []);
  const selected = known.filter(({ song }) => !unselected.has(song.id));
  const toggle = (id: number) =>
    setUnselected(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return (
    <>
      <CopyRights selected={selected} />
      <ul className="draft-rows">
        {songs.map((song, at) => (
          <li key={song.id}>
            <label className="draft-select">
              <input type="checkbox" checked={!unselected.has(song.id)} onChange={() => toggle(song.id)} />
              <span className="vh">{t("manage.bulk.select", { name: song.name })}</span>
            </label>
            <Picture image={song.image} alt="" sizes="56px" />
            <span className="draft-title">
              <Link className="b" to={paths.manage(song.id)}>
                {song.name}
              </Link>
              <span className="small dim">{albumOf(details[at]?.data)}</span>
            </span>
            <Gaps song={song} answer={details[at]?.data} failed={details[at]?.isError === true} />
          </li>
        ))}
      </ul>
    </>
  );
}

function albumOf(answer: OwnSongAnswer | undefined): string {
  const [album] = answer?.detail.albums ?? [];
  return album === undefined ? (answer?.song.artist ?? "") : `${album.track_number} · ${album.name}`;
}

/** Tab of the manage page where a gap is closed. */
const tabOfGap = {
  AUDIO: "assets",
  ARTWORK: "assets",
  CREDITS: "basics",
  OWNERSHIP: "ownership",
  ROYALTIES: "ownership",
  ISRC: "basics",
  RELEASE_DATE: "basics",
  GENRE: "basics",
} as const satisfies Record<WrapGap, string>;

/** Missing audio may be on its way. */
function audioGapOf({ master }: OwnSongAnswer): "AUDIO" | "ENCODING" | "UNDECODABLE" {
  if (master?.state === "ENCODING") return "ENCODING";
  return master?.state === "FAILED" ? "UNDECODABLE" : "AUDIO";
}

/** What gaps keep a draft from, most urgent first. */
const gapGroups = [
  { name: "listing", gaps: ["AUDIO", "ARTWORK"] },
  { name: "payouts", gaps: ["OWNERSHIP", "ROYALTIES"] },
  { name: "optional", gaps: ["CREDITS", "ISRC", "RELEASE_DATE", "GENRE"] },
] as const satisfies { name: string; gaps: readonly WrapGap[] }[];

type GapsProps = { song: OwnSong; answer: OwnSongAnswer | undefined; failed: boolean };

/** What a draft is missing, by what it is missing for, and its next step. */
function Gaps({ song, answer, failed }: GapsProps) {
  const { t } = useTranslation();
  if (answer === undefined)
    return <span className="small dim">{failed ? t("recordings.gaps.unknown") : "\u00a0"}</span>;
  const missing = listGaps(answer);
  const groups = gapGroups
    .map(({ name, gaps }) => ({ name, gaps: missing.filter((gap) => gaps.some((of) => of === gap)) }))
    .filter(({ gaps }) => gaps.length > 0);
  return (
    <div className="draft-gaps small">
      {missing.length === 0 ? (
        <span className="b">
          <Check className="i" aria-hidden="true" /> {t("recordings.gaps.none")}
        </span>
      ) : null}
      {groups.map(({ name, gaps }) => (
        <div key={name}>
          <span className={name === "optional" ? "dim" : "state wait b"}>
            {t(`recordings.gaps.for.${name}`)}
          </span>
          <ul
            aria-label={t("recordings.gaps.of", { for: t(`recordings.gaps.for.${name}`), name: song.name })}
          >
            {gaps.map((gap) => (
              <li key={gap}>
                <Link className="u" to={paths.manage(song.id, { tab: tabOfGap[gap] })}>
                  {t(`recordings.gaps.${gap === "AUDIO" ? audioGapOf(answer) : gap}`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {answer.song.next_step === "SUBMIT" ? <NextStepLink song={answer.song} /> : null}
    </div>
  );
}
