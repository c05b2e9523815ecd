import type { DemoWrap } from "../types.ts";

const umbrellaSeasonLyrics = `I bought the red one at the station stall,
you bought the black one that says nothing at all.
By Thursday they were touching in the stand,
by Friday you were borrowing my hand.

It’s umbrella season,
everybody’s leaning in.
You don’t need a reason,
you just need a bit of weather to begin.

I left one on the seventy-six,
I left one at my mother’s.
You’ll never find the one you miss,
you only find another’s.

It’s umbrella season,
put your elbow next to mine.
I checked with the airport:
they don’t expect it to be fine.

It’s umbrella season,
everybody’s leaning in.
You don’t need a reason,
you just need a bit of weather to begin.`;

const paperTigerPaperMoonLyrics = `You folded me a tiger from the gas bill,
you creased it where the numbers were in red.
It’s standing very bravely on the windowsill
and that’s the last reminder that I read.

Paper tiger, paper moon,
neither of us owes a thing till June.
Roar a little, rise a little,
keep it light and out of tune.

I cut a moon of cardboard from the cornflakes,
I hung it with a ribbon from the tree.
You said it’s only yellow till the morning breaks.
I said well, darling, so are we.

Paper tiger, paper moon,
somebody will knock and very soon.
Roar a little, rise a little,
leave the window to the moon.

Paper tiger, paper moon,
neither of us owes a thing till June.
Roar a little, rise a little,
keep it light and out of tune.`;

