import type { TFunction } from "i18next";

/** Loudness that streaming services normalize to, in LUFS. */
const STREAMING_TARGET_LUFS = -14;
/** Difference that is inaudible, in dB. */
const INAUDIBLE_DB = 1;

/** Returns how streaming services will adjust a recording of this loudness (LUFS). */
export function loudnessNote(t: TFunction, loudness: number, language: string): string {
  const above = loudness - STREAMING_TARGET_LUFS;
  if (Math.abs(above) < INAUDIBLE_DB) return t("manage.audio.asLoud");
  const by = formatDecibels(Math.abs(above), language);
  return t(above > 0 ? "manage.audio.louder" : "manage.audio.quieter", { by });
}

/** Formats decibels with exactly one decimal. */
export function formatDecibels(value: number, language: string): string {
  return formatDecimal(value, 1, language, 1);
}

/** Formats a number with a minimum and maximum of decimals, and with the typographic minus sign. */
export function formatDecimal(value: number, digits: number, language: string, minDigits = 0): string {
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: minDigits,
    maximumFractionDigits: digits,
  });
  return format.format(value).replace("-", "−");
}
