import { useQuery } from "@tanstack/react-query";
import type { Participant } from "@wrapsody/shared/experiences.ts";
import type { ArtworkFileSize } from "@wrapsody/shared/own-artworks.ts";
import { CANVAS_SIDE_PX, PRINT_DPI } from "@wrapsody/shared/placing.ts";
import DownloadSign from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../lib/files/save-file.ts";
import { ErrorState } from "../../../ui/feedback/states.tsx";
import { errorKey } from "../../accounts/index.ts";
import { type ArtworkProof, fetchArtwork, layersOf } from "./proof.ts";

type DownloadProps = { artwork: Participant; proof: ArtworkProof };
type Saving = { is: "idle" | "busy" | "done" } | { is: "failed"; error: Error };

const CM_PER_INCH = 2.54;

/** The files of an artwork: as stored and, where its images have more pixels, for printing. */
export function Download({ artwork, proof }: DownloadProps) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(layersOf(proof));
  const [saving, setSaving] = useState<Saving>({ is: "idle" });
  const save = async (size: ArtworkFileSize, name: string) => {
    if (saving.is === "busy") return;
    setSaving({ is: "busy" });
    try {
      saveFile(name, await fetchArtwork(proof, size));
      setSaving({ is: "done" });
    } catch (caught) {
      if (!(caught instanceof Error)) throw caught;
      setSaving({ is: "failed", error: caught });
    }
  };
  const describeSize = (side: number) => ({
    side,
    dpi: PRINT_DPI,
    cm: ((side / PRINT_DPI) * CM_PER_INCH).toLocaleString(i18n.language, { maximumFractionDigits: 1 }),
  });
  const printSide = data?.print_side;
  const busy = saving.is === "busy" || undefined;
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="btn s"
          aria-disabled={busy}
          onClick={() => void save("STORED", `${artwork.name}.png`)}
        >
          {t("ownArtwork.download.stored", describeSize(CANVAS_SIDE_PX))}
          <DownloadSign className="i" aria-hidden="true" />
        </button>
        {printSide === undefined || printSide <= CANVAS_SIDE_PX ? null : (
          <button
            type="button"
            className="btn s"
            aria-disabled={busy}
            onClick={() => void save("PRINT", `${artwork.name} (${printSide} px).png`)}
          >
            {t("ownArtwork.download.print", describeSize(printSide))}
            <DownloadSign className="i" aria-hidden="true" />
          </button>
        )}
      </div>
      {printSide === CANVAS_SIDE_PX ? <p className="small">{t("ownArtwork.download.noLarger")}</p> : null}
      {data === undefined && error !== null ? (
        <ErrorState message={t(errorKey(error))} retry={() => void refetch()} />
      ) : null}
      {saving.is === "failed" ? (
        <p className="msg small" role="alert">
          {t(errorKey(saving.error))}
        </p>
      ) : null}
      <p className="small rv-state" role="status">
        {saving.is === "busy" || saving.is === "done" ? t(`ownArtwork.download.${saving.is}`) : ""}
      </p>
    </>
  );
}
