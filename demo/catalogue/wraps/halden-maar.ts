import type { DemoWrap } from "../types.ts";

/** The wraps of Halden Maar, oldest first. */
export const haldenMaarWraps = [
  {
    slug: "kiln",
    description:
      "Twelve hours of a brick kiln cooling down, reduced to the length of a song. The drum is the kiln door. Halden waited outside with sandwiches and regrets nothing.",
    iswc: "T-311.902.518-8",
    status: "ACTIVE",
    created_at: "2025-10-21T11:05:00Z",
    plays: 9340,
    tags: [
      { tag: "ambient", genre: true },
      { tag: "drone", genre: true },
      { tag: "slow", genre: false },
      { tag: "field recording", genre: false },
    ],
    albums: [
      {
        name: "Load-Bearing",
        track_number: 1,
        release_date: "2025-09-26",
        isrc: "SE-GR2-25-00031",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Halden Maar" },
      { role: "PERFORMER", value: "Halden Maar, organ and contact microphones" },
      { role: "PERFORMER", value: "Ida Stenmark, kiln door" },
      { role: "MIXER", value: "Halden Maar" },
    ],
    dates: [
      { date_type: "RECORDED", date: "2025-02-15" },
      { date_type: "MASTERED", date: "2025-07-30" },
      { date_type: "RELEASE", date: "2025-09-26" },
    ],
    owners: [
      { name: "Halden Maar", ownership_rate: 60, royalty_rate: 70 },
      { name: "Ida Stenmark", ownership_rate: 20, royalty_rate: 30 },
      { name: "Gråsten Förlag", ownership_rate: 20, royalty_rate: 0 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/HhCkAcYrtg7nhXH5azTv9K" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900736655" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/halden-maar/kiln" },
      { dsp: "IDAGIO", link: "https://app.idagio.com/recordings/9900527874" },
    ],
    rewards: [],
  },
  {
    slug: "concrete-lullaby",
    nickname: "Betongvisa",
    description:
      "A music box, bought for forty kronor, placed on the roof of a tower block in Hammarkullen and left to play to eleven floors of washing. The low notes are the lift motor. By the third minute two neighbours had joined in and one had asked for quiet, very gently.",
    iswc: "T-311.902.557-5",
    status: "ACTIVE",
    created_at: "2026-05-19T20:30:00Z",
    plays: 31780,
    tags: [
      { tag: "ambient", genre: true },
      { tag: "lullaby", genre: true },
      { tag: "music box", genre: false },
      { tag: "sub bass", genre: false },
    ],
    albums: [
      {
        name: "Load-Bearing",
        track_number: 6,
        release_date: "2025-09-26",
        isrc: "SE-GR2-25-00036",
        languages: [],
      },
      {
        name: "Concrete Lullaby (single)",
        track_number: 1,
        release_date: "2026-04-24",
        isrc: "SE-GR2-26-00044",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Halden Maar" },
      { role: "ARRANGER", value: "Ida Stenmark" },
      { role: "PERFORMER", value: "Halden Maar, music box and lift motor" },
      { role: "PERFORMER", value: "Gulli Persson, fourth floor, humming" },
      { role: "MIXER", value: "Aud Fjelstad" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-11-30" },
      { date_type: "RECORDED", date: "2025-03-22" },
      { date_type: "RELEASE", date: "2025-09-26" },
      { date_type: "RERELEASE", date: "2026-04-24" },
    ],
    owners: [
      { name: "Halden Maar", ownership_rate: 50, royalty_rate: 48 },
      { name: "Ida Stenmark", ownership_rate: 30, royalty_rate: 30 },
      { name: "Gråsten Förlag", ownership_rate: 17.5, royalty_rate: 22 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/NCdyFchjJCBCdr2k92fNND" },
      { dsp: "APPLE", link: "https://music.apple.com/se/album/concrete-lullaby/9900092488?i=9901092488" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900873878" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=YmJx1ydhrtF" },
    ],
    rewards: [
      {
        name: "Heard on the roof",
        description: "Halden says goodnight to you by name in the next post from the roof.",
        reward_points_earned: 20,
        reward_type: "SOCIAL_MEDIA_SHOUTOUT",
      },
      {
        name: "Wrapped MP3",
        description: "Your copy of the lullaby, tagged and numbered. Safe for use on small people.",
        reward_points_earned: 30,
        reward_type: "WRAPPED_MP3",
      },
      {
        name: "A key to the roof door",
        description: "Cut on the ground floor, tried on the eleventh. It opens nothing else in Hammarkullen.",
        reward_points_earned: 90,
        reward_type: "MERCH",
        details: "Write where it should be posted. Halden cuts keys on the first Monday of the month.",
        stock: 40,
      },
      {
        name: "Goodnight from the roof",
        description:
          "A short film of the music box playing your street to sleep, with your name on the label.",
        reward_points_earned: 450,
        reward_type: "WRAPPED_VIDEO",
      },
      {
        name: "A core sample",
        description: "Eleven centimetres of certified concrete, polished on one side.",
        reward_points_earned: 900,
        reward_type: "MERCH",
        details: "Write where it should be sent. It weighs two kilos.",
        stock: 30,
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
