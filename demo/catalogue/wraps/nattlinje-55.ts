import type { DemoWrap } from "../types.ts";

const kvallsbussLyrics = `Kvällsbuss, kvällsbuss, linje femtiofem,
du kör mig inte alltid hela vägen hem,
men nästan, och nästan är mer än jag bad om
när regnet tar över på Amiralsgatan.

Nån sover mot rutan med mössan på sned,
nån håller en tårta, nån räknar på ved.
En kille i overall gråter så tyst
att hela bussen låtsas ha hostat och nyst.

Stanna, sa knappen, och lyste röd.
Ingen gick av, det var ingen nöd.
Föraren skrattade: då kör vi ett till,
ett varv runt kvarteret för den som vill.

Kvällsbuss, kvällsbuss, linje femtiofem,
det är inte borta och det är inte hem.
Det är bara lampor i rader och vi,
en hållplats i taget, och sen är det förbi.`;

/** The wraps of Nattlinje 55, oldest first. */
export const nattlinje55Wraps = [
  {
    slug: "sodium",
    description:
      "Made in the last month before Malmö changed its orange street lamps for white ones. The arpeggio follows the lamps on Lundavägen, one note each, including the one that never worked. It is the pause in bar seven.",
    iswc: "T-298.773.994-3",
    status: "ACTIVE",
    created_at: "2025-10-09T23:58:00Z",
    plays: 15021,
    tags: [
      { tag: "electro", genre: true },
      { tag: "synthwave", genre: true },
      { tag: "night", genre: false },
      { tag: "drum machine", genre: false },
    ],
    albums: [
      {
        name: "Tidtabell",
        track_number: 1,
        release_date: "2025-09-19",
        isrc: "SE-N55-25-00007",
        languages: [],
      },
      {
        name: "Sodium (single)",
        track_number: 1,
        release_date: "2025-08-22",
        isrc: "SE-N55-25-00003",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Siv Åkerblom, Dragan Lönn" },
      { role: "PERFORMER", value: "Siv Åkerblom, sequencer and drum machine" },
      { role: "PERFORMER", value: "Dragan Lönn, synthesizer" },
      { role: "MIXER", value: "Siv Åkerblom" },
    ],
    dates: [
      { date_type: "RECORDED", date: "2025-05-02" },
      { date_type: "MIXED", date: "2025-06-19" },
      { date_type: "RELEASE", date: "2025-08-22" },
      { date_type: "RERELEASE", date: "2025-09-19" },
    ],
    owners: [
      { name: "Siv Åkerblom", ownership_rate: 50, royalty_rate: 50 },
      { name: "Dragan Lönn", ownership_rate: 50, royalty_rate: 50 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/2ibPS03VcdRg4cvLD7nFGG" },
      { dsp: "APPLE", link: "https://music.apple.com/se/album/sodium/9900588032?i=9901588032" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/nattlinje-55/sodium" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=R7bIe_IvWiW" },
    ],
    rewards: [
      {
        name: "Thanked at the terminus",
        description: "The drivers read your name over the speaker when everybody has to get off.",
        reward_points_earned: 25,
        reward_type: "CREDIT",
      },
      {
        name: "Name on the blind",
        description:
          "Siv and Dragan roll your name onto the destination blind, drive one stop and post the picture.",
        reward_points_earned: 350,
        reward_type: "SOCIAL_MEDIA_SHOUTOUT",
      },
    ],
  },
  {
    slug: "kvallsbuss",
    nickname: "Evening Bus",
    description:
      "Line 55, ten past one, rain. Dragan wrote the chords at the terminus with the heating on, and Siv took the hi-hats straight from the wipers. It has been tested on real passengers, of whom four slept and one proposed.",
    iswc: "T-298.774.013-3",
    status: "ACTIVE",
    created_at: "2026-04-21T22:55:00Z",
    plays: 22390,
    tags: [
      { tag: "deep house", genre: true },
      { tag: "downtempo", genre: true },
      { tag: "night", genre: false },
      { tag: "rain", genre: false },
    ],
    albums: [
      {
        name: "Tidtabell",
        track_number: 5,
        release_date: "2025-09-19",
        isrc: "SE-N55-25-00011",
        languages: ["sv"],
      },
      {
        name: "Kvällsbuss (single)",
        track_number: 1,
        release_date: "2026-03-27",
        isrc: "SE-N55-26-00019",
        languages: ["sv"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Dragan Lönn" },
      { role: "LYRICIST", value: "Siv Åkerblom" },
      { role: "SINGER", value: "Siv Åkerblom" },
      { role: "PERFORMER", value: "Dragan Lönn, keyboards and door buzzer" },
      { role: "MIXER", value: "Siv Åkerblom" },
      { role: "TRANSLATOR", value: "Miriam Castell" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-12-13" },
      { date_type: "RECORDED", date: "2025-05-03" },
      { date_type: "RELEASE", date: "2025-09-19" },
      { date_type: "RELEASE", date: "2026-03-27" },
    ],
    owners: [
      { name: "Siv Åkerblom", ownership_rate: 42.5, royalty_rate: 42.5 },
      { name: "Dragan Lönn", ownership_rate: 42.5, royalty_rate: 42.5 },
      { name: "Maré Baixa Edições", ownership_rate: 15, royalty_rate: 15 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/sQGg9wrpJF0sGUKXoqbLCg" },
      { dsp: "APPLE", link: "https://music.apple.com/se/album/kvallsbuss/9900985042?i=9901985042" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900608401" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/nattlinje-55/kvallsbuss" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=udyIpMmTYBx" },
    ],
    lyrics: kvallsbussLyrics,
    nft: {
      network: "LINEA",
      nft_id: "9",
      contract_address: "0xBe75587C18a25fE742b0363Fe3eE21A0AB6b0D5F",
      nft_hash: "0xf10b27e3297b3f4f7e38320b06d35477802357abd13551e46c383f37d2e00042",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "A window, reserved",
        description:
          "Siv keeps one seat on the right-hand side for you and posts what could be seen from it.",
        reward_points_earned: 60,
        reward_type: "SOCIAL_MEDIA_SHOUTOUT",
      },
      {
        name: "The drivers’ own timetable",
        description: "Corrected by hand, with the places where the bus always waits.",
        reward_points_earned: 80,
        reward_type: "CUSTOM",
      },
      {
        name: "Ride the last run",
        description:
          "Two seats on line 55 with both drivers, one guest record of your choice, and cinnamon buns.",
        reward_points_earned: 1800,
        reward_type: "MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
