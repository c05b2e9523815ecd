import { pageDefaults } from "@wrapsody/shared/api/page.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { showSongs } from "../songs/songs.ts";
import { updateSong } from "../studio/songs/edit-songs.data.ts";
import { readWordsJob } from "./read-words.ts";
import { resolveText, searchCatalogue } from "./text-search.ts";

let database: TestDatabase;
let db: Executor;

const titles = [
  ...["प्यार", "यार मेरा", "कृष्णा", "पहला नशा"],
  ...["รักเธอที่สุด", "ตากลมตาก", "เพลงใหม่", "ຮັກເຈົ້າ", "ស្នេហ៍ខ្ញុំ", "မြန်မာသီချင်း"],
  ...["夜に駆ける", "東京都の夜", "京都", "ハリー・ポッター", "月亮代表我的心", "北京欢迎你"],
  ...["봄날", "حَبِيبِي", "كتاب", "שָׁלוֹם עֲלֵיכֶם", "Đường về nhà", "Được rồi"],
  ...[
    "R.E.M.",
    "AC/DC Live",
    "Acdc",
    "P!nk",
    "M.I.A.",
    "We're Here",
    "Were Wolves",
    "Ke$ha",
    "AC⚡DC",
    "Hip-Hop",
  ],
  ...["!!!", "???", "÷", "+", "=", "🥺", "🥺👉", "†", "††† Rising", "👩‍🚀", "Love 🥺", "÷ (Deluxe)", "\\'"],
  ...["2:00 pm", "Sigur Rós", "Rose", "Rosé", "C", "C#", "१२३", "Salt & Meridian"],
] as const;

beforeAll(async () => {
  database = await testDatabase();
  db = database.context.db;
  for (const name of titles) await addSong(db, { name, artist: "Someone Else" });
  await addSong(db, { name: "Track One", artist: "พี่เบิร์ด ธงไชย" });
  await readWordsJob.run(database.context, {});
});
afterAll(() => database.close());

async function search(value: string, key = "name"): Promise<string[]> {
  const { data } = await showSongs(database.context, {
    ...pageDefaults,
    limit: 200,
    filters: [{ key, operator: "~~", value }],
  });
  return data.map(({ name }) => name);
}

