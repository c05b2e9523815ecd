import type pg from "pg";

const adjectives =
  "Silent Golden Broken Electric Midnight Crystal Lonely Wild Hollow Velvet Burning Distant Neon Faded Frozen Hidden Endless Gentle Paper Scarlet Secret Shallow Sleepless Slow Solar Spare Static Stolen Strange Sudden Summer Sweet Tender Thin Tidal Tired Violet Warm Weary Winter Young Ancient Amber Bitter Blind Borrowed Bright Careless Cold Common Copper Crooked Deep Divine Dusty Early Empty Final Foreign Forgotten Fragile Graceful Half Heavy Humble Idle Last Late Little Lost Lunar Magnetic Nameless Northern Open Ordinary Pale Perfect Quiet Rainy Restless Rising Rough Sacred Second".split(
    " ",
  );
const nouns =
  "Love Night Heart River Light Fire Rain Dream Dance Road Sky Moon Summer Shadow Ocean Home Star Morning Time Song Angel Ghost Garden Mirror Window Train City Island Mountain Thunder Echo Diamond Tears Eyes Hands Voice Story Letter Winter Wolf Bird Horse Flower Rose Machine Radio Signal Satellite Harbor Lantern Anchor Compass Canyon Meadow Desert Valley Bridge Station Highway Avenue Kitchen Ceiling Cathedral Carnival Orchard Lighthouse Meridian Horizon Gravity Silence Memory Promise Fever Hunger Mercy Honey Whiskey Coffee Sugar Salt Iron Silver Glass Marble Feather Needle Thread Curtain Candle Kingdom Empire Prophet Sailor Stranger Soldier Dancer Painter Teacher Gardener Daughter Brother Mother Father Sister Neighbour Holiday Birthday Funeral Wedding Sunday Monday Friday December October April Evening Daybreak Twilight Eclipse Avalanche Hurricane Monsoon Drizzle Telescope Umbrella Bicycle Elevator Carousel Postcard Photograph Polaroid Cassette Turntable Metronome Saxophone Accordion Tambourine".split(
    " ",
  );
const verbs =
  "Ask Hold Leave Call Follow Find Forget Forgive Remember Carry Catch Wake Save Tell Take Teach Show Bring Break Build Bury Burn Chase Cover Feed Free Haunt Heal Hear Keep Kiss Lead Lose Meet Move Need Paint Pull Push Read Shake Shelter Steal Thank Trust Warn Watch".split(
    " ",
  );
const places =
  "Lisbon Havana Berlin Paris Tokyo Nairobi Oslo Memphis Kingston Lagos Naples Seville Granada Cusco Bogotá Córdoba Málaga Zürich Kraków Reykjavík Montréal Québec Valparaíso Oaxaca Antwerp Bristol Glasgow Belfast Galway Tangier Tunis Cairo Beirut Athens Izmir Tbilisi Kyoto Busan Hanoi Manila Jakarta Perth Auckland Honolulu Seattle Denver Austin Detroit Chicago Brooklyn".split(
    " ",
  );
const firstNames =
  "Inês Mara Jonas Amara Tomás Lena Noor Kofi Elif Sven Aiko Diego Fatou Greta Hugo Ida Jamal Keiko Luca Mei Nadia Omar Paula Quinn Rosa Samir Tova Umar Vera Wanda Ximena Yara Zeno Björn Chloé Dario Esra Femi Goran Helga".split(
    " ",
  );
const lastNames =
  "Corvacho Okafor Lindqvist Moreau Tanaka Alvarez Novak Haddad Mbeki Rossi Keller Duarte Olsen Petrov Nakamura Silva Brandt Castellanos Dupont Eriksen Ferreira Gallagher Hassan Ivanova Jansen Kowalski Laurent Mensah Nguyen Ortega Papadakis Quiroga Ramírez Schäfer Torres Ueda Vargas Weiss Yilmaz Zamora".split(
    " ",
  );
/** Three of these in a row are a word that no dictionary has: names, other languages, rare words. 36,000 of them. */
const beginnings =
  "Ab Ald Am Bel Bor Cal Cor Dal Dor El Es Fal Fen Gal Gor Hal Hes Il Is Jar Jun Kal Kor Lam Lor Mal Mir Nal Nor Ol Or Pal Per Ral Ros Sal Ser Tal Tor Val".split(
    " ",
  );
const middles = "a e i o u an en in on un ar er ir or ur al el il ol ul av ev iv ov uv as es is os us".split(
  " ",
);
const endings =
  "da dra ga gra la lia ma mir na nia nor ra ria rin sa sha tha ta tin tor va via vor wen xa ya yan za zel zim".split(
    " ",
  );
const versions =
  "Live,Acoustic,Remix,Demo,Instrumental,Radio Edit,Live in Lisbon,Part II,Reprise,Extended".split(",");

/** Songs written by one statement: each statement's triggers hold its rows in memory. */
const batch = 50_000;
const songsOfAnArtist = 12;
const pictures = 500;

/**
 * Fills an empty, migrated database with a made-up catalogue, the same one for the same number of songs on each
 * machine. Few words stand in many titles and most in few, as in real catalogues; artists likewise have many songs
 * or few. Every 33rd song is not public.
 */
export async function generateCatalogue(client: pg.ClientBase, songs: number): Promise<void> {
  await client.query("set synchronous_commit = off");
  await client.query("select setseed(0.5)");
  await makeWordFunctions(client);
  await insertPictures(client);
  const artists = Math.ceil(songs / songsOfAnArtist);
  await insertArtists(client, artists);
  await withoutIndexes(client, async () => {
    for (let first = 1; first <= songs; first += batch) {
      await insertSongs(client, first, Math.min(first + batch - 1, songs), artists);
    }
  });
}

