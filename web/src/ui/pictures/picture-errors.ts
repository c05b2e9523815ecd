import { QUOTA_EXCEEDED, UNREADABLE_IMAGE } from "@wrapsody/shared/api/media.ts";
import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import { cropTexts } from "@wrapsody/shared/experiences/crop.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import type { PictureRejection } from "./picture-file.ts";

/** Server messages about pictures and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [studioTexts.noImage]: "noImage",
  [studioTexts.noFile]: "noFile",
  [studioTexts.wrongImage]: "wrongImage",
  [studioTexts.wrongImageOnManage]: "wrongImageOnManage",
  [studioTexts.notSquare]: "notSquare",
  [studioTexts.tooSmall]: "tooSmall",
  [studioTexts.imageTooLarge]: "imageTooLarge",
  [cropTexts.tooLarge]: "tooLarge",
  [cropTexts.tooManyPixels]: "tooManyPixels",
  [UNREADABLE_IMAGE]: "unreadable",
  [QUOTA_EXCEEDED]: "quota",
};

/** Translates a server message about a picture. Other texts stay as they are. */
export function pictureErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const key = problem === undefined ? undefined : keys[problem];
  return key === undefined ? problem : t(`crop.problem.${key}`, { least: uploadLimits.imageSide });
}

/** Returns why a file was rejected. `wrongType` is the server message for a file that is no picture. */
export function rejectionText(t: TFunction, refusal: PictureRejection, wrongType: string): string {
  if (refusal === "kind") return pictureErrorText(t, wrongType) ?? wrongType;
  return t(`crop.problem.${refusal}`, { least: uploadLimits.imageSide });
}

/** `340 KB`, `1.9 MB`. */
export function sizeOf(bytes: number, language: string): string {
  const large = bytes >= 1_000_000;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: large ? 1 : 0 });
  return `${format.format(bytes / (large ? 1_000_000 : 1000))} ${large ? "MB" : "KB"}`;
}
