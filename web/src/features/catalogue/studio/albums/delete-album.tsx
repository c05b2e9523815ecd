import { useQueryClient } from "@tanstack/react-query";
import {
  deleteAlbum,
  getMyAlbum,
  type OwnAlbum,
  type OwnAlbumAnswer,
  type OwnTrack,
} from "@wrapsody/shared/catalogue/albums.ts";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, apiFetch, isNotFound } from "../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, errorKey, Permitted } from "../../../accounts/index.ts";
import { invalidateAlbums } from "./album-form.tsx";

/** Deletes the album after a confirmation that names what is lost; if that were an ISRC, says where to put it first. */
export function DeleteAlbum({ album, tracks: listed }: OwnAlbumAnswer) {
  const { t } = useTranslation();
  const remove = useRemoval(album);
  const { name, tracks, public_tracks, image } = album;
  const losing = listed.filter(({ is_only_isrc }) => is_only_isrc);
  const reason = (error: Error) =>
    t(error instanceof ApiError && error.code === "E0085" ? "albums.delete.isrcMeanwhile" : errorKey(error));
  if (losing.length > 0)
    return (
      <Section title={t("albums.delete.title")}>
        <div className="delete-album">
          <OnlyIsrcs tracks={losing} />
        </div>
      </Section>
    );
  return (
    <Section title={t("albums.delete.title")}>
      <div className="delete-album">
        <p className="small">{t("albums.delete.text")}</p>
        <Permitted call={deleteAlbum}>
          <ConfirmButton
            className="btn bad"
            label={
              <>
                {t("albums.delete.open")} <Trash className="i" aria-hidden="true" />
              </>
            }
            title={t("albums.delete.question", { name })}
            text={
              <>
                {public_tracks > 0 && <p>{t("albums.delete.page")}</p>}
                {image !== null && <p>{t("albums.delete.cover")}</p>}
                {tracks > 0 && <p>{t("albums.delete.tracks", { count: tracks, total: tracks })}</p>}
                <p className="small dim">{t("albums.delete.remains")}</p>
              </>
            }
            confirm={t("albums.delete.open")}
            run={remove}
            reason={reason}
          />
        </Permitted>
      </div>
    </Section>
  );
}

/** Most wraps that are named. */
const MAX_NAMED = 10;

/** Names the wraps whose ISRC is on no other album. */
function OnlyIsrcs({ tracks }: { tracks: readonly OwnTrack[] }) {
  const { t } = useTranslation();
  const named = tracks.slice(0, MAX_NAMED).map(({ name, isrc }) => `${name} (${isrc})`);
  return (
    <>
      <p className="small">
        {t("albums.delete.isrcs", { count: tracks.length })} {named.join(", ")}
        {tracks.length > MAX_NAMED ? " …" : ""}
      </p>
      <p className="small">{t("albums.delete.isrcsFirst")}</p>
      <TermNote term="isrc" />
    </>
  );
}

function useRemoval({ id, name }: OwnAlbum): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { t } = useTranslation();
  return async () => {
    const params = { id: String(id) };
    await apiFetch(deleteAlbum, { params }).catch((error: unknown) => {
      // A repeat after a lost response, or another tab: the album is deleted already.
      if (!isNotFound(error)) throw error;
    });
    await navigate(paths.myAlbums({ success: t("albums.delete.done", { name }) }), { replace: true });
    client.removeQueries({
      queryKey: queryOf(getMyAlbum, { params }).queryKey.slice(0, 1),
      type: "inactive",
    });
    invalidateAlbums(client);
  };
}
