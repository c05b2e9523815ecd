import { getMyArtists, type OwnArtist } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Upload from "lucide-react/icons/upload";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { FileButton, useFileDrop } from "../../../../ui/forms/file-input.tsx";
import { EmptySection } from "../../../../ui/layout/section.tsx";
import { toArtistOption, useArtistSource, useOwnArtist } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { PlanLimit } from "../create/plan-limit.tsx";
import { acceptOf, useMasterLimit } from "../manage/audio/audio-files.ts";
import type { Route } from "./+types/add-recordings";
import { DraftTable } from "./draft-table.tsx";
import { RecordingList } from "./recording-list.tsx";
import { useRecordings } from "./use-recordings.ts";
import "./recordings.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("recordings.title"), language);
}

/** Turns recordings into drafts, then lists what the drafts of the artist are missing. */
export default function AddRecordingsPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const list = { limit: 1, sortKey: "created_at", sortDir: "DESC" } as const;
  const { data, error, refetch } = useAuthedQuery(getMyArtists, { list });
  const only = data?.total === 1 ? data.data[0] : undefined;
  const artistId = query.get("aid")?.trim();
  const chosen = useOwnArtist(artistId === "" ? undefined : artistId);
  const artist = chosen.data ?? only;
  const masterMaxBytes = useMasterLimit();
  const isReady =
    data !== undefined && masterMaxBytes !== undefined && (artist !== undefined || !chosen.isLoading);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("recordings.title")}</h1>
          <p className="dim recordings-lead">{t("recordings.text")}</p>
        </div>
      </header>
      <div className="sec studio-sec recordings">
        {!isReady ? (
          <QueryState error={error} refetch={refetch} />
        ) : (
          <>
            <Step
              number={1}
              title={t(only === undefined ? "recordings.artistAndFiles" : "recordings.choose")}
            >
              {data.total === 0 ? (
                <Link className="btn go" to={paths.createArtistChoice}>
                  {t("studio.create.firstArtist")} <ArrowRight className="i" aria-hidden="true" />
                </Link>
              ) : only === undefined ? (
                <ChooseArtist artist={artist} />
              ) : null}
              {artist !== undefined ? (
                <Recordings key={artist.id} artist={artist} masterMaxBytes={masterMaxBytes} />
              ) : data.total === 0 ? null : (
                <ArtistFirst />
              )}
            </Step>
            <Step number={2} title={t("recordings.drafts.title")}>
              {artist === undefined ? (
                <EmptySection>{t("recordings.drafts.none")}</EmptySection>
              ) : (
                <DraftTable artist={artist.id} />
              )}
            </Step>
          </>
        )}
      </div>
    </>
  );
}

/** The drop zone while no artist is chosen. */
function ArtistFirst() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="recordings-drop">
      <button type="button" className="btn" aria-disabled="true" aria-describedby={id}>
        {t("recordings.choose")} <Upload className="i" aria-hidden="true" />
      </button>
      <p id={id} className="small dim">
        {t("recordings.artistFirst")}
      </p>
    </div>
  );
}

/** A numbered section. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="leaf">
      <h2>
        <span className="no" aria-hidden="true">
          {number}
        </span>{" "}
        {title}
      </h2>
      <div className="leaf-in">{children}</div>
    </section>
  );
}

function ChooseArtist({ artist }: { artist: OwnArtist | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const source = useArtistSource();
  return (
    <div className={artist === undefined ? "recordings-artist go" : "recordings-artist"}>
      <Picker
        label={t("recordings.artist")}
        name="artist"
        source={source}
        chosen={artist === undefined ? undefined : toArtistOption(t, artist)}
        placeholder={t("studio.create.findHint")}
        problem={undefined}
        onChoose={(option) => {
          if (option !== undefined)
            void navigate(paths.addRecordings({ aid: Number(option.id) }), { replace: true });
        }}
      />
    </div>
  );
}

type RecordingsProps = { artist: OwnArtist; masterMaxBytes: number | null };

/** The drop zone, and the recordings that become drafts. */
function Recordings({ artist, masterMaxBytes }: RecordingsProps) {
  const { t } = useTranslation();
  const uploads = useRecordings(artist.id, masterMaxBytes);
  const { recordings, commonCover, busy, add, setTitle, changeTags, setCommonCover, remove, start } = uploads;
  const [firstCover] = useState(commonCover);
  const { field, over } = useFileDrop(add);
  const isSendable = (recording: (typeof recordings)[number]) =>
    ["ready", "failed", "kept"].includes(recording.state.step) &&
    (recording.song !== undefined || recording.cover !== undefined || commonCover !== undefined);
  const open = recordings.filter(isSendable).length;
  const done = recordings.filter(({ state }) => state.step === "done").length;
  const kept = recordings.filter(({ state }) => state.step === "kept").length;
  const isCoverMissing = recordings.some(
    ({ state, cover, song }) =>
      cover === undefined && song === undefined && !["reading", "refused"].includes(state.step),
  );
  return (
    <>
      <div ref={field} className={over ? "recordings-drop over" : "recordings-drop"}>
        <p className="lead">{t("recordings.of", { name: artist.name })}</p>
        <p className="small dim">
          {masterMaxBytes === null
            ? `${t("recordings.rule")} ${t("manage.master.none")}`
            : t("recordings.ruleWithMasters", { megabytes: masterMaxBytes / 1_000_000 })}
        </p>
        <FileButton
          className={recordings.length === 0 ? "btn go" : "btn"}
          name="recordings"
          multiple
          accept={acceptOf(masterMaxBytes)}
          onFiles={add}
        >
          {t("recordings.choose")} <Upload className="i" aria-hidden="true" />
        </FileButton>
        <p className="recordings-hint small dim">{t("recordings.drop")}</p>
      </div>
      <RecordingList
        recordings={recordings}
        hasCommonCover={commonCover !== undefined}
        busy={busy}
        setTitle={setTitle}
        changeTags={changeTags}
        remove={remove}
      />
      {isCoverMissing || commonCover !== undefined ? (
        <PictureField
          label={t("recordings.commonCover")}
          name="image"
          {...(firstCover === undefined ? {} : { initial: firstCover })}
          problem={undefined}
          onChange={setCommonCover}
        />
      ) : null}
      <p className="small b" role="status">
        {done === 0 ? "" : t("recordings.done", { count: done })}
      </p>
      {kept === 0 || busy ? null : (
        <>
          <PlanLimit of="songs" />
          <p className="small b">{t("recordings.kept", { count: kept })}</p>
        </>
      )}
      {open === 0 && !busy ? null : (
        <p>
          <button type="button" className="btn go" aria-disabled={busy || undefined} onClick={start}>
            {busy ? t("recordings.busy") : t("recordings.start", { count: open })}{" "}
            <ArrowRight className="i" aria-hidden="true" />
          </button>
        </p>
      )}
    </>
  );
}
