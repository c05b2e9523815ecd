/**
 * Texts of tags that are declared as Latin-1 and were written in the code page of their author's system. Such texts are strings whose
 * characters are the bytes of the file.
 */

/** Guesses the encodings of a text, the likeliest first, in the names of the Encoding standard. */
export type GuessEncodings = (bytes: Uint8Array) => readonly string[];

/** Encodings in which tags were written. */
const CODE_PAGES =
  "windows-1251 shift_jis gb18030 big5 euc-kr euc-jp koi8-r windows-1253 windows-1255 windows-1256 windows-874 windows-1250 windows-1254 windows-1257 windows-1252 iso-8859-2 utf-8".split(
    " ",
  );

/** Standards that Windows extended. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "iso-8859-1": "windows-1252",
  "iso-8859-6": "windows-1256",
  "iso-8859-7": "windows-1253",
  "iso-8859-8": "windows-1255",
  "iso-8859-9": "windows-1254",
};

/**
 * Signs that a text is not Latin-1: control characters, three letters beyond ASCII in a row, which no language has that is written in
 * Latin-1, or a symbol within a word.
 */
const foreign =
  /[\u0080-\u009f]|[\u00a1-\u00ff]{3}|[a-z\u00c0-\u00ff][\u00a1-\u00a9\u00ab-\u00b1\u00b3\u00b5\u00b6\u00b8\u00bb-\u00bf\u00d7\u00f7][a-z\u00c0-\u00ff]/i;

const MAX_SAMPLE_CHARS = 1_000;
/** Below this, a text has no words. */
const MIN_RATE = 0.65;

const isLatin1 = (text: string) => /^[\0-\u00ff]*$/.test(text);

/**
 * Finds the code page of the texts of one file, which has one author. Returns undefined if they are what they are declared to be, or if
 * no code page makes them readable.
 */
export function findCodePage(texts: readonly string[], guess: GuessEncodings): string | undefined {
  // Longer texts add nothing but work.
  const samples = texts.map((text) => text.slice(0, MAX_SAMPLE_CHARS));
  const strange = samples.filter((text) => isLatin1(text) && /[\u0080-\u00ff]/.test(text));
  if (!strange.some((text) => foreign.test(text))) return undefined;
  const guesses = guess(toBytes(strange.join("\n")))
    .map((name) => name.toLowerCase())
    .map((name) => EXTENSIONS[name] ?? name);
  // A detector leaves out what it does not expect in so short a text.
  const candidates = [...guesses.filter((encoding) => CODE_PAGES.includes(encoding)), ...CODE_PAGES];
  const rated = candidates.map((encoding) => ({
    encoding,
    rate:
      rateTexts(strange.map((text) => decodeSample(text, encoding))) *
      (encoding === "koi8-r" ? KOI8_WEIGHT : 1),
  }));
  const best = Math.max(...rated.map(({ rate }) => rate));
  return best >= MIN_RATE ? rated.find(({ rate }) => rate === best)?.encoding : undefined;
}

/** Capitals of KOI8-R are small letters of Windows-1251 and the reverse, and few programs wrote tags in it. */
const KOI8_WEIGHT = 0.95;

/** Ignores half a sign at the end. */
function decodeSample(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(toBytes(text), { stream: true });
}

/** Control and replacement characters, private and unassigned ones. */
const NONSENSE = /(?![\t\n\r])[\p{Cc}\ufffd\p{Co}\p{Cn}]/u;

/** Returns a text as its author wrote it, given the code page of its file; undefined if nobody can read it. */
export function readTagText(text: string, codePage: string | undefined): string | undefined {
  const isStrange = codePage === undefined && isLatin1(text) && foreign.test(text);
  const decoded = codePage === undefined ? text : decodeCodePage(text, codePage);
  return isStrange || NONSENSE.test(decoded) ? undefined : decoded;
}

/** Decodes a text in a code page; a text with other characters than bytes is what it is. */
function decodeCodePage(text: string, encoding: string): string {
  return isLatin1(text) ? new TextDecoder(encoding).decode(toBytes(text)) : text;
}

const toBytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** Returns from 0 (nonsense) to 1 how much texts look like words of a language. Only signs beyond ASCII count. */
function rateTexts(texts: readonly string[]): number {
  const joined = texts.join("\n");
  if (NONSENSE.test(joined)) return 0;
  const hasKana = /[\u3041-\u30ff]/.test(joined);
  let [sum, count] = [0, 0];
  for (const [word] of joined.matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}]/gu)) {
    const signs = [...word].filter((sign) => sign > "\u007f");
    count += signs.length;
    for (const sign of signs) sum += rateSign(sign, word, hasKana);
  }
  return count === 0 ? 0 : sum / count;
}

/** Punctuation and signs of titles in many languages. */
const PUNCTUATION = /[«»“”„‘’‚–—…·•№©®™°、。・「」『』（）！？：～〜／＆　]/u;
/** A capital at the beginning, or nothing but capitals: with a wrong code page they are the other way round. */
const CASED_WORD = /^(\p{Lu}?[\p{Ll}\p{M}]*|[\p{Lu}\p{M}]+)$/u;

function rateSign(sign: string, word: string, hasKana: boolean): number {
  if (!/[\p{L}\p{M}]/u.test(sign)) return PUNCTUATION.test(sign) ? 0.9 : -0.5;
  if (/[\uff61-\uff9f]/.test(sign)) return 0.2;
  if (/\p{Script=Hangul}/u.test(sign)) return /^[\p{Script=Hangul}]+$/u.test(word) ? 1 : 0.2;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(sign)) return 1;
  if (/\p{Script=Han}/u.test(sign))
    return /\p{Script=Hangul}/u.test(word) ? 0.1 : hasKana || FREQUENT_HAN.has(sign) ? 1 : 0.7;
  const isOneScript = SCRIPTS.some((script) => script.test(word));
  if (!isOneScript || (/[\p{Lu}\p{Ll}]/u.test(sign) && !CASED_WORD.test(word))) return 0.2;
  if (VOWELLESS_CYRILLIC.test(word)) return 0.5;
  // Letters beyond ASCII stand alone in Latin words.
  return /\p{Script=Latin}/u.test(sign) ? (/[\u0080-\u024f]{3}/.test(word) ? 0.2 : 0.95) : 1;
}

/** Hebrew, which writes no vowels, looks so in Windows-1251. */
const VOWELLESS_CYRILLIC = /^(?=\p{Script=Cyrillic}{3})[^аеёиоуыэюяіїє]+$/iu;

const SCRIPTS = [
  /^[\p{Script=Latin}\p{M}]+$/u,
  /^[\p{Script=Cyrillic}\p{M}]+$/u,
  /^[\p{Script=Greek}\p{M}]+$/u,
  /^[\p{Script=Hebrew}\p{M}]+$/u,
  /^[\p{Script=Arabic}\p{M}]+$/u,
  /^[\p{Script=Thai}\p{M}]+$/u,
];

/** The most frequent characters of Chinese texts and titles, simplified and traditional, which tell GB18030, Big5, EUC-JP and EUC-KR apart. */
const FREQUENT_HAN: ReadonlySet<string> = new Set(
  "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义" +
    "這來國個說們為時過對裡後麼沒還發當無開經頭長樣現將與進實點種聲話問機給業間電東門聽氣關並內產萬體別處總場師書員華報馬張難車應親務記邊風戰許覺題請愛讓認歌曲夜雨花夢梦星空月雪春夏秋冬恋戀戀哭淚泪红紅蓝藍黑唱舞朋友再见見永远遠飞飛青城岁歲独獨思念寂寞",
);
