import type { DemoWrap } from "../types.ts";

/** The wraps of Aud Fjelstad, oldest first. */
export const audFjelstadWraps = [
  {
    slug: "endpapers",
    description:
      "A waltz for the marbled paper inside old atlases, played on a piano with a wool blanket over the strings. Aud turned a page between takes for luck. One of the turns was in time and stayed in.",
    iswc: "T-287.660.141-8",
    status: "ACTIVE",
    created_at: "2025-09-04T08:12:00Z",
    plays: 7906,
    tags: [
      { tag: "neoclassical", genre: true },
      { tag: "solo piano", genre: true },
      { tag: "felt piano", genre: false },
      { tag: "waltz", genre: false },
    ],
    albums: [
      {
        name: "Kartrommet",
        track_number: 1,
        release_date: "2025-08-15",
        isrc: "NO-AF7-25-00001",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Aud Fjelstad" },
      { role: "PERFORMER", value: "Aud Fjelstad, felt piano" },
      { role: "MIXER", value: "Aud Fjelstad" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-01-19" },
      { date_type: "RECORDED", date: "2025-03-09" },
      { date_type: "RELEASE", date: "2025-08-15" },
    ],
    owners: [{ name: "Aud Fjelstad", ownership_rate: 100, royalty_rate: 100 }],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/fEJ7G8zlAA62OGr86RjvDR" },
      { dsp: "APPLE", link: "https://music.apple.com/no/album/endpapers/9900568921?i=9901568921" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900851910" },
      { dsp: "IDAGIO", link: "https://app.idagio.com/recordings/9900838573" },
    ],
    rewards: [
      {
        name: "The page turn",
        description: "A page from a worn-out atlas, marbled on the back, with the bar numbers pencilled in.",
        reward_points_earned: 400,
        reward_type: "CUSTOM",
      },
    ],
  },
  {
    slug: "kvadrat-hills",
    description:
      "A melody drawn along the contour lines of a sheet that the map office printed with the mountains missing. Aud put some back. The summit is in the fourth minute and there is a small hut on it.",
    iswc: "T-287.660.196-3",
    status: "ACTIVE",
    created_at: "2026-01-29T09:00:00Z",
    plays: 11482,
    tags: [
      { tag: "ambient", genre: true },
      { tag: "synth", genre: true },
      { tag: "slow", genre: false },
      { tag: "lydian", genre: false },
    ],
    albums: [
      {
        name: "Kartrommet",
        track_number: 7,
        release_date: "2025-08-15",
        isrc: "NO-AF7-25-00007",
        languages: [],
      },
      {
        name: "Kvadrat Hills (long way round)",
        track_number: 1,
        release_date: "2026-01-16",
        isrc: "NO-AF7-26-00012",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Aud Fjelstad" },
      { role: "PERFORMER", value: "Aud Fjelstad, synthesizers" },
      { role: "PERFORMER", value: "Oddvar Lie, pedal steel" },
      { role: "MIXER", value: "Aud Fjelstad" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-02-02" },
      { date_type: "RECORDED", date: "2025-04-27" },
      { date_type: "RELEASE", date: "2025-08-15" },
      { date_type: "RERELEASE", date: "2026-01-16" },
    ],
    owners: [
      { name: "Aud Fjelstad", ownership_rate: 85, royalty_rate: 90 },
      { name: "Oddvar Lie", ownership_rate: 15, royalty_rate: 10 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/1usSbgAg5roUZewIEn1m8u" },
      { dsp: "APPLE", link: "https://music.apple.com/no/album/kvadrat-hills/9900380719?i=9901380719" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900952252" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900510303" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/aud-fjelstad/kvadrat-hills" },
    ],
    nft: {
      network: "LINEA",
      nft_id: "4",
      contract_address: "0x13D7a4F8Ce5FB6BBf687bdd710816ff5a7616e5E",
      nft_hash: "0x6b61822e829459cd5073a4935b3ab28887c529f1e239a35ff535cce468ae39da",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "A spot height",
        description: "Your name beside one summit on the next printing of the sheet.",
        reward_points_earned: 50,
        reward_type: "CREDIT",
      },
      {
        name: "Tea in the map office",
        description: "Half an hour on screen with Aud, a kettle and the sheet with the mountains missing.",
        reward_points_earned: 800,
        reward_type: "VIRUTAL_MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
