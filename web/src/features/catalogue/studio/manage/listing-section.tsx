import { useMutation } from "@tanstack/react-query";
import { deleteListing, type OwnSong, postListing } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { formatDay } from "../../../../ui/format/local-time.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { useRejectionText, useSongChanged } from "./own-song.ts";

type Props = { song: OwnSong; onStatusChange: (status: OwnSong["status"]) => void };

/** Listing of the wrap, with the button to hide it. The header shows the state. */
export function ListingSection({ song, onStatusChange }: Props) {
  const { t, i18n } = useTranslation();
  const { withdraw, busy, failure } = useListing(song, onStatusChange);
  return (
    <Section title={t("manage.listing.title")}>
      <div className="manage-listing">
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

/** Submits, withdraws, hides or shows a wrap. `onStatusChange` receives the new status. */
export function useListing(song: OwnSong, onStatusChange: (status: OwnSong["status"]) => void) {
  const changed = useSongChanged();
  const reason = useRejectionText();
  const params = { id: String(song.id) };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: "submit" | "withdraw") =>
      apiFetch(action === "submit" ? postListing : deleteListing, { params }),
    onSuccess: ({ status }) => onStatusChange(status),
    // Refreshes after a rejection too: the page was outdated.
    onSettled: () => changed(song.id),
  });
  const go = (action: "submit" | "withdraw") => {
    if (!isPending) mutate(action);
  };
  return {
    submit: () => go("submit"),
    withdraw: () => go("withdraw"),
    busy: isPending,
    failure: error === null ? undefined : reason(error),
  };
}
