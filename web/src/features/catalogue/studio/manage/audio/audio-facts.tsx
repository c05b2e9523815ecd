import type { OwnAudio } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../../../../ui/format/format.ts";
import { formatDecibels, formatDecimal, loudnessNote } from "./loudness.ts";

/** Measured properties of a recording. */
export function AudioFacts({ audio }: { audio: OwnAudio }) {
  const { t, i18n } = useTranslation();
  const number = (value: number, digits = 0) => formatDecimal(value, digits, i18n.language);
  // Nodes of the previous version name no entered duration.
  const { entered_duration: entered = null } = audio;
  const { duration, bit_rate, variable, loudness, sample_rate, channels, bytes } = audio;
  const facts: [string, string][] = [];
  if (duration !== null) facts.push(["duration", formatDuration(Math.round(duration))]);
  if (bit_rate !== null) {
    const rate = number(bit_rate / 1000);
    facts.push(["bitRate", t(variable ? "manage.audio.variable" : "manage.audio.constant", { rate })]);
  }
  if (loudness !== null)
    facts.push(["loudness", t("manage.audio.lufs", { loudness: formatDecibels(loudness, i18n.language) })]);
  if (sample_rate !== null)
    facts.push(["sampleRate", t("manage.audio.kilohertz", { rate: number(sample_rate / 1000, 1) })]);
  if (channels !== null)
    facts.push(["channels", t(channels === 1 ? "manage.audio.mono" : "manage.audio.stereo")]);
  if (bytes !== null)
    facts.push(["size", t("manage.audio.megabytes", { size: number(bytes / 1_000_000, 1) })]);
  return (
    <>
      <dl className="kv audio-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`manage.audio.fact.${name}`)}</dt>
            <dd className="num b">{value}</dd>
          </div>
        ))}
      </dl>
      {entered === null ? null : (
        <p className="small">{t("manage.audio.enteredDuration", { entered: formatDuration(entered) })}</p>
      )}
      {loudness === null ? null : <p className="small dim">{loudnessNote(t, loudness, i18n.language)}</p>}
    </>
  );
}
