import { useMutation } from "@tanstack/react-query";
import { deleteSongMaster, getSongMaster, type OwnMaster } from "@wrapsody/shared/studio/masters.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import Download from "lucide-react/icons/download";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import { formatDuration } from "../../../../../ui/format/format.ts";
import { ConfirmButton } from "../../../../accounts/index.ts";
import { useRejectionText, useSongChanged } from "../own-song.ts";
import { audioErrorText } from "./audio-errors.ts";
import { formatDecimal } from "./loudness.ts";

type Props = { song: OwnSong; master: OwnMaster };

/** The stored master of a wrap: its file, the state of its mp3, download and deletion. */
export function MasterStatus({ song, master }: Props) {
  const { t } = useTranslation();
  return (
    <section className="audio-master" aria-labelledby="master-title">
      <h3 id="master-title" className="b">
        {t("manage.master.title")}
      </h3>
      <p className="audio-name">{master.file_name}</p>
      <MasterFacts master={master} />
      <div className="audio-state" role="status">
        <StateWords master={master} />
      </div>
      <div className="row">
        <DownloadButton song={song} />
        <DeleteButton song={song} />
      </div>
    </section>
  );
}

function MasterFacts({ master }: { master: OwnMaster }) {
  const { t, i18n } = useTranslation();
  const { format, duration, sample_rate, channels, bytes } = master;
  const number = (value: number) => formatDecimal(value, 1, i18n.language);
  const facts = [
    t(`manage.master.format.${format}`),
    t("manage.audio.kilohertz", { rate: number(sample_rate / 1000) }),
    channels <= 2
      ? t(channels === 1 ? "manage.audio.mono" : "manage.audio.stereo")
      : t("manage.master.channels", { count: channels }),
    formatDuration(Math.round(duration)),
    t("manage.audio.megabytes", { size: number(bytes / 1_000_000) }),
  ];
  return <p className="meta num">{facts.join(" · ")}</p>;
}

function StateWords({ master: { state, problem } }: { master: OwnMaster }) {
  const { t } = useTranslation();
  switch (state) {
    case "ENCODING":
      return (
        <>
          <p className="state wait b">{t("manage.master.state.ENCODING")}</p>
          <p className="small dim">{t("manage.master.encoding")}</p>
          <span className="measuring" aria-hidden="true" />
        </>
      );
    case "FAILED":
      return (
        <>
          <p className="state bad b">{t("manage.master.state.FAILED")}</p>
          {problem === null ? null : <p className="small">{audioErrorText(t, problem)}</p>}
        </>
      );
    default:
      return <p className="small dim">{t(`manage.master.state.${state}`)}</p>;
  }
}

function DownloadButton({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const reason = useRejectionText();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(getSongMaster, { params: { id: String(song.id) } }),
    onSuccess: ({ uri }) => openDownload(uri),
  });
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-disabled={isPending || undefined}
        onClick={() => (isPending ? undefined : mutate())}
      >
        {t("manage.master.download")} <Download className="i" aria-hidden="true" />
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {reason(error)}
        </p>
      )}
    </>
  );
}

/** A link with `download` does not leave the page, so an upload in progress continues. */
function openDownload(uri: string): void {
  const link = document.createElement("a");
  link.href = uri;
  link.download = "";
  link.click();
}

function DeleteButton({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const changed = useSongChanged();
  const remove = async () => {
    await apiFetch(deleteSongMaster, { params: { id: String(song.id) } });
    await changed(song.id);
  };
  return (
    <ConfirmButton
      className="btn bad"
      label={
        <>
          {t("manage.master.delete")} <Trash className="i" aria-hidden="true" />
        </>
      }
      title={t("manage.master.question")}
      text={t("manage.master.warning")}
      confirm={t("manage.master.delete")}
      run={remove}
    />
  );
}
