import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { ShareLink } from "../../../shell/share-link.tsx";
import { useIsPreview } from "./preview-address.ts";

/** Shares a wrap by the system's share sheet, else by copying its link. Renders nothing for a preview. */
export function ShareButton({ song, className = "btn share" }: { song: Song; className?: string }) {
  const { t } = useTranslation();
  const preview = useIsPreview();
  if (!preview)
    return (
      <ShareLink
        title={`${song.name}, ${song.artist}`}
        text={t("wrap.shareText", { name: song.name, artist: song.artist })}
        page={(query) => paths.wrap(song.pretty_id, query)}
        className={className}
      />
    );
  return (
    <button type="button" className={className} disabled>
      {t("wrap.shareLater")}
    </button>
  );
}
