/** What identifies a song; title and album are folded, so that case, accents and signs do not matter. */
export type SongIdentity = {
  artistId: number;
  title: string;
  isrc: string | null;
  album: string | null;
  trackNumber: number | null;
};

/** Returns the keys of a song, the preferred one first. */
export function songKeys({ artistId, title, isrc, album, trackNumber }: SongIdentity): string[] {
  const place = album === null ? ["title", title] : ["track", title, album, trackNumber];
  const keys = isrc === null ? [place] : [["isrc", isrc], place];
  return keys.map((key) => JSON.stringify([artistId, ...key]));
}
