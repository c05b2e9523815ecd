import { type Playlist, postPlaylist } from "@wrapsody/shared/catalogue/playlists.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { paths } from "../../../paths.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormFailure, fieldErrorText, useApiForm } from "../../accounts/index.ts";

/** A form with the name of a new playlist. If the plan allows no more, it invites to Premium, and the typed name stays, also after a look at the plans. */
export function NewPlaylist({
  label,
  isLimited,
  onCreated,
}: {
  /** Of the button. */
  label: string;
  isLimited: boolean;
  onCreated(playlist: Playlist): void;
}) {
  const { t } = useTranslation();
  // A repeat after a lost response creates no second one.
  const key = useRef(newIdempotencyKey());
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postPlaylist,
    body: ({ name = "" }) => ({ name }),
    request: { key: key.current },
    onSuccess: ({ playlist }) => {
      key.current = newIdempotencyKey();
      draft.discard();
      onCreated(playlist);
    },
  });
  const draft = useFormDraft("playlist-new", form);
  const isReached = isLimited || failure?.code === "E0089";
  return (
    <form ref={form} className="new-playlist" noValidate onSubmit={submit}>
      {failure?.code === "E0089" ? null : <FormFailure failure={failure} otherwise="library.create.failed" />}
      <div className="new-playlist-row">
        <Field
          key={draft.round}
          label={t("library.create.name")}
          name="name"
          defaultValue={draft.values.name}
          maxLength={120}
          autoComplete="off"
          required
          problem={fieldErrorText(t, problems.name)}
          onChange={() => {
            key.current = newIdempotencyKey();
            clearError("name");
          }}
        />
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {label}
        </button>
      </div>
      {isReached ? (
        <div className="plan-limit" role={failure === undefined ? undefined : "alert"} tabIndex={-1}>
          <p className="small">{t("library.create.limit")}</p>
          <Link className="btn s" to={paths.subscription}>
            {t("library.create.upgrade")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </div>
      ) : null}
    </form>
  );
}
