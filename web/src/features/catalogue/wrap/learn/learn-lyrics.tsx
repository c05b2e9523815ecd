import type { SongDetail } from "@wrapsody/shared/catalogue.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";

/** Lines that are visible before the lyrics are expanded. A stanza is cut only if it is far longer. */
const INITIAL_LINES = 8;

/** The lyrics, collapsed after the first lines. */
export function LearnLyrics({ lyrics }: { lyrics: SongDetail["lyrics"] }) {
  const { t } = useTranslation();
  const stanzas = stanzasOf(lyrics.map(({ lyric }) => lyric).join("\n\n"));
  return (
    <Section title={t("wrap.lyrics")}>
      {stanzas.length === 0 ? (
        <EmptySection>{t("wrap.noLyrics")}</EmptySection>
      ) : (
        <Stanzas stanzas={stanzas} />
      )}
    </Section>
  );
}

function Stanzas({ stanzas }: { stanzas: string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const initialCount = countInitialStanzas(stanzas);
  const rest = stanzas.slice(initialCount);
  return (
    <>
      <Verses stanzas={stanzas.slice(0, initialCount)} />
      {rest.length > 0 && (
        <>
          <div id={id} hidden={!open}>
            <Verses stanzas={rest} />
          </div>
          <DisclosureButton
            id={id}
            open={open}
            label={t(open ? "wrap.hideLyrics" : "wrap.showLyrics")}
            onToggle={setOpen}
          />
        </>
      )}
    </>
  );
}

function Verses({ stanzas }: { stanzas: string[] }) {
  return (
    <div className="lyr">
      {stanzas.map((stanza, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a refrain repeats word for word, and the order never changes
        <p key={at}>{stanza}</p>
      ))}
    </div>
  );
}

function stanzasOf(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((stanza) => stanza.trim())
    .filter((stanza) => stanza !== "")
    .flatMap(cutLong);
}

function cutLong(stanza: string): string[] {
  const lines = stanza.split("\n");
  if (lines.length <= 2 * INITIAL_LINES) return [stanza];
  return [lines.slice(0, INITIAL_LINES).join("\n"), lines.slice(INITIAL_LINES).join("\n")];
}

function countInitialStanzas(stanzas: string[]): number {
  let lines = 0;
  const reached = stanzas.findIndex((stanza) => {
    lines += stanza.split("\n").length;
    return lines >= INITIAL_LINES;
  });
  return reached < 0 ? stanzas.length : reached + 1;
}
