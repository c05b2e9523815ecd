const names: Record<string, string> = {
  AMAZON: "Amazon Music",
  APPLE: "Apple Music",
  DEEZER: "Deezer",
  GOOGLE: "Google Play Music",
  IDAGIO: "IDAGIO",
  PANDORA: "Pandora",
  SOUNDCLOUD: "SoundCloud",
  SPOTIFY: "Spotify",
  TIDAL: "TIDAL",
  YOUTUBE: "YouTube",
};

/** Returns the display name of a streaming service. */
export function dspName(dsp: string): string {
  return names[dsp.toUpperCase()] ?? dsp;
}
