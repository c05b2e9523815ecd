import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Campaign, Component } from "@wrapsody/shared/experiences/experiences.ts";
import { photoLimits, type postPreselected } from "@wrapsody/shared/experiences/participation.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFileDrop } from "../../../../ui/forms/file-input.tsx";
import { UploadProgress } from "../../../../ui/forms/upload-progress.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { LazySquareCrop } from "../../../../ui/pictures/lazy-square-crop.tsx";
import { FormAlert } from "../../../accounts/index.ts";
import { ofOrder, participationErrorText } from "../error-messages.ts";
import { FilterChoice } from "./filter-choice.tsx";
import { FramePreview } from "./frame-preview.tsx";
import { PhotoSource } from "./photo-source.tsx";
import { usePhoto } from "./use-photo.ts";
import { type PhotoPlace, usePhotoUpload } from "./use-photo-upload.ts";

type PhotoStepProps = {
  campaign: Campaign;
  components: readonly Component[];
  place: PhotoPlace & { name: string };
  /** Index of this photo and the total. */
  count: { at: number; all: number };
  sent(answer: AnswerOf<typeof postPreselected>): void;
  /** Another tab or device was faster. */
  outdated(): void;
};

/** One photo: take or choose, crop, filter, preview and send. A failure keeps the input. */
export function PhotoStep({ campaign, components, place, count, sent, outdated }: PhotoStepProps) {
  const { t } = useTranslation();
  const photo = usePhoto();
  const { shot } = photo;
  const { field, over } = useFileDrop(([file]) => photo.choose(file));
  const { form, problem, failure, busy, progress, submit } = usePhotoUpload({ place, shot, sent, outdated });
  const heading = useFocusOnNext(count.at);
  const errorText =
    problem ?? (failure === undefined ? undefined : participationErrorText(t, failure, ofOrder));
  return (
    <form
      ref={form}
      noValidate
      aria-label={t("participation.photo.title")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="pt-confirmed">
        <h2 ref={heading} className="title" tabIndex={-1}>
          {t("participation.photo.heading")}
        </h2>
        <p className="lead">{t("participation.photo.lead", { name: place.name })}</p>
        {count.all < 2 ? null : <p className="small dim num">{t("participation.photo.count", count)}</p>}
      </div>
      <Section title={t("participation.photo.source")}>
        <div ref={field} className={over ? "ph-source over" : "ph-source"}>
          <PhotoSource photo={photo} added={t("participation.photo.added")} isNext />
        </div>
      </Section>
      {shot === undefined ? null : (
        <Section title={t("participation.photo.crop")}>
          <LazySquareCrop picture={shot.picture} square={shot.square} onCrop={photo.crop} />
          <Softness side={shot.square.side} />
        </Section>
      )}
      {shot === undefined ? null : (
        <Section title={t("participation.photo.filter")}>
          <FilterChoice shot={shot} onChange={photo.filter} />
        </Section>
      )}
      <Section title={t("participation.photo.frame")}>
        <FramePreview
          campaign={campaign}
          components={components}
          photoId={place.preselected_id}
          shot={shot}
        />
      </Section>
      {shot === undefined ? null : (
        <div className="ph-send">
          {errorText === undefined ? null : <FormAlert text={errorText} />}
          <button type="submit" className="btn go pt-go" aria-disabled={busy || undefined}>
            {t("participation.photo.send")} <ArrowRight className="i" aria-hidden="true" />
          </button>
          <UploadProgress sent={progress} busy={busy} texts="participation.photo" className="ph-sending" />
        </div>
      )}
    </form>
  );
}

/** Side in pixels above which enlargement is not visible. */
const sharpSide = 600;

/** Warns about a square of few pixels. */
function Softness({ side }: { side: number }) {
  const { t } = useTranslation();
  const isSoft = side < sharpSide;
  return (
    <p className={isSoft ? "small ph-soft" : "ph-state"} role="status">
      {isSoft ? t("participation.photo.soft", { side, full: photoLimits.side }) : ""}
    </p>
  );
}

/** Moves the focus to the next photo, as a new page would. */
function useFocusOnNext(at: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (at > 1) heading.current?.focus();
  }, [at]);
  return heading;
}
