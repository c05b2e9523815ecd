import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { postSongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import { postSongActions } from "@wrapsody/shared/studio/bulk-actions.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import Plus from "lucide-react/icons/plus";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Sparkline } from "../../../../ui/charts/sparkline.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { useMay } from "../../../accounts/index.ts";
import { tokenStateOf } from "../../wrap/learn/learn-token.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { NextStepLink } from "./next-step.tsx";
import { WaitingState, WaitingValues, WrapState } from "./wrap-state.tsx";
import "./wrap-rows.css";

type SelectableRowsProps = { songs: readonly OwnSong[]; isSelecting: boolean };

/** Lists the publisher's wraps with state and next step, to act on one or on several. On a phone, the boxes appear while `isSelecting`. */
export function SelectableWrapRows({ songs, isSelecting }: SelectableRowsProps) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setSelected(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  const mayAct = useMay()(postSongActions);
  if (!mayAct) return <WrapRows songs={songs} />;
  return (
    <div className={isSelecting ? undefined : "not-selecting"}>
      <BulkActions songs={songs.filter(({ id }) => selected.has(id))} page={songs} select={setSelected} />
      <WrapRows songs={songs} selection={{ selected, toggle }} />
    </div>
  );
}

type Selection = { selected: ReadonlySet<number>; toggle(id: number): void };

type WrapRowsProps = {
  songs: readonly OwnSong[];
  selection?: Selection;
  /** All are by one artist, whose name is the heading. */
  isOneArtist?: boolean;
};

/** Lists the publisher's wraps with state and next step. */
export function WrapRows({ songs, selection, isOneArtist = false }: WrapRowsProps) {
  return (
    <div className={selection === undefined ? "own-wraps" : "own-wraps selectable"}>
      <WrapRowsHead />
      <ul>
        {songs.map((song) => (
          <WrapRow key={song.id} song={song} selection={selection} isOneArtist={isOneArtist} />
        ))}
      </ul>
    </div>
  );
}

export function WrapRowsHead() {
  const { t } = useTranslation();
  return (
    <div className="own-wrap own-wraps-h" aria-hidden="true">
      <span>{t("manage.list.number")}</span>
      <span />
      <span>{t("manage.list.wrap")}</span>
      <span>{t("manage.list.state")}</span>
      <span className="r">{t("manage.list.plays")}</span>
      <span className="r own-points-h">{t("manage.list.points")}</span>
      <span className="r own-dapps-h">{t("manage.list.experiences")}</span>
      <span>{t("manage.list.next")}</span>
    </div>
  );
}

/** Explains the terms of the rows, once below all lists of a page. */
export function WrapTerms() {
  return (
    <div className="own-terms">
      <TermNote term="iswc" />
      <TermNote term="wnft" />
    </div>
  );
}

type WrapRowProps = { song: OwnSong; selection: Selection | undefined; isOneArtist: boolean };

function WrapRow({ song, selection, isOneArtist }: WrapRowProps) {
  const { t } = useTranslation();
  return (
    <li className="own-wrap">
      {selection === undefined ? null : (
        <label className="own-select">
          <input
            type="checkbox"
            checked={selection.selected.has(song.id)}
            onChange={() => selection.toggle(song.id)}
          />
          <span className="vh">{t("manage.bulk.select", { name: song.name })}</span>
        </label>
      )}
      <span className="own-no no">
        <span className="vh">{t("manage.list.number")} </span>
        {wrapNumber(song.id)}
      </span>
      <span className="own-cover">
        {song.image === null ? <NoCover /> : <Picture image={song.image} alt="" sizes="56px" />}
      </span>
      <span className="own-title">
        <Link className="b" to={paths.manage(song.id)}>
          {song.name}
        </Link>
        <span className="own-by">
          {isOneArtist ? null : <span className="dim">{song.artist} </span>}
          <span className="code dim">{song.iswc ?? t("manage.list.noIswc")}</span>
        </span>
        <WaitingValues song={song} />
      </span>
      <span className="own-state">
        <WrapState status={song.status} />
        <WaitingState song={song} />
        <TokenMark song={song} />
      </span>
      <Count className="own-plays" name={t("manage.list.plays")} count={song.plays}>
        <Trend plays={song.plays_by_day} />
      </Count>
      <Count className="own-points" name={t("manage.list.points")} count={song.points} />
      <Count className="own-dapps" name={t("manage.list.experiences")} count={song.experiences} />
      <span className="own-next">
        {/* Sharing is the next step until someone has played the wrap. */}
        {song.next_step === "SHARE" && song.plays > 0 ? null : <NextStepLink song={song} />}
        <TokenStep song={song} />
      </span>
    </li>
  );
}

/** State of the token of a wrap that is public or has one. */
function TokenMark({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  switch (tokenStateOf(song)) {
    case "minted":
      return <span className="state on">{t("manage.list.tokenMinted")}</span>;
    case "pending":
      return <span className="state wait">{t("manage.token.minting")}</span>;
    case "none":
      return song.status === "ACTIVE" ? <span className="state">{t("manage.list.tokenNone")}</span> : null;
  }
}

/** Link to issue a token for a public wrap without one. */
function TokenStep({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const mayIssue = useMay()(postSongNft);
  if (tokenStateOf(song) !== "none" || song.status !== "ACTIVE" || !mayIssue) return null;
  return (
    <Link
      className="u small"
      to={paths.issueWnft(song.id)}
      aria-label={t("manage.next.of", { step: t("wnft.title"), name: song.name })}
    >
      {t("wnft.title")}
    </Link>
  );
}

/** Draws the plays of the last 30 days. Nodes of the version before do not send them. */
function Trend({ plays = [] }: { plays: readonly number[] | undefined }) {
  const { t, i18n } = useTranslation();
  const total = plays.reduce((sum, day) => sum + day, 0);
  if (total === 0) return null;
  return (
    <span className="own-trend">
      <Sparkline values={plays} />
      <span className="vh"> {t("manage.list.recent", { total: formatCount(total, i18n.language) })}</span>
    </span>
  );
}

function NoCover() {
  const { t } = useTranslation();
  return (
    <span className="own-none">
      <Plus className="i" aria-hidden="true" />
      <span className="vh">{t("manage.list.noCover")}</span>
    </span>
  );
}

/** A number with its name, which wide screens show as the column heading. */
function Count({
  className,
  name,
  count = 0,
  children,
}: {
  className: string;
  name: string;
  /** Undefined from nodes of the version before. */
  count: number | undefined;
  children?: ReactNode;
}) {
  const { i18n } = useTranslation();
  return (
    <span className={`${className} r num${count === 0 ? " own-zero" : ""}`}>
      <span className="own-name dim">{name} </span>
      <span className={count === 0 ? "dim" : undefined}>{formatCount(count, i18n.language)}</span>
      {children}
    </span>
  );
}
