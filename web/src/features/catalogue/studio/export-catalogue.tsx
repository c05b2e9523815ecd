import { useMutation } from "@tanstack/react-query";
import { getArtistsExport, getCatalogueExport, getSongsExport } from "@wrapsody/shared/studio/imports.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { fetchFile } from "../../../lib/api/fetch-file.ts";
import { saveFile } from "../../../lib/files/save-file.ts";
import { errorKey } from "../../accounts/index.ts";

const exports = {
  ARTISTS: { endpoint: getArtistsExport, name: "wrapsody-artists.tsv" },
  SONGS: { endpoint: getSongsExport, name: "wrapsody-songs.tsv" },
  PICTURES: { endpoint: getCatalogueExport, name: "wrapsody-catalogue.zip" },
} as const;

/** Saves all artists or wraps in the format of the import, or both with their pictures, regardless of filters. */
export function ExportCatalogue({ what }: { what: keyof typeof exports }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => saveFile(exports[what].name, await fetchFile(exports[what].endpoint, {})),
    gcTime: 0,
  });
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t(what === "PICTURES" ? "imports.export.pictures" : "imports.export.button")}{" "}
        <Download className="i" aria-hidden="true" />
      </button>
      <span className="vh" role="status">
        {isPending ? t("imports.export.busy") : ""}
      </span>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(error instanceof ApiError && error.status === 0 ? "imports.export.failed" : errorKey(error))}
        </p>
      )}
    </>
  );
}
