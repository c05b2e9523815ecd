import type { Image } from "@wrapsody/shared/api/media.ts";
import type { ArtistLink } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { OwnArtist } from "@wrapsody/shared/studio/studio.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { Field, TextArea } from "../../../../ui/forms/field.tsx";
import { describeArtist } from "../../../../ui/pickers/own-lists.ts";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { FormFailure } from "../../../accounts/index.ts";
import { PlanLimit } from "../create/plan-limit.tsx";
import { studioErrorText } from "../error-messages.ts";
import { FormEnd } from "../form-end.tsx";
import { type DraftLink, LinkFields, parseLinks, toDraftLinks, toLinks } from "./link-fields.tsx";
import { useSimilarArtist } from "./use-similar-artist.ts";
import "./artist-form.css";

/** Form values of an artist, with a picture if one was selected. */
export type TypedArtist = {
  name: string;
  description: string;
  links: readonly DraftLink[];
  image: File | undefined;
};

type StoredArtist = { name: string; description: string; links: readonly ArtistLink[]; image: Image | null };

type ArtistFormProps = {
  /** Existing values. */
  initial?: StoredArtist;
  /** Name of the stored draft. */
  draftName: string;
  /** Label of the submit button. */
  label: string;
  /** Validates and sends the form. @throws ApiError */
  send(typed: TypedArtist, onProgress: (sent: number) => void): Promise<OwnArtist>;
  onSaved(artist: OwnArtist): void;
};

const blank: StoredArtist = { name: "", description: "", links: [], image: null };

/** Form of an artist: name, description, picture and links. The browser stores all input until it has been sent. */
export function ArtistForm({ initial = blank, draftName, label, send, onSaved }: ArtistFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft(draftName, form);
  const { picture } = draft;
  const isNew = initial === blank;
  const { name = initial.name, description = initial.description } = draft.values;
  const [typed, setTyped] = useState<TypedArtist>({
    name,
    description,
    links: parseLinks(draft.values.links) ?? toDraftLinks(initial.links),
    image: undefined,
  });
  const sending = useUploadForm({
    send: (onProgress) => send(typed, onProgress),
    onSuccess(artist) {
      draft.finish();
      onSaved(artist);
    },
    form,
  });
  const { problems, failure } = sending;
  const [leftName, setLeftName] = useState("");
  const similar = useSimilarArtist(isNew ? leftName : "");
  const set = (changed: Partial<TypedArtist>) => {
    setTyped((before) => ({ ...before, ...changed }));
    const places = Object.keys(problems).filter((field) => field.startsWith("links."));
    sending.clearErrors([...Object.keys(changed), ...("links" in changed ? places : [])]);
  };
  const discard = () => {
    draft.discard();
    sending.reset();
    const { name, description, links } = initial;
    set({ name, description, links: toDraftLinks(links), image: undefined });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.submit();
  };
  return (
    <form ref={form} className="artist-form" noValidate onSubmit={submit} aria-label={label}>
      {isNew ? <DraftNotice draft={draft} onDiscard={discard} /> : <DraftNotice draft={draft} />}
      <Field
        label={t("artistForm.name")}
        name="name"
        value={typed.name}
        autoComplete="off"
        aria-required
        hint={similar && t("artistForm.similar", { name: similar.name, detail: describeArtist(t, similar) })}
        onBlur={() => setLeftName(typed.name)}
        problem={studioErrorText(t, problems.name)}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextArea
        label={t("artistForm.description")}
        name="description"
        rows={5}
        hint={t("artistForm.descriptionHint")}
        value={typed.description}
        aria-required
        problem={studioErrorText(t, problems.description)}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <PictureField
        key={picture.round}
        label={t("artistForm.image")}
        name="image"
        problem={problems.image}
        existing={initial.image}
        {...(picture.initial === undefined ? {} : { initial: picture.initial })}
        onChange={(image) => {
          picture.choose(image);
          set({ image });
        }}
      />
      <LinkFields links={typed.links} problems={problems} onChange={(links) => set({ links })} />
      <FormEnd
        label={label}
        changes={isNew ? undefined : countChanges(typed, initial)}
        sending={sending}
        onDiscard={discard}
        failure={
          failure?.code === "E0024" ? (
            <PlanLimit of="artists" />
          ) : (
            <FormFailure failure={failure} otherwise="artistForm.failed" />
          )
        }
      />
    </form>
  );
}

/** Returns the number of fields that differ from the stored artist. */
function countChanges(typed: TypedArtist, stored: StoredArtist): number {
  const texts = (links: readonly DraftLink[]) => JSON.stringify(toLinks(links));
  return [
    typed.name !== stored.name,
    typed.description !== stored.description,
    texts(typed.links) !== texts(toDraftLinks(stored.links)),
    typed.image !== undefined,
  ].filter(Boolean).length;
}