/** The wraps of Delphine Okoro-Lamb, oldest first. */
export const delphineOkoroLambWraps = [
  {
    slug: "umbrella-season",
    description:
      "Two strangers, one bus stop, a forecast. Delphine borrowed the organ of St Werburgh’s for an afternoon and filled the pews with cousins who could clap. The rain on the last chorus is real and arrived on the beat.",
    iswc: "T-376.208.415-7",
    status: "ACTIVE",
    created_at: "2025-11-03T16:20:00Z",
    plays: 24530,
    tags: [
      { tag: "indie pop", genre: true },
      { tag: "soul", genre: true },
      { tag: "organ", genre: false },
      { tag: "hand claps", genre: false },
    ],
    albums: [
      {
        name: "Household Weather",
        track_number: 1,
        release_date: "2025-10-17",
        isrc: "GB-DO5-25-00008",
        languages: ["en"],
      },
      {
        name: "Umbrella Season (single)",
        track_number: 1,
        release_date: "2025-09-12",
        isrc: "GB-DO5-25-00004",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "WRITER", value: "Delphine Okoro-Lamb" },
      { role: "SINGER", value: "Delphine Okoro-Lamb" },
      { role: "PERFORMER", value: "Gareth Pym, organ" },
      { role: "PERFORMER", value: "The Cousins, hand claps" },
      { role: "MIXER", value: "Shanice Boateng" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-03-30" },
      { date_type: "RECORDED", date: "2025-05-17" },
      { date_type: "RELEASE", date: "2025-09-12" },
      { date_type: "RELEASE", date: "2025-10-17" },
    ],
    owners: [
      { name: "Delphine Okoro-Lamb", ownership_rate: 70, royalty_rate: 65 },
      { name: "Gareth Pym", ownership_rate: 15, royalty_rate: 15 },
      { name: "Choir Stall Records", ownership_rate: 15, royalty_rate: 20 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/priTLmqKkkTYUKukE4Omva" },
      { dsp: "APPLE", link: "https://music.apple.com/gb/album/umbrella-season/9900463057?i=9901463057" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B05JGVZJNC" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900859001" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=zx4NCL6_umD" },
    ],
    lyrics: umbrellaSeasonLyrics,
    lyricBars: {
      metre: 4,
      stanzas: [
        [5, 2],
        [13, 1.5],
        [19, 2],
        [27, 1.5],
        [58, 1.75],
      ],
    },
    rewards: [
      {
        name: "Left on the seventy-six",
        description: "Your name on the list of lost umbrellas, read out at the end of every set this season.",
        reward_points_earned: 40,
        reward_type: "CREDIT",
      },
      {
        name: "The red umbrella",
        description: "As sung. Please do not leave it on the seventy-six.",
        reward_points_earned: 650,
        reward_type: "MERCH",
        details: "Write where it should be sent. It leaves on the first dry day.",
        stock: 12,
      },
      {
        name: "A pew in Bristol",
        description: "One pew, two people, St Werburgh’s, and you will be expected to clap.",
        reward_points_earned: 1300,
        reward_type: "TICKET",
        details: "Doors at seven, St Werburgh’s. Your name is on the list at the font.",
        stock: 20,
      },
    ],
  },
  {
    slug: "paper-tiger-paper-moon",
    description:
      "A love song made from unpaid bills, folded small. The electric piano came with the flat and the bossa nova came with the piano. Delphine has since paid the gas and kept the tiger.",
    iswc: "T-376.208.470-4",
    status: "ACTIVE",
    created_at: "2026-04-09T17:40:00Z",
    plays: 27192,
    tags: [
      { tag: "bossa nova", genre: true },
      { tag: "soul", genre: true },
      { tag: "electric piano", genre: false },
      { tag: "domestic", genre: false },
    ],
    albums: [
      {
        name: "Paper Tiger, Paper Moon (single)",
        track_number: 1,
        release_date: "2026-03-20",
        isrc: "GB-DO5-26-00015",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "WRITER", value: "Delphine Okoro-Lamb" },
      { role: "SUBAUTHOR", value: "Chidi Okoro-Lamb" },
      { role: "SINGER", value: "Delphine Okoro-Lamb" },
      { role: "PERFORMER", value: "Gareth Pym, electric piano" },
      { role: "PERFORMER", value: "Luísa Prata, nylon guitar" },
      { role: "MIXER", value: "Shanice Boateng" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-10-02" },
      { date_type: "RECORDED", date: "2025-12-06" },
      { date_type: "MASTERED", date: "2026-01-23" },
      { date_type: "RELEASE", date: "2026-03-20" },
    ],
    owners: [
      { name: "Delphine Okoro-Lamb", ownership_rate: 60, royalty_rate: 60 },
      { name: "Chidi Okoro-Lamb", ownership_rate: 10, royalty_rate: 10 },
      { name: "Gareth Pym", ownership_rate: 12.5, royalty_rate: 12.5 },
      { name: "Choir Stall Records", ownership_rate: 17.5, royalty_rate: 17.5 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/EtFcT5akcQYm5WJBprIF7L" },
      {
        dsp: "APPLE",
        link: "https://music.apple.com/gb/album/paper-tiger-paper-moon/9900252745?i=9901252745",
      },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B00P9B523S" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900158862" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=cOJuaSvBrPN" },
    ],
    lyrics: paperTigerPaperMoonLyrics,
    lyricBars: {
      metre: 4,
      stanzas: [
        [3, 2],
        [11, 2],
        [19, 2],
        [27, 2],
        [48, 2],
      ],
    },
    nft: {
      network: "POLYGON",
      nft_id: "31",
      contract_address: "0xFB1bAc0a3C9664E65DE3C9CA28f6AB78Ac94C1e2",
      nft_hash: "0x4b19717dd0fd78c1ee99129ad4ed5f41a528871bd9d5cc30bb0a02b56c7a4d57",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "A fold of your own",
        description: "Delphine names one crease of the tiger after you and posts a drawing of where it is.",
        reward_points_earned: 40,
        reward_type: "SOCIAL_MEDIA_SHOUTOUT",
      },
      {
        name: "A tiger by post",
        description: "Delphine folds one from her own bills. All of them are settled, she thinks.",
        reward_points_earned: 550,
        reward_type: "CUSTOM",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
