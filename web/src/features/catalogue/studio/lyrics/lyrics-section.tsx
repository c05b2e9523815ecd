import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import { lyricsProblemText } from "@wrapsody/shared/catalogue/lyrics.ts";
import Download from "lucide-react/icons/download";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Upload from "lucide-react/icons/upload";
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { saveFile } from "../../../../lib/files/save-file.ts";
import { lyricsErrorText } from "../../../../lib/language/lyrics-problems.ts";
import { SelectField } from "../../../../ui/forms/field.tsx";
import { FileButton, useFileDrop } from "../../../../ui/forms/file-input.tsx";
import { listLanguages } from "../language-names.ts";
import { findLine, lyricsAccept, readLyricsFile, toTyped, withLineEnds } from "./lyrics-text.ts";
import { LyricsPreview } from "./recognised-lines.tsx";
import "./lyrics.css";

export type LyricsValue = {
  /** Plain or LRC, as entered. */
  text: string;
  /** BCP 47; empty for the default. */
  language: string;
};

type LyricsSectionProps = {
  value: LyricsValue;
  onChange: (change: Partial<LyricsValue>) => void;
  /** Path of the fields in their form: `basics.` in the form that creates a song. */
  place?: string;
  /** Errors of a rejected submit, in the reader's language. */
  problem?: string | undefined;
  languageProblem?: string | undefined;
  /** The language that applies if none is chosen. */
  defaultLanguage?: string | null;
  /** Name of the file that the lyrics are saved as. */
  fileName?: string;
};

/** Enters lyrics: typed, pasted, dropped or from a file, with the lines that were recognised. */
export function LyricsSection(props: LyricsSectionProps) {
  const { value, onChange, place = "", problem, languageProblem, defaultLanguage, fileName } = props;
  const { t, i18n } = useTranslation();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [isRefused, setIsRefused] = useState(false);
  const typed = toTyped(value.text);
  const deferred = useDeferredValue(value.text);
  const parsed = useMemo(() => parseLyrics(deferred), [deferred]);
  const languages = useMemo(
    () => listLanguages(t, i18n.language, value.language),
    [t, i18n.language, value.language],
  );
  const set = (text: string) => {
    setIsRefused(false);
    onChange({ text });
  };
  const read = async (file: File) => {
    const text = await readLyricsFile(file);
    if (text === undefined) setIsRefused(true);
    else set(text);
  };
  const { field, over } = useFileDrop(([file]) => void read(file));
  const errors = parsed.problems.map((found) => ({ ...found, text: lyricsProblemText(found) }));
  const isWrong = problem !== undefined || errors.length > 0;
  const languageName = languages.find(({ code }) => code === defaultLanguage)?.name;
  const showLine = (line: number) => {
    const { start, end } = findLine(typed, line);
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <div ref={field} className={over ? "lyrics over" : "lyrics"}>
      <div className="f">
        <label htmlFor={`${id}-text`}>{t("lyrics.label")}</label>
        <div className={isWrong ? "in in-area err" : "in in-area"}>
          <textarea
            ref={area}
            id={`${id}-text`}
            name={`${place}lyrics`}
            rows={10}
            className={parsed.isSynced ? "lyrics-lrc" : undefined}
            lang={value.language || defaultLanguage || undefined}
            spellCheck={parsed.isSynced ? false : undefined}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-hint ${id}-problems`}
            value={typed}
            onChange={({ currentTarget }) => set(withLineEnds(currentTarget.value, value.text))}
          />
        </div>
        <p id={`${id}-hint`} className="meta dim">
          {t("lyrics.hint")}
        </p>
        <div id={`${id}-problems`} role="status" className="lyrics-problems">
          {isRefused ? <Problem>{t("lyrics.wrongFile")}</Problem> : null}
          {errors.slice(0, 5).map(({ text, line }) => (
            <Problem key={text}>
              {line === null ? (
                lyricsErrorText(t, text)
              ) : (
                <button type="button" className="u" onClick={() => showLine(line)}>
                  {lyricsErrorText(t, text)}
                </button>
              )}
            </Problem>
          ))}
          {problem !== undefined && errors.length === 0 ? <Problem>{problem}</Problem> : null}
        </div>
      </div>
      <div className="row lyrics-acts">
        <FileButton className="btn s" accept={lyricsAccept} onFiles={([file]) => void read(file)}>
          {t("lyrics.upload")} <Upload className="i" aria-hidden="true" />
        </FileButton>
        {parsed.isSynced && errors.length === 0 ? (
          <button
            type="button"
            className="btn s"
            onClick={() =>
              saveFile(`${fileName ?? "lyrics"}.lrc`, new Blob([value.text], { type: "text/plain" }))
            }
          >
            {t("lyrics.download")} <Download className="i" aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <SelectField
        label={t("lyrics.language")}
        name={`${place}lyrics_language`}
        value={value.language}
        problem={languageProblem}
        onChange={({ currentTarget }) => onChange({ language: currentTarget.value })}
      >
        <option value="">
          {languageName === undefined
            ? t("lyrics.languageDefault")
            : t("lyrics.languageDefaultOf", { language: languageName })}
        </option>
        {languages.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {errors.length === 0 ? <LyricsPreview parsed={parsed} /> : null}
    </div>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="msg">
      <TriangleAlert className="i" aria-hidden="true" /> <span>{children}</span>
    </p>
  );
}
