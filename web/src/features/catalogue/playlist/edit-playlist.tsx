import { useQueryClient } from "@tanstack/react-query";
import {
  deletePlaylist,
  getMyPlaylist,
  getMyPlaylists,
  getPlaylist,
  type Playlist,
  patchPlaylist,
} from "@wrapsody/shared/catalogue/playlists.ts";
import Trash from "lucide-react/icons/trash-2";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { apiFetch, isNotFound } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field, TextArea } from "../../../ui/forms/field.tsx";
import { RadioGroup } from "../../../ui/forms/radio-group.tsx";
import { ConfirmButton, FormFailure, fieldErrorText, useApiForm } from "../../accounts/index.ts";
import { useInvalidatePlaylists } from "../library/add-to-playlist.tsx";

const visibilities = ["unlisted", "public"] as const;

/** Renames and describes a playlist, makes it public or unlisted, and deletes it. */
export function EditPlaylist({
  playlist,
  onSaved,
  onCancel,
}: {
  playlist: Playlist;
  onSaved(): void;
  onCancel(): void;
}) {
  const { t } = useTranslation();
  const { id, name, description, is_public } = playlist;
  const invalidate = useInvalidatePlaylists();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: patchPlaylist,
    request: { params: { id } },
    body: (fields) => ({
      name: fields.name ?? "",
      description: fields.description ?? "",
      is_public: fields.visibility === "public",
    }),
    onSuccess: () => {
      draft.finish();
      invalidate();
      onSaved();
    },
  });
  const draft = useFormDraft(`playlist-${id}`, form);
  const { values } = draft;
  const options = visibilities.map((value) => ({
    value,
    name: t(`library.visibility.${value}`),
    text: t(`library.visibility.${value}Text`),
  }));
  return (
    <section className="own-playlist-edit" aria-label={t("library.edit.title")}>
      <form ref={form} noValidate onSubmit={submit}>
        <DraftNotice draft={draft} onDiscard={draft.discard} />
        <FormFailure failure={failure} otherwise="library.edit.failed" />
        <Fragment key={draft.round}>
          <Field
            label={t("library.edit.name")}
            name="name"
            defaultValue={values.name ?? name}
            maxLength={120}
            autoComplete="off"
            required
            problem={fieldErrorText(t, problems.name)}
            onChange={() => clearError("name")}
          />
          <TextArea
            label={t("library.edit.description")}
            name="description"
            defaultValue={values.description ?? description}
            maxLength={1000}
            problem={fieldErrorText(t, problems.description)}
            onChange={() => clearError("description")}
          />
          <RadioGroup
            label={t("library.visibility.label")}
            name="visibility"
            options={options}
            initial={
              visibilities.find((each) => each === values.visibility) ?? (is_public ? "public" : "unlisted")
            }
            problem={undefined}
          />
        </Fragment>
        <div className="row">
          <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
            {t("library.edit.save")}
          </button>
          <button
            type="button"
            className="btn"
            onClick={() => {
              draft.finish();
              onCancel();
            }}
          >
            {t("library.edit.cancel")}
          </button>
          <DeletePlaylist playlist={playlist} />
        </div>
      </form>
    </section>
  );
}

function DeletePlaylist({ playlist: { id, name, songs } }: { playlist: Playlist }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = async () => {
    await apiFetch(deletePlaylist, { params: { id } }).catch((error: unknown) => {
      // A repeat after a lost response, or another tab: the playlist is deleted already.
      if (!isNotFound(error)) throw error;
    });
    await navigate(paths.library({ success: t("library.delete.done", { name }) }), { replace: true });
    // Forgets what nothing shows any more. Without `inactive`, a page that is still closing would ask for it again.
    for (const endpoint of [getPlaylist, getMyPlaylist])
      client.removeQueries({ queryKey: queryOf(endpoint, { params: { id } }).queryKey, type: "inactive" });
    invalidateQueries(client, getMyPlaylists);
  };
  return (
    <ConfirmButton
      className="btn bad"
      label={
        <>
          {t("library.delete.open")} <Trash className="i" aria-hidden="true" />
        </>
      }
      title={t("library.delete.question", { name })}
      text={t("library.delete.text", { count: songs, total: songs })}
      confirm={t("library.delete.open")}
      run={remove}
    />
  );
}
