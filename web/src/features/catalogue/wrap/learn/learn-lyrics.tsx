import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLazyModule } from "../../../../lib/lazy-module.ts";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";

/** Lines that are visible before the lyrics are expanded. A stanza is cut only if it is far longer. */
const INITIAL_LINES = 8;

type Props = { detail: SongDetail };

/** The lyrics, collapsed after the first lines. Synced lyrics follow the player. */
export function LearnLyrics({ detail }: Props) {
  const { t } = useTranslation();
  const text = detail.lyrics.map(({ lyric }) => lyric).join("\n\n");
  const stanzas = stanzasOf(text);
  return (
    <Section title={t("wrap.lyrics")}>
      {stanzas.length === 0 ? (
        <EmptySection>{t("wrap.noLyrics")}</EmptySection>
      ) : detail.lyrics_synced === null ? (
        <Stanzas stanzas={stanzas} lang={detail.lyrics_language} />
      ) : (
        <Synced detail={detail} text={text} />
      )}
    </Section>
  );
}

/** Shows the plain text in the same place until the part that follows the player is loaded. */
function Synced({ detail, text }: Props & { text: string }) {
  const { part } = useLazyModule("lyrics", () => import("./synced-lines.tsx"));
  const { id, open, button } = useDisclosure();
  return (
    <>
      <div id={id} className={open ? "lyr-sync" : "lyr-sync shut"} lang={detail.lyrics_language ?? undefined}>
        {part === undefined ? text : <part.SyncedLines detail={detail} />}
      </div>
      {text.split("\n").length > INITIAL_LINES && button}
    </>
  );
}

function useDisclosure() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const label = t(open ? "wrap.hideLyrics" : "wrap.showLyrics");
  const button = <DisclosureButton id={id} open={open} label={label} onToggle={setOpen} />;
  return { id, open, button };
}

type StanzasProps = { stanzas: string[]; lang: string | null };

function Stanzas({ stanzas, lang }: StanzasProps) {
  const { id, open, button } = useDisclosure();
  const initialCount = countInitialStanzas(stanzas);
  const rest = stanzas.slice(initialCount);
  return (
    <>
      <Verses stanzas={stanzas.slice(0, initialCount)} lang={lang} />
      {rest.length > 0 && (
        <>
          <div id={id} hidden={!open}>
            <Verses stanzas={rest} lang={lang} />
          </div>
          {button}
        </>
      )}
    </>
  );
}

function Verses({ stanzas, lang }: StanzasProps) {
  return (
    <div className="lyr" lang={lang ?? undefined}>
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
