/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{scx=Hira}\p{scx=Kana}]/u;

const wordSegmenter = new Intl.Segmenter("und", { granularity: "word" });
const characterSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Separates words where no sign does. */
const ZERO_WIDTH_SPACE = "\u200b";

/**
 * Puts U+200B between the words of Thai, Lao, Khmer, Burmese, Chinese and Japanese. The database, which does not know these words, splits there
 * (`text_parts`), so stored and typed texts have the same words.
 */
export function segmentWords(text: string): string {
  if (!UNSPACED.test(text)) return text;
  const characters = characterSegmenter.segment(text);
  let separated = "";
  let before: Intl.SegmentData | undefined;
  for (const segment of wordSegmenter.segment(text)) {
    const areWords = before?.isWordLike === true && segment.isWordLike === true;
    const isUnspaced = UNSPACED.test(before?.segment ?? "") || UNSPACED.test(segment.segment);
    // Across scripts, a word may begin with a mark of the character before it.
    const isCharacter = characters.containing(segment.index)?.index === segment.index;
    separated += areWords && isUnspaced && isCharacter ? ZERO_WIDTH_SPACE + segment.segment : segment.segment;
    before = segment;
  }
  return separated;
}
