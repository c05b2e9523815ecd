import { deflateSync } from "node:zlib";
import { expect } from "vitest";
import { sql } from "../platform/database/database.ts";
import { listenForInvalidations } from "../platform/pages/page-invalidation.ts";
import { type FileSent, multipart } from "./multipart.ts";
import { bearer, openPeople, type Person } from "./people.ts";
import { png, pngChunk, pngHead } from "./pictures.ts";
import { withDatabase } from "./setup.ts";

export type Studio = Awaited<ReturnType<typeof openStudio>>;

/** Parts of the artist form; undefined omits a part. */
export type ArtistForm = {
  name?: string | undefined;
  description?: string | undefined;
  image?: FileSent | string | undefined;
};

type Headers = Record<string, string>;

/** A PNG of one colour, `#rrggbb`; another colour is another image. */
export function pngFile(width = 400, height = width, colour = "#a04020"): FileSent {
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, colour.slice(1), "hex")]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const content = png(pngHead({ width, height }), pngChunk("IDAT", pixels), pngChunk("IEND"));
  return { content, fileName: "cover.png", contentType: "image/png" };
}

/** Starts the whole program with helpers for publishers. */
export async function openStudio() {
  const people = await openPeople();
  const { call, context } = people;

  function sendArtist({ token }: Person, form: ArtistForm = {}, headers: Headers = {}) {
    const parts = { name: "Inês Corvacho", description: "Writes on ferries.", image: pngFile(), ...form };
    return call("POST", "artist", multipart(parts, { ...bearer(token).headers, ...headers }));
  }

  /** `data` is sent as JSON; a string is sent unchanged. */
  function sendSong(
    { token }: Person,
    artist: string | number,
    input: { data?: object | string; image?: FileSent | undefined } = {},
    headers: Headers = {},
  ) {
    const { data = { name: "Salt Meridian" } } = input;
    const image = "image" in input ? input.image : pngFile();
    const parts = { data: typeof data === "string" ? data : JSON.stringify(data), image };
    return call("POST", `artist/${artist}/song`, multipart(parts, { ...bearer(token).headers, ...headers }));
  }

  return {
    ...people,
    sendArtist,
    sendSong,
    /** Creates a publisher with one artist. */
    async addPublisher(artist: ArtistForm = {}): Promise<Person & { artist: number }> {
      const person = await people.join();
      const { json } = await sendArtist(person, artist);
      return { ...person, artist: json.body.id };
    },
    /** Creates a draft and returns its id. */
    async draft(publisher: Person & { artist: number }, data: object = {}): Promise<number> {
      const { json } = await sendSong(publisher, publisher.artist, {
        data: { name: "Salt Meridian", ...data },
      });
      return json.body.id;
    },
    /** Counts the notifications about changed pages. */
    async watchPages() {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(context.db);
      let changed = 0;
      const listener = listenForInvalidations({
        url: withDatabase(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? ""),
        log: context.log,
        changed: () => {
          changed += 1;
        },
      });
      // Connecting counts as a change, because earlier ones may have been missed.
      await expect.poll(() => changed).toBe(1);
      return { count: () => changed - 1, close: () => listener.close() };
    },
    /** Sets analysed audio on a wrap. */
    async giveAudio(songId: number, key = `aa/${songId}.mp3`): Promise<void> {
      await sql`
        update song set audio_key = ${key}, audio_bytes = 1000, duration = 200 where id = ${songId}`.execute(
        context.db,
      );
    },
    /** Sets analysed pending audio that matches another song. */
    async contest(songId: number, otherSongId: number): Promise<void> {
      const key = `ab/${songId}-${otherSongId}.mp3`;
      await sql`
        insert into audio_file (key, state, bytes, duration, bit_rate, sample_rate, channels, created_at)
        values (${key}, 'READY', 1000, 200, 128000, 44100, 2, now()) on conflict do nothing`.execute(
        context.db,
      );
      await sql`update song set incoming_audio_key = ${key} where id = ${songId}`.execute(context.db);
      await sql`
        insert into audio_match (song_id, audio_key, other_song_id, likeness, created_at)
        values (${songId}, ${key}, ${otherSongId}, 0.98, now())`.execute(context.db);
    },
  };
}
