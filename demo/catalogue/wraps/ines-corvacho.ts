import type { DemoWrap } from "../types.ts";

const mothHoursLyrics = `Deixei a luz acesa no corredor
para quem voltasse tarde, se voltasse.
Vieram só as traças, com vagar,
como quem não tem pressa e não tem casa.

Uma pousou no dó, outra no ré,
a terceira na corda que não toco.
Disseram: não te levantes, fica ao pé,
que a noite é longa e nós pedimos pouco.

Às três o frigorífico cantou,
às quatro respondeu-lhe o encanamento.
Às cinco foi o galo que chegou
e ninguém lhe pediu um argumento.

Apaga a luz, que já se vê o rio.
As traças vão-se embora sem recado.
Ficou na manga um buraco e frio
e este fado, que me foi emprestado.`;

const saltMeridianLyrics = `The tide turned over in its sleep
and took the names we couldn’t keep,
left salt in rings on every door
to mark how high it was before.

I drew a line from you to me,
a hundred metres under sea.
It holds. It hums. It will not bend.
It has the ocean at each end.

Meridiano, meridiano,
põe o sal na minha mão.
Meridiano, meridiano,
leva a costa, deixa o chão.

The lighthouse counts in fours again.
I count along from one to ten
and lose the place at six or nine
and start again along the line.`;

