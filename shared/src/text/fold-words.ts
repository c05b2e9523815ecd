/** Accents, the marks that writers of Arabic, Hebrew, Hindi and Punjabi mostly leave out, and invisible characters. */
const OPTIONAL_MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u0a3c\u00ad\u202a-\u202e\u2060-\u206f\ufeff]|[\u200c-\u200f]|[\ufe00-\ufe0f]|\u20e3/gu;

/**
 * Folds a text to lower-case words with single spaces between them, to compare similar spellings. Vowel signs, viramas and tone marks belong to
 * their word, as in `text_parts` of the database.
 */
export function foldWords(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(OPTIONAL_MARKS, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** Folds a name to find similar spellings. Names of signs alone stay as they are. */
export function foldName(name: string): string {
  return foldWords(name) || name.trim();
}