describe("a search in every script", () => {
  it.each([
    ["a word, and none that ends so", "यार", ["यार मेरा"]],
    ["a word with viramas", "कृष्णा", ["कृष्णा"]],
    ["a word of Hindi digits", "१२३", ["१२३"]],
    ["a Thai word at the end", "ที่สุด", ["รักเธอที่สุด"]],
    ["a Thai word in between", "เธอ", ["รักเธอที่สุด"]],
    ["a Lao word", "ເຈົ້າ", ["ຮັກເຈົ້າ"]],
    ["a Khmer word", "ខ្ញុំ", ["ស្នេហ៍ខ្ញុំ"]],
    ["a Burmese word", "သီချင်း", ["မြန်မာသီချင်း"]],
    ["a Japanese word", "駆ける", ["夜に駆ける"]],
    ["a Japanese word, and none that ends so", "京都", ["京都"]],
    ["a Chinese word", "代表", ["月亮代表我的心"]],
    ["Chinese words that are not neighbours", "月亮 心", ["月亮代表我的心"]],
    ["a Korean word", "봄날", ["봄날"]],
    ["Arabic without its vowels", "حبيبي", ["حَبِيبِي"]],
    ["Arabic with vowels", "كِتَاب", ["كتاب"]],
    ["Hebrew without its vowels", "שלום", ["שָׁלוֹם עֲלֵיכֶם"]],
    ["Vietnamese without accents", "duong ve nha", ["Đường về nhà"]],
  ])("finds %s", async (_, typed, found) => {
    expect(await search(typed)).toEqual(found);
  });

  it.each([
    ["rem", ["R.E.M."]],
    ["R.E.M.", ["R.E.M."]],
    ["r e m", ["R.E.M."]],
    ["acdc", ["Acdc", "AC⚡DC", "AC/DC Live"]],
    ["AC/DC", ["AC⚡DC", "Acdc", "AC/DC Live"]],
    ["ac dc", ["AC⚡DC", "AC/DC Live"]],
    ["pink", ["P!nk"]],
    ["p!nk", ["P!nk"]],
    ["mia", ["M.I.A."]],
    ["kesha", ["Ke$ha"]],
    ["were", ["Were Wolves", "We're Here"]],
    ["we're", ["Were Wolves", "We're Here"]],
    ["we’re", ["Were Wolves", "We're Here"]],
    ["we re", ["We're Here"]],
    ["hiphop", ["Hip-Hop"]],
    ["2:00 pm", ["2:00 pm"]],
    ["200 pm", ["2:00 pm"]],
    ["salt and meridian", []],
    ["salt meridian", ["Salt & Meridian"]],
  ])("joins and splits at signs: %s", async (typed, found) => {
    expect(await search(typed)).toEqual(found);
  });

  it.each([
    ["÷", ["÷", "÷ (Deluxe)"]],
    ["+", ["+"]],
    ["=", ["="]],
    ["???", ["???"]],
    ["!!!", ["!!!"]],
    ["🥺", ["🥺", "Love 🥺", "🥺👉"]],
    ["†", ["†", "††† Rising"]],
    ["👩‍🚀", ["👩‍🚀"]],
    ["\\'", ["\\'"]],
    ["×", []],
    ["&", []],
  ])("finds signs as they are, the same title first: %s", async (typed, found) => {
    expect(await search(typed)).toEqual(found);
  });

  it.each(["Rose", "Rosé", "C", "C#", "Sigur Rós", "AC⚡DC"])(
    "puts a title as typed before similar ones: %s",
    async (typed) => {
      expect((await search(typed))[0]).toBe(typed);
    },
  );

  it("finds credited artists, and titles together with them", async () => {
    expect(await search("ธงไชย", "artist")).toEqual(["Track One"]);
    expect(await search("someone salt meridian", "text")).toEqual(["Salt & Meridian"]);
    expect(await search("track พี่", "text")).toEqual(["Track One"]);
  });
});

const words = fc.constantFrom(
  ...[
    "प्यार",
    "दिल",
    "क्षण",
    "รักเธอ",
    "ดวงจันทร์",
    "ຮັກ",
    "ស្នេហ៍",
    "မြန်မာ",
    "夜に駆ける",
    "東京",
    "ひまわり",
    "カタカナ",
  ],
  ...[
    "月亮代表",
    "北京",
    "사랑",
    "봄날",
    "حُبّ",
    "قلبي",
    "שָׁלוֹם",
    "לב",
    "Đường",
    "phở",
    "Straße",
    "Ærø",
    "Ñandú",
    "Κόσμε",
    "Привет",
  ],
  ...[
    "R.E.M.",
    "AC/DC",
    "P!nk",
    "we're",
    "Ke$ha",
    "M.I.A.",
    "AC⚡DC",
    "2:00",
    "C#",
    "÷",
    "†",
    "🥺",
    "👩‍🚀",
    "???",
    "love",
    "Night",
  ],
);
const separators = fc.constantFrom(" ", " ", " ", "", ", ", " - ", "/", "・");
const title = fc
  .array(fc.tuple(words, separators), { minLength: 1, maxLength: 4 })
  .map((parts) =>
    parts.map(([word, sign], place) => (place < parts.length - 1 ? word + sign : word)).join(""),
  );

const segmenter = new Intl.Segmenter("und", { granularity: "word" });
const wordsOf = (text: string) =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

