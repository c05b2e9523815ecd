import type { OwnSong } from "@wrapsody/shared/studio.ts";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { catalogueNumber, formatCount } from "../../../../ui/format/format.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { tokenStateOf } from "../../wrap/learn/learn-token.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { NextStepLink } from "./next-step.tsx";
import { WrapState } from "./wrap-state.tsx";
import "./wrap-rows.css";

/** Lists the publisher's wraps with state and next step, to act on one or on several. */
export function SelectableWrapRows({ songs }: { songs: readonly OwnSong[] }) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setSelected(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return (
    <>
      <BulkActions songs={songs.filter(({ id }) => selected.has(id))} page={songs} select={setSelected} />
      <WrapRows songs={songs} selection={{ selected, toggle }} />
    </>
  );
}

type Selection = { selected: ReadonlySet<number>; toggle(id: number): void };

/** Lists the publisher's wraps with state and next step. */
export function WrapRows({ songs, selection }: { songs: readonly OwnSong[]; selection?: Selection }) {
  const { t } = useTranslation();
  return (
    <div className={selection === undefined ? "own-wraps" : "own-wraps selectable"}>
      <div className="own-wrap own-wraps-h" aria-hidden="true">
        <span>{t("manage.list.number")}</span>
        <span />
        <span>{t("manage.list.wrap")}</span>
        <span>{t("manage.list.state")}</span>
        <span className="r">{t("manage.list.plays")}</span>
        <span className="r own-points-h">{t("manage.list.points")}</span>
        <span>{t("manage.list.next")}</span>
      </div>
      <ul>
        {songs.map((song) => (
          <WrapRow key={song.id} song={song} selection={selection} />
        ))}
      </ul>
    </div>
  );
}

type WrapRowProps = { song: OwnSong; selection: Selection | undefined };

function WrapRow({ song, selection }: WrapRowProps) {
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
        {catalogueNumber(song.id)}
      </span>
      <span className="own-cover">
        {song.image === null ? <NoCover /> : <Picture image={song.image} alt="" sizes="56px" />}
      </span>
      <span className="own-title">
        <Link className="b" to={paths.manage(song.id)}>
          {song.name}
        </Link>
        <span className="dim">{song.artist}</span>
      </span>
      <span className="own-state">
        <WrapState status={song.status} />
      </span>
      <Count className="own-plays" name={t("manage.list.plays")} count={song.plays} />
      <Count className="own-points" name={t("manage.list.points")} count={song.points} />
      <span className="own-next">
        <NextStepLink song={song} />
        <TokenStep song={song} />
      </span>
    </li>
  );
}

/** Link to issue a token for a public wrap without one. */
function TokenStep({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const state = tokenStateOf(song);
  if (state === "pending") return <span className="small dim">{t("manage.token.minting")}</span>;
  if (state === "minted" || song.status !== "ACTIVE") return null;
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
function Count({ className, name, count }: { className: string; name: string; count: number }) {
  const { t, i18n } = useTranslation();
  return (
    <span className={`${className} r num`}>
      <span className="own-name dim">{name} </span>
      {count === 0 ? <span className="dim">{t("manage.list.none")}</span> : formatCount(count, i18n.language)}
    </span>
  );
}
