import { useMutation } from "@tanstack/react-query";
import { deleteListing, type OwnSong, postListing } from "@wrapsody/shared/studio.ts";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { useSongChanged } from "./own-song.ts";
import { useRejectionText } from "./reason.ts";

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
