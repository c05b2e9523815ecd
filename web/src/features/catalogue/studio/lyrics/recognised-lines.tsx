import type { ParsedLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import { lyricsWarnings } from "@wrapsody/shared/catalogue/lyrics.ts";
import { useTranslation } from "react-i18next";
import { lyricsErrorText } from "../../../../lib/language/lyrics-problems.ts";
import { formatTime } from "./line-times.ts";

/** Number of lines in the preview of synced lyrics. */
const MAX_PREVIEW_LINES = 200;

/** Shows how lyrics were understood: as plain text, or each line with its time. */
export function LyricsPreview({ parsed }: { parsed: ParsedLyrics }) {
  const { t } = useTranslation();
  const { isSynced, lines, untimed } = parsed;
  const sung = lines.filter(({ text }) => text !== "");
  if (sung.length === 0) return null;
  if (!isSynced) return <p className="small dim">{t("lyrics.plain", { count: sung.length })}</p>;
  return (
    <div className="lyrics-preview">
      <p className="small">{t("lyrics.synced", { count: sung.length - untimed.length })}</p>
      {untimed.length === 0 ? null : (
        <p className="small">
          {t("lyrics.untimed", { count: untimed.length, lines: untimed.slice(0, 10).join(", ") })}
        </p>
      )}
      {lyricsWarnings(parsed).map((warning) => (
        <p key={warning} className="small">
          {lyricsErrorText(t, warning)}
        </p>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t("lyrics.preview")} className="lyrics-lines">
        <ol>
          {lines.slice(0, MAX_PREVIEW_LINES).map(({ time, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a refrain repeats word for word
            <li key={at}>
              <span className="code-l dim">{time === null ? "" : formatTime(time)}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
