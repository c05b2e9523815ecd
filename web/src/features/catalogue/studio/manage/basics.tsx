import { readIswc } from "@wrapsody/shared/codes.ts";
import { type OwnSong, type OwnSongAnswer, patchSong, studioLimits } from "@wrapsody/shared/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, TextArea } from "../../../../ui/forms/field.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure, useApiForm } from "../../../accounts/index.ts";
import { studioErrorText } from "../error-messages.ts";
import { LyricsForm } from "../lyrics/lyrics-form.tsx";
import { DeleteWrap } from "./delete-wrap.tsx";
import { ListingSection } from "./listing-section.tsx";
import { useSongChanged } from "./own-song.ts";
import { TokenState } from "./token-state.tsx";

type Props = OwnSongAnswer & { onStatusChange: (status: OwnSong["status"]) => void };

/** Title, ISWC and description, lyrics, token, listing and deletion of a wrap. */
export function Basics({ song, lyrics, detail, onStatusChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("manage.basics.title")}>
        <BasicsForm song={song} />
      </Section>
      <LyricsForm song={song} lyrics={lyrics} defaultLanguage={detail.lyrics_language} peaks={detail.peaks} />
      <TokenState song={song} />
      <ListingSection song={song} onStatusChange={onStatusChange} />
      <DeleteWrap song={song} />
    </>
  );
}

function BasicsForm({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const changed = useSongChanged();
  const [saved, setSaved] = useState(false);
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: patchSong,
    request: { params: { id: String(song.id) } },
    body: ({ name = "", iswc = "", description = "" }) => ({ name, iswc, description }),
    onSuccess(answer, sent) {
      // Shows the normalized values, because an ISWC may be typed in any notation. Text typed since
      // then stays and is unsaved.
      const understood = {
        name: answer.name,
        iswc: answer.iswc ?? "",
        description: answer.metadata.description,
      };
      setSaved(fillFields(form.current, sent, understood));
      void changed(song.id);
    },
  });
  const edited = (field: string) => {
    clearError(field);
    setSaved(false);
  };
  return (
    <form ref={form} className="manage-form" method="post" noValidate onSubmit={submit}>
      <FormFailure
        failure={failure}
        otherwise={failure?.code === "E0001" ? "manage.refused.deleted" : "errors.unknown"}
      />
      <Field
        label={t("manage.basics.name")}
        name="name"
        defaultValue={song.name}
        maxLength={studioLimits.name}
        required
        autoComplete="off"
        problem={studioErrorText(t, problems.name)}
        onChange={() => edited("name")}
      />
      <IswcField iswc={song.iswc} problem={studioErrorText(t, problems.iswc)} onEdit={() => edited("iswc")} />
      <TextArea
        label={t("manage.basics.description")}
        name="description"
        defaultValue={song.metadata.description}
        maxLength={studioLimits.description}
        problem={studioErrorText(t, problems.description)}
        onChange={() => edited("description")}
      />
      <div className="row manage-send">
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {t(busy ? "manage.basics.busy" : "manage.basics.update")}
        </button>
        <p className="small" role="status">
          {saved ? t("manage.basics.saved") : ""}
        </p>
      </div>
    </form>
  );
}

/** Accepts an ISWC in any notation. A wrong check digit is only a warning, because registers hold such codes. */
function IswcField({
  iswc,
  problem,
  onEdit,
}: {
  iswc: string | null;
  problem: string | undefined;
  onEdit: () => void;
}) {
  const { t } = useTranslation();
  const [doubtful, setDoubtful] = useState(isDoubtful(iswc ?? ""));
  return (
    <div className="manage-iswc">
      <Field
        label={t("manage.basics.iswc")}
        name="iswc"
        defaultValue={iswc ?? ""}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        hint={t("manage.basics.iswcHint")}
        problem={problem}
        onChange={onEdit}
        onBlur={({ currentTarget }) => setDoubtful(isDoubtful(currentTarget.value))}
      />
      <p className="small manage-doubt" role="status">
        {doubtful && problem === undefined ? t("manage.basics.iswcDoubt") : ""}
      </p>
    </div>
  );
}

function isDoubtful(typed: string): boolean {
  return readIswc(typed)?.checked === false;
}

/** Writes values to the fields that still hold the submitted ones. Returns true if all fields do. */
function fillFields(
  form: HTMLFormElement | null,
  sent: Record<string, string>,
  values: Record<string, string>,
): boolean {
  let isWhole = true;
  for (const [name, value] of Object.entries(values)) {
    const field = form?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (normalizeLineBreaks(field.value) === normalizeLineBreaks(sent[name] ?? "")) field.value = value;
    else isWhole = false;
  }
  return isWhole;
}

/** Forms normalize line breaks to CRLF. */
const normalizeLineBreaks = (text: string) => text.replaceAll("\r\n", "\n");
