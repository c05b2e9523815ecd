import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { PlaylistPage } from "@wrapsody/shared/catalogue/playlists.ts";
import { xmlElement as element } from "../../../platform/http/xml.ts";

/** Builds the XSPF 1 document of a playlist (https://xspf.org/spec). It has only what its page shows: public songs. */
export function buildXspf(playlist: PlaylistPage, publicUrl: string): string {
  const { id, name, description, owner, songs, updated_at } = playlist;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    ...[
      element("title", name),
      element("creator", owner),
      description === "" ? "" : element("annotation", description),
      element("info", `${publicUrl}/playlist/${encodeURIComponent(id)}`),
      element("date", new Date(updated_at).toISOString()),
    ].filter((line) => line !== ""),
    "<trackList>",
    ...songs.map((song) => buildTrack(song, publicUrl)),
    "</trackList>",
    "</playlist>",
    "",
  ].join("\n");
}

function buildTrack(song: Song, publicUrl: string): string {
  const { name, artist, audio_uri, image_file, duration, pretty_id } = song;
  return [
    "<track>",
    audio_uri === null ? "" : element("location", publicUrl + audio_uri),
    element("title", name),
    element("creator", artist),
    element("info", `${publicUrl}/wrap/${encodeURIComponent(pretty_id)}`),
    image_file === null ? "" : element("image", publicUrl + image_file),
    duration > 0 ? element("duration", String(duration * 1000)) : "",
    "</track>",
  ].join("");
}
