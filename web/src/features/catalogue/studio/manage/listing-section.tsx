import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../../../ui/format/local-time.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { WrapState } from "../my-wraps/wrap-state.tsx";
import { useListing } from "./listing.ts";

type Props = { song: OwnSong; onStatusChange: (status: OwnSong["status"]) => void };

/** Listing of the wrap, with the button to hide it. The header shows the state. */
export function ListingSection({ song, onStatusChange }: Props) {
  const { t, i18n } = useTranslation();
  const { withdraw, busy, failure } = useListing(song, onStatusChange);
  return (
    <Section title={t("manage.listing.title")}>
      <div className="manage-listing">
        <p>
          <WrapState status={song.status} />
        </p>
        <p className="small">{t(`manage.listing.${song.status}`)}</p>
        {song.listed_at === null ? null : (
          <p className="small dim">
            {t("manage.listing.since", { day: formatDay(song.listed_at, i18n.language) })}
          </p>
        )}
        {song.status !== "ACTIVE" ? null : (
          <button type="button" className="btn" aria-disabled={busy || undefined} onClick={withdraw}>
            {t("manage.listing.hide")}
          </button>
        )}
        {failure === undefined ? null : (
          <p className="msg" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Section>
  );
}
