import type { TFunction } from "i18next";

/** What streaming services bring music to, in LUFS. */
const STREAMING_TARGET_LUFS = -14;
/** A difference that nobody hears, in dB. */
const INAUDIBLE_DB = 1;

/** What streaming services will do with a recording as loud as this (LUFS). */
export function loudnessNote(t: TFunction, loudness: number, language: string): string {
  const above = loudness - STREAMING_TARGET_LUFS;
  if (Math.abs(above) < INAUDIBLE_DB) return t("manage.audio.asLoud");
  const by = decibels(Math.abs(above), language);
  return t(above > 0 ? "manage.audio.louder" : "manage.audio.quieter", { by });
}

/** Loudness and what it differs by are told to the tenth, also where that is nought. */
export function decibels(value: number, language: string): string {
  return rounded(value, 1, language, 1);
}

/** A number with at most, and at least, so many digits after the point, and with the minus sign of typesetters. */
export function rounded(value: number, digits: number, language: string, minDigits = 0): string {
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: minDigits,
    maximumFractionDigits: digits,
  });
  return format.format(value).replace("-", "−");
}
