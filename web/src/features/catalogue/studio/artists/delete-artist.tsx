import { useQueryClient } from "@tanstack/react-query";
import { getMyAlbums } from "@wrapsody/shared/catalogue/albums.ts";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import { deleteArtist, getMyArtist, getMyArtists, type OwnArtist } from "@wrapsody/shared/studio/studio.ts";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError, apiFetch, isNotFound } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, errorKey, Permitted } from "../../../accounts/index.ts";

/** Deletes an artist without wraps and experiences after a confirmation; otherwise says what to delete first. */
export function DeleteArtist({ artist }: { artist: OwnArtist }) {
  const { t, i18n } = useTranslation();
  const remove = useRemoval(artist);
  const { id, name, songs } = artist;
  const reason = (error: Error) =>
    t(error instanceof ApiError && error.code === "E0073" ? "artistForm.delete.remains" : errorKey(error));
  return (
    <Section title={t("artistForm.delete.title")}>
      {songs > 0 ? (
        <p className="small">
          {t("artistForm.delete.hasWraps", { count: songs, total: formatCount(songs, i18n.language) })}{" "}
          <Link className="u" to={paths.myWraps({ artist: id })}>
            {t("artistForm.delete.wraps")}
          </Link>
        </p>
      ) : (
        <Permitted call={deleteArtist}>
          <ConfirmButton
            className="btn bad"
            label={
              <>
                {t("artistForm.delete.title")} <Trash className="i" aria-hidden="true" />
              </>
            }
            title={t("artistForm.delete.question", { name })}
            text={
              <>
                <p>{t("artistForm.delete.lost")}</p>
                <p className="small dim">{t("artistForm.delete.final")}</p>
              </>
            }
            confirm={t("artistForm.delete.title")}
            run={remove}
            reason={reason}
          />
        </Permitted>
      )}
    </Section>
  );
}

function useRemoval({ id, name }: OwnArtist): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { t } = useTranslation();
  return async () => {
    const params = { id: String(id) };
    await apiFetch(deleteArtist, { params }).catch((error: unknown) => {
      // A repeat after a lost response, or another tab: the artist is deleted already.
      if (!isNotFound(error)) throw error;
    });
    await navigate(paths.myArtists({ success: t("artistForm.delete.done", { name }) }), { replace: true });
    client.removeQueries({
      queryKey: queryOf(getMyArtist, { params }).queryKey.slice(0, 1),
      type: "inactive",
    });
    invalidateQueries(client, getMyArtists, getMyAlbums, getMyPlan);
  };
}