/** The wraps of Inês Corvacho, oldest first. */
export const inesCorvachoWraps = [
  {
    slug: "moth-hours",
    nickname: "Horas de Traça",
    description:
      "Recorded in the corridor of a third-floor flat in Bonfim, with one lamp on and the window open by agreement. The moths are audible from the second verse onwards. They were offered a credit and took it.",
    iswc: "T-304.118.655-0",
    status: "ACTIVE",
    created_at: "2025-11-14T02:40:00Z",
    plays: 18764,
    tags: [
      { tag: "fado", genre: true },
      { tag: "singer-songwriter", genre: true },
      { tag: "nocturnal", genre: false },
      { tag: "guitar", genre: false },
    ],
    albums: [
      {
        name: "Moth Hours (single)",
        track_number: 1,
        release_date: "2025-10-31",
        isrc: "PT-SM1-25-00386",
        languages: ["pt"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Inês Corvacho" },
      { role: "LYRICIST", value: "Inês Corvacho" },
      { role: "SINGER", value: "Inês Corvacho" },
      { role: "PERFORMER", value: "Joana Feitor, double bass" },
      { role: "PERFORMER", value: "Eleven moths, lampshade" },
      { role: "MIXER", value: "Aud Fjelstad" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-06-21" },
      { date_type: "RECORDED", date: "2025-08-03" },
      { date_type: "MASTERED", date: "2025-09-12" },
      { date_type: "RELEASE", date: "2025-10-31" },
    ],
    owners: [
      { name: "Inês Corvacho", ownership_rate: 75, royalty_rate: 70 },
      { name: "Maré Baixa Edições", ownership_rate: 25, royalty_rate: 30 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/ufNbp0adVqO33W9Zkl2W3Y" },
      { dsp: "APPLE", link: "https://music.apple.com/pt/album/moth-hours/9900531591?i=9901531591" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900966840" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900381451" },
    ],
    lyrics: mothHoursLyrics,
    nft: {
      network: "LINEA",
      nft_id: null,
      contract_address: null,
      nft_hash: "0xf27ee1fe47f3b40ade1d5def49550740fefcc96ee8fa8844efa11870d6ad68c8",
      nft_confirmed: false,
    },
    rewards: [
      {
        name: "A moth, counted",
        description: "Inês adds your name to the count of the night, between the lamp and the window.",
        reward_points_earned: 40,
        reward_type: "CREDIT",
      },
      {
        name: "The lamp stays on",
        description: "Your name on the list of people for whom the corridor light was left burning.",
        reward_points_earned: 200,
        reward_type: "CREDIT",
      },
      {
        name: "A verse by post",
        description:
          "Inês writes out one verse by hand and posts it from Bonfim. It arrives when it arrives.",
        reward_points_earned: 750,
        reward_type: "CUSTOM",
      },
    ],
  },
  {
    slug: "salt-meridian",
    description:
      "Written on the night ferry and finished on the pier at Leixões, Salt Meridian sets a single bass line against a tide gauge. The gauge wins. Inês sang it once, at seventeen minutes past four, and kept that take.",
    iswc: "T-304.118.692-5",
    status: "ACTIVE",
    created_at: "2026-06-08T09:17:00Z",
    plays: 48213,
    tags: [
      { tag: "chamber pop", genre: true },
      { tag: "field recording", genre: false },
    ],
    albums: [
      {
        name: "Cartas de Maré",
        track_number: 4,
        release_date: "2026-03-20",
        isrc: "PT-SM1-26-00417",
        languages: ["pt", "en"],
      },
      {
        name: "Salt Meridian (single)",
        track_number: 1,
        release_date: "2026-01-30",
        isrc: "PT-SM1-26-00398",
        languages: ["pt", "en"],
      },
      {
        name: "Harbour Radio Sessions",
        track_number: 7,
        release_date: "2026-06-05",
        isrc: "PT-SM1-26-00433",
        languages: ["pt"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Inês Corvacho" },
      { role: "LYRICIST", value: "Inês Corvacho, Rui Salvaterra" },
      { role: "ARRANGER", value: "Tomé Abrantes" },
      { role: "SINGER", value: "Inês Corvacho" },
      { role: "PERFORMER", value: "Joana Feitor, double bass" },
      { role: "PERFORMER", value: "Tomé Abrantes, harmonium and tide gauge" },
      { role: "MIXER", value: "Aud Fjelstad" },
      { role: "TRANSLATOR", value: "Miriam Castell" },
    ],
    dates: [
      { date_type: "RECORDED", date: "2025-11-08" },
      { date_type: "RELEASE", date: "2026-01-30" },
      { date_type: "RELEASE", date: "2026-03-20" },
      { date_type: "RERELEASE", date: "2026-06-05" },
    ],
    owners: [
      { name: "Inês Corvacho", ownership_rate: 62.5, royalty_rate: 55 },
      { name: "Rui Salvaterra", ownership_rate: 17.5, royalty_rate: 20 },
      { name: "Maré Baixa Edições", ownership_rate: 20, royalty_rate: 25 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/GXUbGdeo4lfes8Qj6DSACL" },
      { dsp: "APPLE", link: "https://music.apple.com/pt/album/salt-meridian/9900571153?i=9901571153" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900393795" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900701837" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/ines-corvacho/salt-meridian" },
    ],
    lyrics: saltMeridianLyrics,
    nft: {
      network: "LINEA",
      nft_id: "12",
      contract_address: "0x7aC46bC6647C95914B140dcA192c3F34c1b791eF",
      nft_hash: "0x240fd2bcd396c9d77ecf48fc17dd33c0e701055c37e38143c2773afd5b31e54a",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "On the tide board",
        description: "Your name in chalk on the board at the pier until the next spring tide.",
        reward_points_earned: 10,
        reward_type: "CREDIT",
      },
      {
        name: "Wrapped MP3",
        description: "Your copy of the song, tagged with your artwork and a serial.",
        reward_points_earned: 40,
        reward_type: "WRAPPED_MP3",
      },
      {
        name: "Low Water",
        description: "One night’s recordings from the pier, sent as they are, gulls included.",
        reward_points_earned: 120,
        reward_type: "CUSTOM",
      },
      {
        name: "Your name in the notes",
        description: "Printed in the liner notes of the next pressing.",
        reward_points_earned: 300,
        reward_type: "CREDIT",
      },
      {
        name: "Lathe-cut 7-inch, signed",
        description: "Both takes, cut in real time. Numbered by hand.",
        reward_points_earned: 500,
        reward_type: "MERCH",
        details: "Write where it should be sent. Each is cut when it is asked for, so allow three weeks.",
        stock: 50,
      },
      {
        name: "Two places in Porto",
        description: "Casa do Cais, 14 November. Standing.",
        reward_points_earned: 1200,
        reward_type: "TICKET",
        details: "Casa do Cais, 14 November, nine o’clock. Your name is at the door.",
        stock: 10,
      },
      {
        name: "Walk the pier",
        description: "Sunrise, thermos coffee, one hour with Inês.",
        reward_points_earned: 2500,
        reward_type: "MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