describe("of titles of mixed scripts", { retry: 0 }, () => {
  const drawn = fc
    .sample(fc.uniqueArray(title, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 7 })
    .flat();

  beforeAll(async () => {
    for (const name of drawn) await addSong(db, { name, artist: "Crowd" });
    await readWordsJob.run(database.context, {});
  });
  afterAll(() => sql`delete from song where artist = 'Crowd'`.execute(db));

  it("every word finds the title", async () => {
    const missed = [];
    for (const name of drawn)
      for (const word of wordsOf(name)) if (!(await search(word)).includes(name)) missed.push([name, word]);
    expect(missed).toEqual([]);
  });

  it("a whole title finds it first", async () => {
    const missed = [];
    for (const name of drawn) {
      const [first] = await search(name);
      if (first !== name) missed.push([name, first]);
    }
    expect(missed).toEqual([]);
  });

  it("no word begins or ends inside of a character", async () => {
    const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
    const count = (text: string) => [...clusters.segment(text)].length;
    const { rows } = await sql<{ text: string; word: string }>`
      select text, word from unnest(${drawn}::text[]) text, text_parts(text)`.execute(db);
    // What would join the character before it is not the beginning of a word.
    const broken = rows.filter(({ word }) => count(`क${word}`) !== 1 + count(word));
    expect(rows.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });
});

describe("the words of texts without spaces", { retry: 0 }, () => {
  const lyric = "雨が降る夜に\n君を想う";
  const findKind = async (kind: "artists" | "albums" | "tags" | "lyrics" | "credits", text: string) => {
    const query = await resolveText(db, text);
    return searchCatalogue(db, { text, query, page: { limit: 5, offset: 0 }, kinds: [kind] });
  };

  it("are those of artists, albums, tags, lyrics and credits, too", async () => {
    const song = await addSong(db, { name: "Track Two", artist: "宇多田ヒカル R.E.M." });
    await sql`insert into song_lyric (song_id, lyric) values (${song}, ${lyric})`.execute(db);
    await sql`insert into song_credit (song_id, position, role, value) values (${song}, 0, 'COMPOSER', '坂本龍一')`.execute(
      db,
    );
    await sql`insert into song_album (song_id, position, name, track_number) values (${song}, 0, '初恋の季節', 1)`.execute(
      db,
    );
    await sql`insert into song_tag (song_id, position, tag) values (${song}, 0, '日本の音楽'), (${song}, 1, 'Trip-Hop')`.execute(
      db,
    );
    await runJobs(database.context);
    expect(await findKind("artists", "ヒカル")).toMatchObject({ artists: { total: 1 } });
    expect(await findKind("artists", "rem")).toMatchObject({ artists: { total: 1 } });
    expect(await findKind("albums", "季節")).toMatchObject({ albums: { total: 1 } });
    expect(await findKind("tags", "音楽")).toMatchObject({ tags: { total: 1 } });
    expect(await findKind("tags", "triphop")).toMatchObject({ tags: { total: 1 } });
    expect(await findKind("lyrics", "君")).toMatchObject({ lyrics: { data: [{ line: "君を想う" }] } });
    expect(await findKind("credits", "坂本")).toMatchObject({ credits: { total: 1 } });
  });

  it("are those of a title as soon as it is saved", async () => {
    const song = await addSong(db, { name: "Track Three" });
    await updateSong(db, song, { name: "桜の花びら", now: new Date() });
    expect(await search("花びら")).toEqual(["桜の花びら"]);
    await sql`delete from song where id = ${song}`.execute(db);
  });

  it("are read again once after the migration, in steps that an interruption does not undo", async () => {
    await sql`update song set name_words = words_of(name_folded)`.execute(db);
    await sql`update artist set words = null`.execute(db);
    expect(await search("ที่สุด")).toEqual([]);
    expect(await search("acdc")).toEqual(["Acdc"]);
    await sql`insert into word_backfill (source) values ('song'), ('artist')`.execute(db);
    await Promise.all([readWordsJob.run(database.context, {}), readWordsJob.run(database.context, {})]);
    await readWordsJob.run(database.context, {});
    expect(await search("ที่สุด")).toEqual(["รักเธอที่สุด"]);
    expect(await search("acdc")).toHaveLength(3);
    expect(await findKind("artists", "ヒカル")).toMatchObject({ artists: { total: 1 } });
    const { rows } = await sql`select from word_backfill union all select from text_to_segment`.execute(db);
    expect(rows).toEqual([]);
  });
});