/** Indexes that hold no constraint are made again from their definitions once all rows are there: several times as fast. */
async function withoutIndexes(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'song'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '256MB'");
  for (const { definition } of rows) await client.query(definition);
}

/** What peers search by, which the program itself does without. */
export async function indexForPeers(client: pg.ClientBase): Promise<void> {
  await client.query("create index benchmark_trigrams on song using gin (name_folded gin_trgm_ops)");
}

async function makeWordFunctions(client: pg.ClientBase): Promise<void> {
  // The higher the skew, the more often the first of the list comes up.
  await client.query(`
    create function pg_temp.pick(words text[], skew float8) returns text language sql volatile
    as $$ select words[1 + floor(cardinality(words) * power(random(), skew))::int] $$`);
  const lists = {
    adjectives,
    nouns,
    verbs,
    places,
    firstNames,
    lastNames,
    beginnings,
    middles,
    endings,
    versions,
  };
  for (const [name, words] of Object.entries(lists)) {
    await client.query(`
      create function pg_temp.${name}(skew float8) returns text language sql volatile
      as $$ select pg_temp.pick(array[${words.map((word) => client.escapeLiteral(word)).join(",")}], skew) $$`);
  }
  await client.query(`
    create function pg_temp.rare() returns text language sql volatile
    as $$ select pg_temp.beginnings(1.3) || pg_temp.middles(1.3) || pg_temp.endings(1.3) $$`);
  await client.query(`
    create function pg_temp.title() returns text language plpgsql volatile as $$
    declare form int := floor(random() * 100);
    begin
      return case
        when form < 16 then pg_temp.adjectives(1.4) || ' ' || pg_temp.nouns(1.6)
        when form < 26 then 'The ' || pg_temp.nouns(1.4)
        when form < 36 then pg_temp.nouns(1.6) || ' of ' || pg_temp.places(1.5)
        when form < 46 then pg_temp.verbs(1.3) || ' Me ' || pg_temp.adjectives(1.5)
        when form < 54 then pg_temp.nouns(1.4) || ' and ' || pg_temp.nouns(1.4)
        when form < 60 then 'In the ' || pg_temp.nouns(1.4) || ' of the ' || pg_temp.nouns(1.4)
        when form < 68 then pg_temp.rare()
        when form < 80 then pg_temp.rare() || ' ' || pg_temp.nouns(1.6)
        when form < 86 then pg_temp.places(1.5) || ' ' || pg_temp.nouns(1.4)
        when form < 92 then pg_temp.nouns(1.6) || ' for ' || pg_temp.rare()
        else pg_temp.adjectives(1.4) || ' ' || pg_temp.nouns(1.6) || ' (' || pg_temp.versions(2) || ')'
      end;
    end $$`);
}

async function insertPictures(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into image (id, storage_key, width, height, thumbhash, ambient, on_ambient)
     select hash, left(hash, 2) || '/' || substr(hash, 3, 2) || '/' || hash || '.png', 1600, 1600,
       encode(substr(sha256(hash::bytea), 1, 24), 'base64'), '#' || left(hash, 6), case when n % 2 = 0 then 'ink' else 'paper' end
     from generate_series(1, $1::int) n, lateral (select encode(sha256(('picture ' || n)::bytea), 'hex') as hash) h`,
    [pictures],
  );
}

async function insertArtists(client: pg.ClientBase, artists: number): Promise<void> {
  await client.query(
    `insert into artist (artist_clean_id, name, metadata, image_id)
     select replace(fold_text(name), ' ', '-') || '-a' || n, name, jsonb_build_object('name', name), null
     from (
       select n, case
         when n % 5 < 3 then pg_temp.firstnames(1.2) || ' ' || pg_temp.lastnames(1.2)
         when n % 5 = 3 then 'The ' || pg_temp.adjectives(1.2) || ' ' || pg_temp.nouns(1.2)
         else pg_temp.rare() || ' ' || pg_temp.nouns(1.2) end as name
       from generate_series(1, $1::int) n
     ) named`,
    [artists],
  );
}

async function insertSongs(
  client: pg.ClientBase,
  first: number,
  last: number,
  artists: number,
): Promise<void> {
  await client.query(
    `with picture as (select array_agg(id order by id) as ids from image)
     insert into song (pretty_id, artist_id, artist, name, iswc, duration, description, image_id, audio_key, audio_bytes,
       status, featured_at, plays, created_at)
     select replace(fold_text(s.title), ' ', '-') || '-' || s.n, a.id, a.name, s.title,
       'T' || lpad((s.n::bigint * 7919 % 1000000000)::text, 9, '0') || s.n % 10, 120 + s.n * 31 % 240,
       s.title || ' was recorded by ' || a.name || ' over ' || 2 + s.n % 9 || ' days in ' || s.place
         || ', and mixed there in the same ' || case when s.n % 2 = 0 then 'winter' else 'summer' end || '.',
       ids[1 + s.n % cardinality(ids)], left(s.hash, 2) || '/' || substr(s.hash, 3, 2) || '/' || s.hash || '.mp3', 5000000,
       case when s.n % 33 = 0 then 'DRAFT' else 'ACTIVE' end,
       case when s.n % 997 = 0 then timestamptz '2025-01-01' + s.n * interval '1 second' end,
       floor(power(s.n % 1000, 2) / 10), timestamptz '2015-01-01' + s.n * interval '5 minutes'
     from (
       select n, pg_temp.title() as title, pg_temp.places(1) as place, encode(sha256(('audio ' || n)::bytea), 'hex') as hash,
         1 + floor($3::int * power(random(), 1.6))::int as artist
       from generate_series($1::int, $2::int) n
       offset 0
     ) s
     join artist a on a.id = s.artist
     cross join picture
     order by s.n`,
    [first, last, artists],
  );
}
