import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { studioErrorText } from "../error-messages.ts";
import type { Change, Draft } from "../wrap-form/draft.ts";
import { Part } from "../wrap-form/part.tsx";
import type { Problems } from "../wrap-form/payload.ts";
import { LyricsSection } from "./lyrics-section.tsx";

type LyricsPartProps = {
  basics: Draft["basics"];
  problems: Problems;
  edit(change: Change): void;
  defaultLanguage?: string | null;
  fileName?: string;
  /** The lyrics come from the tags of the recording, and nothing was changed since. */
  isFromFile?: boolean;
  /** Further controls below the text. */
  children?: ReactNode;
};

/** The lyrics in the form of a song. */
export function LyricsPart({
  basics,
  problems,
  edit,
  isFromFile = false,
  children,
  ...more
}: LyricsPartProps) {
  const { t } = useTranslation();
  return (
    <Part name="lyrics">
      {isFromFile ? <p className="small">{t("lyrics.fromFile")}</p> : null}
      <LyricsSection
        {...more}
        value={{ text: basics.lyrics, language: basics.lyrics_language }}
        onChange={({ text, language }) => {
          if (text !== undefined) edit({ type: "basic", field: "lyrics", value: text });
          if (language !== undefined) edit({ type: "basic", field: "lyrics_language", value: language });
        }}
        place="basics."
        problem={studioErrorText(t, problems["basics.lyrics"])}
        languageProblem={studioErrorText(t, problems["basics.lyrics_language"])}
      />
      {children}
    </Part>
  );
}
