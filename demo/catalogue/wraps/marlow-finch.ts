import type { DemoWrap } from "../types.ts";

const lampRoomLyrics = `My father hung his number on a nail by the door,
one brass tag for the morning and one from before.
If the nail held his number my mother could sleep.
There’s a lamp room in heaven but the stairs are steep.

Leave it burning, leave it burning,
you don’t have to leave it high.
I can find you by the corner
of the corner of your eye.

They closed the place in April and they gave away the lamps.
Ours came with a letter and the wrong amount of stamps.
It sits above the cooker and it’s never once been lit,
but nobody goes up to bed without a look at it.

Leave it burning, leave it burning,
turn it down but leave it be.
I’ve been working on the night shift
of remembering to see.`;

/** The wraps of Marlow Finch, oldest first. */
export const marlowFinchWraps = [
  {
    slug: "lamp-room",
    description:
      "For the room at the mine where the lamps were hung at the end of a shift, and for the tag that should have been next to one of them. Played on the guitar that Marlow’s father won and would not explain. The tremolo is the porch fan.",
    iswc: "T-358.826.104-1",
    status: "ACTIVE",
    created_at: "2026-01-08T19:25:00Z",
    plays: 14409,
    tags: [
      { tag: "country", genre: true },
      { tag: "americana", genre: true },
      { tag: "tremolo guitar", genre: false },
      { tag: "slow", genre: false },
    ],
    albums: [
      {
        name: "Good Hours for Posts",
        track_number: 3,
        release_date: "2025-12-05",
        isrc: "US-MF4-25-00016",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "WRITER", value: "Marlow Finch" },
      { role: "SINGER", value: "Marlow Finch" },
      { role: "PERFORMER", value: "Marlow Finch, baritone guitar" },
      { role: "PERFORMER", value: "Dolores Quintana, upright bass" },
      { role: "MIXER", value: "Wade Tso" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-04-09" },
      { date_type: "RECORDED", date: "2025-07-18" },
      { date_type: "RELEASE", date: "2025-12-05" },
    ],
    owners: [
      { name: "Marlow Finch", ownership_rate: 80, royalty_rate: 80 },
      { name: "Maré Baixa Edições", ownership_rate: 20, royalty_rate: 20 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/ZNWBtRw41jsNTmsfrmA9Xn" },
      { dsp: "APPLE", link: "https://music.apple.com/us/album/lamp-room/9900146075?i=9901146075" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B02HKBW8FM" },
      { dsp: "PANDORA", link: "https://www.pandora.com/artist/marlow-finch/lamp-room/TR8xc495wgpg29f9" },
    ],
    lyrics: lampRoomLyrics,
    // A bar of four at 72 beats a minute for each line.
    lyricBars: {
      metre: 4,
      stanzas: [
        [2, 1],
        [6, 1],
        [10, 1],
        [14, 1],
      ],
    },
    rewards: [
      {
        name: "A brass tag",
        description: "Stamped with your number, or one of ours if you have never had one.",
        reward_points_earned: 500,
        reward_type: "MERCH",
        details: "Write where it should be sent, and your number if you have one.",
        stock: 100,
      },
    ],
  },
  {
    slug: "low-sun-long-shadow",
    description:
      "A western with nobody in it: one road, nine fence posts, and the half hour when every one of them is forty feet long. Marlow whistled the lead because the horse would not. Recorded outdoors in a single evening, until it was too dark to see the strings.",
    iswc: "T-358.826.149-4",
    status: "ACTIVE",
    created_at: "2026-03-03T18:05:00Z",
    plays: 21730,
    tags: [
      { tag: "americana", genre: true },
      { tag: "desert rock", genre: true },
      { tag: "baritone guitar", genre: false },
      { tag: "whistle", genre: false },
    ],
    albums: [
      {
        name: "Good Hours for Posts",
        track_number: 1,
        release_date: "2025-12-05",
        isrc: "US-MF4-25-00014",
        languages: [],
      },
      {
        name: "Low Sun, Long Shadow (single)",
        track_number: 1,
        release_date: "2026-02-13",
        isrc: "US-MF4-26-00023",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Marlow Finch" },
      { role: "PERFORMER", value: "Marlow Finch, baritone guitar and whistle" },
      { role: "PERFORMER", value: "Dolores Quintana, upright bass" },
      { role: "PERFORMER", value: "Benny Yazzie, brushes" },
      { role: "MIXER", value: "Wade Tso" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-05-25" },
      { date_type: "RECORDED", date: "2025-07-19" },
      { date_type: "RELEASE", date: "2025-12-05" },
      { date_type: "RELEASE", date: "2026-02-13" },
    ],
    owners: [
      { name: "Marlow Finch", ownership_rate: 65, royalty_rate: 60 },
      { name: "Dolores Quintana", ownership_rate: 10, royalty_rate: 12.5 },
      { name: "Benny Yazzie", ownership_rate: 5, royalty_rate: 7.5 },
      { name: "Maré Baixa Edições", ownership_rate: 20, royalty_rate: 20 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/9691P57q6NaTTW6vhAGiYl" },
      { dsp: "APPLE", link: "https://music.apple.com/us/album/low-sun-long-shadow/9900526807?i=9901526807" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B0PX464D82" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900893140" },
      {
        dsp: "PANDORA",
        link: "https://www.pandora.com/artist/marlow-finch/low-sun-long-shadow/TRcwxrs1fpy3dcny",
      },
    ],
    nft: {
      network: "MAINNET",
      nft_id: "8",
      contract_address: "0xcaDBA3B9f8Ab4a4Ca3d9b0AEA19d27e97A3e31A2",
      nft_hash: "0x01fca1586a17e6e6b341bbc7b1d4dcbb2d53a9a4af59c0bb6174efa5e4a373d8",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "A fence post to lean on",
        description:
          "One place at the roadside when Marlow plays the song again, outdoors, at half past six.",
        reward_points_earned: 50,
        reward_type: "TICKET",
        details:
          "Come to the yard behind the print shop in Silver City, Saturday at six. Say your name at the gate.",
        stock: 40,
      },
      {
        name: "Your hour of the evening",
        description: "Access to Shadow Casting. Pick a time between five and dark.",
        reward_points_earned: 160,
        reward_type: "DAPP_ACCESS",
        dapp: "shadow-casting",
      },
      {
        name: "Half past six, filmed",
        description: "The whole take as one long shot of a road, with your name on the fourth post.",
        reward_points_earned: 420,
        reward_type: "WRAPPED_VIDEO",
      },
      {
        name: "Two chairs in Silver City",
        description: "The yard behind the print shop, bring a hat.",
        reward_points_earned: 1250,
        reward_type: "TICKET",
        details: "The yard behind the print shop, Saturday at six. Your names are on the chairs.",
        stock: 6,
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
