import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { BACKGROUND_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { type Database, sql } from "../../server/src/platform/database/database.ts";
import { id3Frame, id3Tag } from "../../server/src/testing/media/id3-frames.ts";
import { png, pngChunk, pngHead } from "../../server/src/testing/media/pictures.ts";
import { callApi, createPerson, createToken, type Person } from "./people.ts";

/** Returns a PNG of one colour. */
export function buildPng(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 90)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return png(pngHead({ width, height }), pngChunk("IDAT", pixels), pngChunk("IEND"));
}

export type Publisher = Person & { token: string; artist: number };
export type Draft = { id: number; pretty_id: string };

/** Returns the path of a square cover of the demo catalogue, at least 900 pixels wide. */
export const coverPath = (name: string): string =>
  fileURLToPath(new URL(`../../demo/art/covers/${name}.jpg`, import.meta.url));

/** 480 pixels wide, because a cover of the demo catalogue costs the program twice as much. */
const smallCoverPath = fileURLToPath(new URL("../../demo/art/desk/marbled.jpg", import.meta.url));

/** Creates a person with an artist. */
export async function createPublisher(url: string, { artist = "Inês Corvacho" } = {}): Promise<Publisher> {
  const person = await createPerson(url);
  return addArtist(url, person, artist);
}

/** Adds an artist to a person. */
export async function addArtist(url: string, person: Person, artist: string): Promise<Publisher> {
  const token = await createToken(url, person);
  const description = "Piano and tape, from a house by the river.";
  const created = await postWithCover<{ id: number }>(url, "artist", token, { name: artist, description });
  return { ...person, token, artist: created.id };
}

/** Creates a draft wrap with artwork and a title. */
export async function createDraft(
  url: string,
  { token, artist }: Publisher,
  { name = "Low Water", ...more }: { name?: string } & Record<string, unknown> = {},
): Promise<Draft> {
  const data = JSON.stringify({ name, ...more });
  return postWithCover<Draft>(url, `artist/${artist}/song`, token, { data });
}

/**
 * Deletes the wraps of a publisher at the end of the test. Otherwise a repeat of the test uploads recordings that
 * another account already has, which go to review.
 */
export function deleteWrapsAtEnd({ db }: { db: Database }, { artist }: Publisher): void {
  onTestFinished(async () => {
    await sql`update song set status = 'DELETED' where artist_id = ${artist}`.execute(db);
  });
}

const samplePath = (name: string) =>
  fileURLToPath(new URL(`../../server/src/testing/media/mp3s/${name}.mp3`, import.meta.url));

/** A real MP3 of 14 seconds. Each account after the first that uploads it waits for a review. */
export const shortTrackPath: string = samplePath("kiln-part-8k");

/** The music of `buildUniqueTrack`. */
export const uniqueTrackMusicPath: string = samplePath("kiln-start-8k");

/**
 * Builds a real MP3 of eight seconds that never waits for a review: it is too short to be compared with the recordings of others, and has
 * a tag that no other file has. A play of it counts after four seconds.
 */
export async function buildUniqueTrack(): Promise<Buffer> {
  const tag = id3Tag(id3Frame("UFID", Buffer.from(`journey\0${randomUUID()}`)));
  return Buffer.concat([tag, await readFile(uniqueTrackMusicPath)]);
}

/** Uploads an MP3, by default a unique one, to a wrap and waits until it is measured. */
export async function uploadAudio(
  url: string,
  { token }: Publisher,
  song: { id: number },
  path?: string,
): Promise<void> {
  const audio = path === undefined ? await buildUniqueTrack() : await readFile(path);
  const form = new FormData();
  form.append("audio", new Blob([Uint8Array.from(audio)], { type: "audio/mpeg" }), "song.mp3");
  await sendForm(url, "PATCH", `song/${song.id}/audio`, token, form);
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const { audio } = await callApi<{ audio: { state: string } }>(
      url,
      "GET",
      `my/song/${song.id}`,
      undefined,
      token,
    );
    if (audio.state !== "MEASURING") return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`The audio of wrap ${song.id} was not measured in time.`);
}

async function postWithCover<Body>(
  url: string,
  path: string,
  token: string,
  fields: Record<string, string>,
): Promise<Body> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("image", new Blob([await readFile(smallCoverPath)], { type: "image/jpeg" }), "cover.jpg");
  return sendForm<Body>(url, "POST", path, token, form);
}

async function sendForm<Body>(
  url: string,
  method: string,
  path: string,
  token: string,
  form: FormData,
): Promise<Body> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/v1/${path}`, { method, headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}
