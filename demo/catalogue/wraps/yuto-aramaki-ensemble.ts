import type { DemoWrap } from "../types.ts";

/** The wraps of Yuto Aramaki Ensemble, oldest first. */
export const yutoAramakiEnsembleWraps = [
  {
    slug: "quiet-machinery",
    nickname: "静かな機械",
    description:
      "Five players and a retired textile loom, recorded in one room over one night. The loom keeps time and nobody argues with it.",
    iswc: "T-391.475.026-4",
    status: "ACTIVE",
    created_at: "2026-05-29T12:02:00Z",
    plays: 33915,
    featured: true,
    tags: [
      { tag: "jazz", genre: true },
      { tag: "chamber music", genre: true },
      { tag: "loom", genre: false },
      { tag: "five-four", genre: false },
    ],
    albums: [
      {
        name: "静かな機械",
        track_number: 1,
        release_date: "2025-10-10",
        isrc: "JP-AR4-25-00112",
        languages: [],
      },
      {
        name: "Quiet Machinery (single edit)",
        track_number: 1,
        release_date: "2026-05-15",
        isrc: "JP-AR4-26-00128",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "荒巻 悠人 (Yuto Aramaki)" },
      { role: "ARTIST", value: "Yuto Aramaki Ensemble" },
      { role: "PERFORMER", value: "Haruka Sekine, muted trumpet" },
      { role: "PERFORMER", value: "Daichi Ogata, trombone" },
      { role: "PERFORMER", value: "Mio Shirasawa, double bass" },
      { role: "PERFORMER", value: "Toyoda loom, 1936, rhythm" },
      { role: "SUBARRANGER", value: "Haruka Sekine" },
      { role: "MIXER", value: "Kenta Hoshino" },
      { role: "OWNER", value: "Kiryū Weaving Museum, loom" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-12-01" },
      { date_type: "RECORDED", date: "2025-03-15" },
      { date_type: "MASTERED", date: "2025-06-27" },
      { date_type: "RELEASE", date: "2025-10-10" },
      { date_type: "RERELEASE", date: "2026-05-15" },
    ],
    owners: [
      { name: "荒巻 悠人", ownership_rate: 70, royalty_rate: 75 },
      { name: "Kiryū Weaving Museum", ownership_rate: 5, royalty_rate: 0 },
      { name: "Maré Baixa Edições", ownership_rate: 25, royalty_rate: 25 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/SWxcsMhCBHfTxuPdHf0HcN" },
      { dsp: "APPLE", link: "https://music.apple.com/jp/album/quiet-machinery/9900487118?i=9901487118" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900669971" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B0RCNDQW7V" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=kMQhC5kPrmV" },
    ],
    nft: {
      network: "POLYGON",
      nft_id: "14",
      contract_address: "0x0Fac1E52B5E941d82540Cd9720214315Ce16350a",
      nft_hash: "0xc052948ce164e7c2d894c9179d9b38e1d20fc03c82fe1bfb4a3c0ffb1690bc22",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "A punched card",
        description: "One card from the loom, with the eight holes that make the first bar.",
        reward_points_earned: 30,
        reward_type: "MERCH",
        details: "Write where it should be posted, and which bar you would like if the first is gone.",
        stock: 64,
      },
      {
        name: "One metre of the take",
        description: "The loom was threaded while it played. This is what it made.",
        reward_points_earned: 700,
        reward_type: "MERCH",
        details: "Write where it should be sent. It is cut from the roll in order.",
        stock: 36,
      },
      {
        name: "An evening in the machine room",
        description: "Green tea, five players, one loom, no clapping until it stops.",
        reward_points_earned: 2000,
        reward_type: "MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
