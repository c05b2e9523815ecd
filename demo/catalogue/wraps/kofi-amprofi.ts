import type { DemoWrap } from "../types.ts";

const glassMangoLyrics = `Auntie had a mango made of glass
on the radio, on the lace.
Nobody could touch it, you could only pass
and see the whole yard in its face.

Glass mango, you never go ripe,
glass mango, you never go bad,
you’re the only fruit I never had a bite of,
the sweetest that I nearly had.

Uncle told the visitors that it was real,
Uncle told them it was old.
Auntie told them it was from the petrol station,
second shelf, by the coffee, cold.

Glass mango, you never go ripe,
glass mango, you never go bad,
the power went at seven and the radio was quiet
and you lit the only light we had.`;

/** The wraps of Kofi Amprofi, oldest first. */
export const kofiAmprofiWraps = [
  {
    slug: "harmattan",
    description:
      "The wind came in on the second day of recording and covered every microphone in fine red dust. The band voted to keep it. If you turn it up you can hear the guitars sneeze.",
    iswc: "T-402.556.016-6",
    status: "ACTIVE",
    created_at: "2025-09-15T06:45:00Z",
    plays: 20118,
    tags: [
      { tag: "highlife", genre: true },
      { tag: "afropop", genre: true },
      { tag: "guitar", genre: false },
      { tag: "twelve-eight", genre: false },
    ],
    albums: [
      {
        name: "Market Hours",
        track_number: 3,
        release_date: "2025-08-29",
        isrc: "GH-KA3-25-00014",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Kofi Amprofi" },
      { role: "PERFORMER", value: "Yaw Bediako, lead guitar" },
      { role: "PERFORMER", value: "Esi Quansah, rhythm guitar" },
      { role: "PERFORMER", value: "Kofi Amprofi, whistle and congas" },
      { role: "MIXER", value: "Abena Sarfo" },
    ],
    dates: [
      { date_type: "RECORDED", date: "2025-01-11" },
      { date_type: "MASTERED", date: "2025-05-20" },
      { date_type: "RELEASE", date: "2025-08-29" },
    ],
    owners: [
      { name: "Kofi Amprofi", ownership_rate: 55, royalty_rate: 50 },
      { name: "Yaw Bediako", ownership_rate: 20, royalty_rate: 20 },
      { name: "Esi Quansah", ownership_rate: 15, royalty_rate: 15 },
      { name: "Red Card Recordings", ownership_rate: 10, royalty_rate: 15 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/efFabPQ8Jt57U39dUlUGbC" },
      { dsp: "APPLE", link: "https://music.apple.com/gh/album/harmattan/9900812317?i=9901812317" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900549495" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B0PBFSYPCY" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=S0QNxc-5s3s" },
    ],
    rewards: [
      {
        name: "Dust on the sleeve",
        description: "Your name on the inside of the sleeve, where the wind does not get at it.",
        reward_points_earned: 35,
        reward_type: "CREDIT",
      },
      {
        name: "Front bench, Kumasi",
        description: "One place on the front bench at the yard concert, shade until four o’clock.",
        reward_points_earned: 1000,
        reward_type: "TICKET",
        details: "The yard behind the coffee shop, last Saturday of the month. Ask for Auntie.",
        stock: 8,
      },
    ],
  },
  {
    slug: "market-day-in-reverse",
    description:
      "The whole of a Saturday at Kejetia market, told backwards: first the sweeping, then the haggling, then the opening of the shutters. The horns play their prices high and come down. Nobody has ever paid the first one.",
    iswc: "T-402.556.072-4",
    status: "ACTIVE",
    created_at: "2026-01-19T07:20:00Z",
    plays: 16655,
    tags: [
      { tag: "afro-funk", genre: true },
      { tag: "highlife", genre: true },
      { tag: "organ", genre: false },
      { tag: "horns", genre: false },
    ],
    albums: [
      {
        name: "Market Hours",
        track_number: 6,
        release_date: "2025-08-29",
        isrc: "GH-KA3-25-00017",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Kofi Amprofi, Esi Quansah" },
      { role: "ARRANGER", value: "Esi Quansah" },
      { role: "PERFORMER", value: "Kwabena Osei, organ and clavinet" },
      { role: "PERFORMER", value: "The Second Shutter Horns" },
      { role: "PERFORMER", value: "Kofi Amprofi, whistle" },
      { role: "MIXER", value: "Abena Sarfo" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-10-05" },
      { date_type: "RECORDED", date: "2025-01-13" },
      { date_type: "RELEASE", date: "2025-08-29" },
    ],
    owners: [
      { name: "Kofi Amprofi", ownership_rate: 50, royalty_rate: 45 },
      { name: "Esi Quansah", ownership_rate: 30, royalty_rate: 30 },
      { name: "The Second Shutter Horns", ownership_rate: 0, royalty_rate: 10 },
      { name: "Red Card Recordings", ownership_rate: 20, royalty_rate: 15 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/ooHpxnbXG0e30FfpdIJ8IW" },
      {
        dsp: "APPLE",
        link: "https://music.apple.com/gh/album/market-day-in-reverse/9900283474?i=9901283474",
      },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900855824" },
      {
        dsp: "PANDORA",
        link: "https://www.pandora.com/artist/kofi-amprofi/market-day-in-reverse/TRzzr791avmxp817",
      },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=YtJ7p-82Pqq" },
    ],
    rewards: [],
  },
  {
    slug: "glass-mango",
    description:
      "Every aunt in Kumasi owned the same glass mango and none of them let anyone hold it. Kofi finally bought his own, dropped it within the hour, and wrote this on the way back to the shop. The thumb piano is tuned to the sound it made.",
    iswc: "T-402.556.130-7",
    status: "ACTIVE",
    created_at: "2026-03-13T07:05:00Z",
    plays: 19477,
    tags: [
      { tag: "afropop", genre: true },
      { tag: "highlife", genre: true },
      { tag: "thumb piano", genre: false },
      { tag: "summer", genre: false },
    ],
    albums: [
      {
        name: "Glass Mango (single)",
        track_number: 1,
        release_date: "2026-02-27",
        isrc: "GH-KA3-26-00022",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Kofi Amprofi" },
      { role: "LYRICIST", value: "Kofi Amprofi, Adwoa Mensah" },
      { role: "SINGER", value: "Adwoa Mensah" },
      { role: "PERFORMER", value: "Kofi Amprofi, thumb piano" },
      { role: "PERFORMER", value: "Nii Lartey, bass" },
      { role: "MIXER", value: "Abena Sarfo" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-09-28" },
      { date_type: "RECORDED", date: "2025-11-22" },
      { date_type: "RELEASE", date: "2026-02-27" },
    ],
    owners: [
      { name: "Kofi Amprofi", ownership_rate: 50, royalty_rate: 50 },
      { name: "Adwoa Mensah", ownership_rate: 33.33, royalty_rate: 33.33 },
      { name: "Red Card Recordings", ownership_rate: 16.67, royalty_rate: 16.67 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/kUTeSQ0IK6RdZdWPt5cYZS" },
      { dsp: "APPLE", link: "https://music.apple.com/gh/album/glass-mango/9900535064?i=9901535064" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900471068" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B0QNP74LZV" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=_7VWNe_gmnr" },
    ],
    lyrics: glassMangoLyrics,
    nft: {
      network: "POLYGON",
      nft_id: "27",
      contract_address: "0x15329c4a6A3667011Fb4a0810650103201033555",
      nft_hash: "0x8834de826a4965289e6917b09a4837049ceb193f8e588a93a820ec6dbba1674c",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "Wrapped MP3",
        description: "Your copy of the song, tagged with your own shelf of Kitchen Radio.",
        reward_points_earned: 5,
        reward_type: "WRAPPED_MP3",
        dapp: "kitchen-radio",
      },
      {
        name: "Kofi blows the whistle for you",
        description:
          "Kofi announces your name, your town and your best free kick to everybody who follows the band.",
        reward_points_earned: 250,
        reward_type: "SOCIAL_MEDIA_SHOUTOUT",
      },
      {
        name: "A glass mango",
        description: "Second shelf, by the coffee. Wrapped in three newspapers.",
        reward_points_earned: 600,
        reward_type: "MERCH",
        details: "Write where it should be sent. No complaints about chips.",
        stock: 25,
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
