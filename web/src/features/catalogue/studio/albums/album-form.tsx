import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { getMyAlbums, type OwnAlbumAnswer } from "@wrapsody/shared/catalogue/albums.ts";
import { albumTypes, getAlbum, getArtistAlbums } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getMySong } from "@wrapsody/shared/studio/studio.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { Field, SelectField } from "../../../../ui/forms/field.tsx";
import { toArtistOption, useArtistSource, useOwnArtist } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { FormFailure } from "../../../accounts/index.ts";
import { studioErrorText } from "../error-messages.ts";
import { FormEnd } from "../form-end.tsx";
import { writeDate, yearNote } from "../wrap-form/typed-date.ts";
import { countChanges, parseTracks, type TypedAlbum } from "./album-draft.ts";
import { TrackFields } from "./track-fields.tsx";
import "./album-form.css";

type AlbumFormProps = {
  /** Existing values. */
  initial: Omit<TypedAlbum, "image"> & { image: Image | null };
  /** Creates an album. Its artist is chosen here; its wraps can be added as tracks. */
  choosesArtist?: boolean;
  /** Name of the stored draft. */
  draftName: string;
  /** Label of the submit button. */
  label: string;
  /** Validates and sends the form. @throws ApiError */
  send(typed: TypedAlbum, onProgress: (sent: number) => void): Promise<OwnAlbumAnswer>;
  onSaved(answer: OwnAlbumAnswer): void;
};

/** Form of an album with its tracks. The browser stores all input until it has been sent. */
export function AlbumForm(props: AlbumFormProps) {
  const { initial, choosesArtist = false, draftName, label, send, onSaved } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft(draftName, form);
  const { picture, values } = draft;
  const [typed, setTyped] = useState<TypedAlbum>({
    artist: values.artist ?? initial.artist,
    name: values.name ?? initial.name,
    type: albumTypes.find((type) => type === values.type) ?? initial.type,
    releaseDate: values.release_date ?? initial.releaseDate,
    tracks: parseTracks(values.tracks) ?? initial.tracks,
    image: undefined,
  });
  const sending = useUploadForm({
    send: (onProgress) => send(typed, onProgress),
    onSuccess(answer) {
      draft.finish();
      invalidateAlbums(client);
      onSaved(answer);
    },
    form,
  });
  const { problems, failure } = sending;
  const set = (changed: Partial<TypedAlbum>, ...fields: string[]) => {
    setTyped((before) => ({ ...before, ...changed }));
    sending.clearErrors(fields);
  };
  const discard = () => {
    draft.discard();
    sending.reset();
    set({ ...initial, image: undefined });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.submit();
  };
  return (
    <form ref={form} className="album-form" noValidate onSubmit={submit} aria-label={label}>
      {choosesArtist ? <DraftNotice draft={draft} onDiscard={discard} /> : <DraftNotice draft={draft} />}
      {choosesArtist && (
        <ArtistField
          id={typed.artist}
          problem={studioErrorText(t, problems.artist)}
          onChoose={(artist) => {
            if (artist !== typed.artist) set({ artist, tracks: [] }, "artist");
          }}
        />
      )}
      <Field
        label={t("albums.form.name")}
        name="name"
        value={typed.name}
        autoComplete="off"
        aria-required
        problem={studioErrorText(t, problems.name)}
        onChange={({ currentTarget }) => set({ name: currentTarget.value }, "name")}
      />
      <div className="album-form-pair">
        <SelectField
          label={t("albums.form.type")}
          name="type"
          value={typed.type}
          problem={studioErrorText(t, problems.type)}
          onChange={({ currentTarget }) =>
            set({ type: albumTypes.find((type) => type === currentTarget.value) ?? typed.type }, "type")
          }
        >
          {albumTypes.map((type) => (
            <option key={type} value={type}>
              {t(`album.type.${type}`)}
            </option>
          ))}
        </SelectField>
        <Field
          label={t("albums.form.releaseDate")}
          name="release_date"
          type="text"
          placeholder="2026-03-01"
          autoComplete="off"
          hint={yearNote(t, typed.releaseDate)}
          value={typed.releaseDate}
          problem={studioErrorText(t, problems.release_date)}
          onChange={({ currentTarget }) => set({ releaseDate: currentTarget.value }, "release_date", "name")}
          onBlur={() => {
            const date = writeDate(typed.releaseDate);
            if (date !== undefined && date !== typed.releaseDate) set({ releaseDate: date });
          }}
        />
      </div>
      <PictureField
        key={picture.round}
        label={t("albums.form.cover")}
        name="image"
        hint={t("albums.form.coverHint")}
        problem={problems.image}
        existing={initial.image}
        {...(picture.initial === undefined ? {} : { initial: picture.initial })}
        onChange={(image) => {
          picture.choose(image);
          set({ image }, "image");
        }}
      />
      <TrackFields
        artist={typed.artist}
        tracks={typed.tracks}
        problems={problems}
        onChange={(tracks, ...fields) => set({ tracks }, "tracks", ...fields)}
      />
      <FormEnd
        label={label}
        changes={choosesArtist ? undefined : countChanges(typed, initial)}
        sending={sending}
        onDiscard={discard}
        failure={<FormFailure failure={failure} otherwise="albums.form.failed" />}
      />
    </form>
  );
}

function ArtistField({
  id,
  problem,
  onChoose,
}: {
  id: string;
  problem: string | undefined;
  onChoose(id: string): void;
}) {
  const { t } = useTranslation();
  const source = useArtistSource();
  const { data } = useOwnArtist(id === "" ? undefined : id);
  // The form keeps the id while the name is loading.
  const loading = id === "" ? undefined : { id, name: "" };
  return (
    <Picker
      label={t("manage.list.artist")}
      name="artist"
      source={source}
      chosen={data === undefined ? loading : toArtistOption(t, data)}
      placeholder={t("albums.form.artistPlaceholder")}
      problem={problem}
      required
      onChoose={(option) => {
        if (option !== undefined) onChoose(option.id);
      }}
    />
  );
}

/** Invalidates what shows albums: their lists and public pages, and the wraps that name them. */
export function invalidateAlbums(client: QueryClient): void {
  invalidateQueries(client, getMyAlbums, getMySong, getAlbum, getArtistAlbums);
}
