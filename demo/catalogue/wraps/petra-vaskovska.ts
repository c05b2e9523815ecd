import type { DemoWrap } from "../types.ts";

/** The wraps of Petra Vaškovská, oldest first. */
export const petraVaskovskaWraps = [
  {
    slug: "staircase-descending",
    description:
      "Four marimbas walk down the same staircase at four slightly different speeds. They meet on every landing and pretend to be surprised. The staircase is in the Brno conservatory and has one step that is not like the others.",
    iswc: "T-365.041.207-6",
    status: "ACTIVE",
    created_at: "2025-09-26T14:14:00Z",
    plays: 6288,
    tags: [
      { tag: "minimalism", genre: true },
      { tag: "contemporary classical", genre: true },
      { tag: "marimba", genre: false },
      { tag: "phasing", genre: false },
    ],
    albums: [
      {
        name: "Domestic Physics",
        track_number: 1,
        release_date: "2025-09-05",
        isrc: "CZ-PV8-25-00051",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Petra Vaškovská" },
      { role: "PERFORMER", value: "Kvarteto Schody, marimbas" },
      { role: "MIXER", value: "Radim Hloušek" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-03-17" },
      { date_type: "PREMIERED", date: "2024-10-10" },
      { date_type: "RECORDED", date: "2025-02-01" },
      { date_type: "RELEASE", date: "2025-09-05" },
    ],
    owners: [
      { name: "Petra Vaškovská", ownership_rate: 80, royalty_rate: 80 },
      { name: "Kvarteto Schody", ownership_rate: 0, royalty_rate: 20 },
      { name: "Maré Baixa Edições", ownership_rate: 20, royalty_rate: 0 },
    ],
    dsps: [
      { dsp: "APPLE", link: "https://music.apple.com/cz/album/staircase-descending/9900234951?i=9901234951" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900493274" },
      { dsp: "IDAGIO", link: "https://app.idagio.com/recordings/9900086741" },
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/aLOeeha0bi9RlfZGFHBwJi" },
    ],
    rewards: [],
  },
  {
    slug: "polka-for-a-broken-clock",
    nickname: "Sedmička",
    description:
      "A polka in seven, because the clock in the kitchen has lost a tooth. It was written for a village band that learned it in one evening and has since been unable to play any other. Dancers are advised to have an odd number of feet.",
    iswc: "T-365.041.239-4",
    status: "ACTIVE",
    created_at: "2025-12-18T07:07:00Z",
    plays: 8951,
    tags: [
      { tag: "contemporary classical", genre: true },
      { tag: "polka", genre: true },
      { tag: "odd metre", genre: false },
      { tag: "toy instruments", genre: false },
    ],
    albums: [
      {
        name: "Domestic Physics",
        track_number: 4,
        release_date: "2025-09-05",
        isrc: "CZ-PV8-25-00054",
        languages: [],
      },
      {
        name: "Seven Past Seven (EP)",
        track_number: 1,
        release_date: "2025-12-07",
        isrc: "CZ-PV8-25-00060",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Petra Vaškovská" },
      { role: "SUBARRANGER", value: "Radim Hloušek" },
      { role: "PERFORMER", value: "Dechovka z Horní Dolní, reeds and drum" },
      { role: "PERFORMER", value: "Petra Vaškovská, toy piano and clock" },
      { role: "MIXER", value: "Radim Hloušek" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-07-07" },
      { date_type: "RECORDED", date: "2025-02-07" },
      { date_type: "RELEASE", date: "2025-09-05" },
      { date_type: "RERELEASE", date: "2025-12-07" },
    ],
    owners: [
      { name: "Petra Vaškovská", ownership_rate: 75, royalty_rate: 77 },
      { name: "Radim Hloušek", ownership_rate: 5, royalty_rate: 3 },
      { name: "Maré Baixa Edições", ownership_rate: 20, royalty_rate: 20 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/kA9V2SHxfAuNWp2DFVkj0h" },
      {
        dsp: "APPLE",
        link: "https://music.apple.com/cz/album/polka-for-a-broken-clock/9900552920?i=9901552920",
      },
      { dsp: "IDAGIO", link: "https://app.idagio.com/recordings/9900694559" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=Gk2oHce3o-v" },
    ],
    rewards: [
      {
        name: "Your name in the score",
        description: "Printed on page seven, which comes after page five.",
        reward_points_earned: 177,
        reward_type: "CREDIT",
      },
      {
        name: "Homework, marked",
        description: "Send eight bars of your own. Petra returns them within the month, corrected in purple.",
        reward_points_earned: 777,
        reward_type: "CUSTOM",
      },
    ],
  },
  {
    slug: "ostinato-for-two-lifts",
    description:
      "Two pianos in the two lifts of a department store in Brno, doors held open with scores. One rises while the other falls, and on the fourth floor they agree for eleven seconds. Shoppers were asked to use the stairs, for which see another piece.",
    iswc: "T-365.041.284-9",
    status: "ACTIVE",
    created_at: "2026-03-26T10:10:00Z",
    plays: 13307,
    tags: [
      { tag: "minimalism", genre: true },
      { tag: "contemporary classical", genre: true },
      { tag: "two pianos", genre: false },
      { tag: "site-specific", genre: false },
    ],
    albums: [
      {
        name: "Domestic Physics",
        track_number: 7,
        release_date: "2025-09-05",
        isrc: "CZ-PV8-25-00057",
        languages: [],
      },
      {
        name: "Ostinato for Two Lifts (complete)",
        track_number: 1,
        release_date: "2026-03-13",
        isrc: "CZ-PV8-26-00063",
        languages: [],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Petra Vaškovská" },
      { role: "PERFORMER", value: "Petra Vaškovská, left lift" },
      { role: "PERFORMER", value: "Zuzana Malá, right lift" },
      { role: "PERFORMER", value: "Lift attendant Bohumil Tesař, bell" },
      { role: "MIXER", value: "Aud Fjelstad" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-09-14" },
      { date_type: "PREMIERED", date: "2025-04-04" },
      { date_type: "RECORDED", date: "2025-04-05" },
      { date_type: "RELEASE", date: "2025-09-05" },
      { date_type: "RERELEASE", date: "2026-03-13" },
    ],
    owners: [
      { name: "Petra Vaškovská", ownership_rate: 70, royalty_rate: 65 },
      { name: "Zuzana Malá", ownership_rate: 10, royalty_rate: 15 },
      { name: "Maré Baixa Edições", ownership_rate: 20, royalty_rate: 20 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/PPR3UnXNufjwLp3s2VUkRZ" },
      {
        dsp: "APPLE",
        link: "https://music.apple.com/cz/album/ostinato-for-two-lifts/9900471849?i=9901471849",
      },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900771707" },
      { dsp: "IDAGIO", link: "https://app.idagio.com/recordings/9900175366" },
    ],
    nft: {
      network: "MAINNET",
      nft_id: "3",
      contract_address: "0xc505b1F471C36d62fBc73818C58E4D15c07d0085",
      nft_hash: "0x6a89422fe11c8cc901057e231a1065d4420f00237f57f5d1ae69b0c559a7a330",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "The view from the left lift",
        description:
          "The whole recording filmed from inside, doors included, with your name on the call button.",
        reward_points_earned: 320,
        reward_type: "WRAPPED_VIDEO",
      },
      {
        name: "Counterpoint by video",
        description: "Twenty minutes with Petra, who will ask what you hear and wait for the answer.",
        reward_points_earned: 1100,
        reward_type: "VIRUTAL_MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
