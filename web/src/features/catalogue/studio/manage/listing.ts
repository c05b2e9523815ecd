import { useMutation } from "@tanstack/react-query";
import { deleteListing, type OwnSong, postListing } from "@wrapsody/shared/studio.ts";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { useSongChanged } from "./own-song.ts";
import { useRejectionText } from "./reason.ts";

/** Hands a wrap in or shows it again, and takes it back or hides it; `tell` is given where it stands then. */
export function useListing(song: OwnSong, onStatusChange: (status: OwnSong["status"]) => void) {
  const changed = useSongChanged();
  const reason = useRejectionText();
  const params = { id: String(song.id) };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: "submit" | "withdraw") =>
      apiFetch(action === "submit" ? postListing : deleteListing, { params }),
    onSuccess: ({ status }) => onStatusChange(status),
    // Also after a refusal: something is otherwise than the page shows.
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
