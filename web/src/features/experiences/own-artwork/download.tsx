import { useQuery } from "@tanstack/react-query";
import type { Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { ArtworkFileSize } from "@wrapsody/shared/experiences/own-artworks.ts";
import { CANVAS_SIDE_PX, PRINT_DPI } from "@wrapsody/shared/experiences/placing.ts";
import DownloadSign from "lucide-react/icons/download";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../lib/files/save-file.ts";
import { ErrorState } from "../../../ui/feedback/states.tsx";
import { DisclosureButton } from "../../../ui/layout/disclosure.tsx";
import { errorKey } from "../../accounts/index.ts";
import { type ArtworkProof, fetchArtwork, layersOf } from "./proof.ts";

type DownloadProps = { artwork: Participant; proof: ArtworkProof };
type Saving = { is: "idle" | "busy" | "done" } | { is: "failed"; error: Error };
type SaveFile = (size: ArtworkFileSize, name: string) => Promise<void>;

const CM_PER_INCH = 2.54;

/** The files of an artwork: as stored, and expanded for printing. */
export function Download({ artwork, proof }: DownloadProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const files = useId();
  const [saving, setSaving] = useState<Saving>({ is: "idle" });
  const isBusy = saving.is === "busy";
  const save: SaveFile = async (size, name) => {
    if (isBusy) return;
    setSaving({ is: "busy" });
    try {
      saveFile(name, await fetchArtwork(proof, size));
      setSaving({ is: "done" });
    } catch (caught) {
      if (!(caught instanceof Error)) throw caught;
      setSaving({ is: "failed", error: caught });
    }
  };
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-disabled={isBusy || undefined}
        onClick={() => void save("STORED", `${artwork.name}.png`)}
      >
        {t("ownArtwork.download.stored")} <DownloadSign className="i" aria-hidden="true" />
      </button>
      <DisclosureButton
        id={files}
        open={isOpen}
        className="btn"
        label={t("ownArtwork.download.open")}
        onToggle={setIsOpen}
      />
      <div id={files} className="rv-note" hidden={!isOpen}>
        {isOpen ? <PrintFile artwork={artwork} proof={proof} isBusy={isBusy} save={save} /> : null}
      </div>
      {saving.is === "failed" ? (
        <p className="msg small rv-note" role="alert">
          {t(errorKey(saving.error))}
        </p>
      ) : null}
      <p className="small rv-note" role="status">
        {saving.is === "busy" || saving.is === "done" ? t(`ownArtwork.download.${saving.is}`) : ""}
      </p>
    </>
  );
}

type PrintProps = DownloadProps & { isBusy: boolean; save: SaveFile };

/** The larger file, if the images of the artwork have more pixels than it. */
function PrintFile({ artwork, proof, isBusy, save }: PrintProps) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(layersOf(proof));
  if (data === undefined)
    return error === null ? null : <ErrorState message={t(errorKey(error))} retry={() => void refetch()} />;
  const { print_side: side } = data;
  if (side <= CANVAS_SIDE_PX) return <p className="small">{t("ownArtwork.download.noLarger")}</p>;
  const cm = ((side / PRINT_DPI) * CM_PER_INCH).toLocaleString(i18n.language, { maximumFractionDigits: 1 });
  return (
    <button
      type="button"
      className="btn s"
      aria-disabled={isBusy || undefined}
      onClick={() => void save("PRINT", `${artwork.name} (${side} px).png`)}
    >
      {t("ownArtwork.download.print", { side, dpi: PRINT_DPI, cm })}
      <DownloadSign className="i" aria-hidden="true" />
    </button>
  );
}
