import { useQueryClient } from "@tanstack/react-query";
import { deleteSong, getMySong, type OwnSong } from "@wrapsody/shared/studio/studio.ts";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError, apiFetch, isNotFound } from "../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, Permitted } from "../../../accounts/index.ts";
import { useRejectionText, useSongChanged } from "./own-song.ts";

/** Deletes the wrap after a confirmation that names the consequences. */
export function DeleteWrap({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const remove = useRemoval(song);
  const reason = useRejectionText();
  const errorText = (error: Error) =>
    error instanceof ApiError && error.code === "E0000"
      ? t("manage.delete.failed")
      : `${t("manage.delete.failed")} ${reason(error)}`;
  return (
    <Section title={t("manage.delete.title")}>
      <div className="manage-listing">
        <p className="small">{t("manage.delete.text")}</p>
        <Permitted call={deleteSong}>
          <ConfirmButton
            className="btn bad"
            label={
              <>
                {t("manage.delete.open")} <Trash className="i" aria-hidden="true" />
              </>
            }
            title={t("manage.delete.question", { name: song.name })}
            text={
              <>
                <p>{t("manage.delete.confirm")}</p>
                <p>{t("manage.delete.warning")}</p>
                <p className="small dim">{t("manage.delete.remains")}</p>
              </>
            }
            confirm={t("manage.delete.open")}
            run={remove}
            reason={errorText}
          />
        </Permitted>
      </div>
    </Section>
  );
}

function useRemoval(song: OwnSong): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const changed = useSongChanged();
  const { t } = useTranslation();
  return async () => {
    const params = { id: String(song.id) };
    await apiFetch(deleteSong, { params }).catch((error: unknown) => {
      // A repeat after a lost response, or another tab: the wrap is deleted already.
      if (!isNotFound(error)) throw error;
    });
    await navigate(paths.myArtists({ success: t("manage.delete.done", { name: song.name }) }), {
      replace: true,
    });
    client.removeQueries({ queryKey: queryOf(getMySong, { params }).queryKey.slice(0, 1), type: "inactive" });
    await changed(song.id);
  };
}
