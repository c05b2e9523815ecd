import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { UNREADABLE_IMAGE } from "@wrapsody/shared/api/media.ts";
import { cropTexts } from "@wrapsody/shared/experiences/crop.ts";
import { participationTexts, postPreselected } from "@wrapsody/shared/experiences/participation.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { formatSquare } from "../../../../ui/pictures/picture-file.ts";
import type { Shot } from "./draw-photo.ts";

/** The target of a photo: the order and a component of its artwork. */
export type PhotoPlace = {
  transaction_id: string;
  code: string;
  slot_number: number;
  preselected_id: number;
};

type Upload = {
  place: PhotoPlace;
  shot: Shot | undefined;
  sent(answer: AnswerOf<typeof postPreselected>): void;
  /** Called if the order has continued without this photo. */
  outdated(): void;
};

/** Server messages about a photo and their text keys. */
const problemKeys: Readonly<Record<string, string>> = {
  [participationTexts.photoTooLarge]: "participation.problem.photoTooLarge",
  [participationTexts.photoType]: "participation.refused.kind",
  [participationTexts.photoTooSmall]: "participation.refused.tooSmall",
  [cropTexts.tooManyPixels]: "participation.refused.tooManyPixels",
  [UNREADABLE_IMAGE]: "participation.refused.unreadable",
};

/** Sends the photo as shown. `problem` is the server's objection. */
export function usePhotoUpload({ place, shot, sent, outdated }: Upload) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { problems, failure, busy, progress, submit } = useUploadForm({
    send: async (onProgress) => {
      if (shot === undefined) throw new Error("There is no photo to send.");
      const body = {
        transaction_id: place.transaction_id,
        code: place.code,
        slot_number: String(place.slot_number),
        preselected_id: String(place.preselected_id),
        crop: formatSquare(shot.square, shot.picture),
        filter: shot.filter,
      };
      const files = { photo: shot.picture.file };
      return uploadFiles(postPreselected, { body, files }, { onProgress }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "E0032") outdated();
        throw error;
      });
    },
    onSuccess: sent,
    form,
  });
  const [first] = Object.values(problems);
  const key = first === undefined ? undefined : problemKeys[first];
  const problem = key === undefined ? first : t(key);
  return { form, problem, failure, busy, progress, submit };
}
