import type { DemoWrap } from "../types.ts";

const grilleLyrics = `Speak into the grille.
State the nature of the bill.
We are listening.
We are listening still.

Press one for sorrow.
Press two for the same.
Press three to hear the options
in somebody else’s name.

The form is in the drawer.
The drawer is in the wall.
The wall is under review.
We value your call.

Speak into the grille.
Stand clear of the sill.
Somebody will be with you.
Somebody will.`;

const longDivisionLyrics = `Seven into forty
goes five times clean,
with five left over
at the bar in between.

Carry the one.
Carry the two.
Carry the shopping.
Carry it through.

We split the rent
and we split the phone,
we split the difference
and the difference went home.

Show your working.
Show your working.
Nobody’s wrong.
It’s just long.

Show your working.
Show your working.
Nobody’s wrong.
It’s just long.`;

const saturdayWasARumourLyrics = `They said there’d be a Saturday.
I put it in the book.
I ruled a line beneath the week
and didn’t dare to look.

Saturday was a rumour.
Saturday was a rumour.
I had it from a man in tax
who has no sense of humour.

Sunday came with evidence:
one shoe, a bus receipt,
a drum machine that no one owns
still going in the street.

Saturday was a rumour.
We never found the source.
We’ve entered it as goodwill
and will write it down, of course.`;

/** The wraps of The Ledger Club, oldest first. */
export const theLedgerClubWraps = [
  {
    slug: "grille",
    description:
      "Recorded through the speaking grille of a closed bank branch on Great Junction Street. The bass stands on one side and the complaint on the other. All three members have worked there and none will say when.",
    iswc: "T-334.790.018-5",
    status: "ACTIVE",
    created_at: "2025-12-05T17:30:00Z",
    plays: 12264,
    tags: [
      { tag: "post-punk", genre: true },
      { tag: "bass", genre: false },
      { tag: "angular", genre: false },
    ],
    albums: [
      {
        name: "Accounts Payable",
        track_number: 3,
        release_date: "2025-11-14",
        isrc: "GB-LC9-25-00039",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "The Ledger Club" },
      { role: "LYRICIST", value: "Fergus Dalgleish" },
      { role: "SINGER", value: "Fergus Dalgleish" },
      { role: "PERFORMER", value: "Morag Baillie, bass" },
      { role: "PERFORMER", value: "Imran Kerr, guitar" },
      { role: "MIXER", value: "Morag Baillie" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-01-31" },
      { date_type: "RECORDED", date: "2025-04-05" },
      { date_type: "RELEASE", date: "2025-11-14" },
    ],
    owners: [
      { name: "Fergus Dalgleish", ownership_rate: 33.34, royalty_rate: 33.34 },
      { name: "Morag Baillie", ownership_rate: 33.33, royalty_rate: 33.33 },
      { name: "Imran Kerr", ownership_rate: 33.33, royalty_rate: 33.33 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/vYAE9snruWMFqYW9B36H5j" },
      { dsp: "APPLE", link: "https://music.apple.com/gb/album/grille/9900252792?i=9901252792" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900044831" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/the-ledger-club/grille" },
    ],
    lyrics: grilleLyrics,
    rewards: [],
  },
  {
    slug: "long-division",
    description:
      "Two chords and a remainder. The band set out to play until the sum came out even and was stopped by the caretaker at ten. The full working is held on file.",
    iswc: "T-334.790.042-5",
    status: "ACTIVE",
    created_at: "2026-02-10T17:45:00Z",
    plays: 17338,
    tags: [
      { tag: "krautrock", genre: true },
      { tag: "post-punk", genre: true },
      { tag: "motorik", genre: false },
      { tag: "interlocking guitars", genre: false },
    ],
    albums: [
      {
        name: "Accounts Payable",
        track_number: 5,
        release_date: "2025-11-14",
        isrc: "GB-LC9-25-00041",
        languages: ["en"],
      },
      {
        name: "Long Division (single)",
        track_number: 1,
        release_date: "2026-01-30",
        isrc: "GB-LC9-26-00052",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "The Ledger Club" },
      { role: "LYRICIST", value: "Morag Baillie" },
      { role: "SINGER", value: "Morag Baillie, Fergus Dalgleish" },
      { role: "PERFORMER", value: "Imran Kerr, guitars" },
      { role: "PERFORMER", value: "A caretaker, keys" },
      { role: "MIXER", value: "Morag Baillie" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-02-28" },
      { date_type: "RECORDED", date: "2025-04-06" },
      { date_type: "RELEASE", date: "2025-11-14" },
      { date_type: "RELEASE", date: "2026-01-30" },
    ],
    owners: [
      { name: "Fergus Dalgleish", ownership_rate: 30, royalty_rate: 30 },
      { name: "Morag Baillie", ownership_rate: 30, royalty_rate: 30 },
      { name: "Imran Kerr", ownership_rate: 30, royalty_rate: 30 },
      { name: "Maré Baixa Edições", ownership_rate: 10, royalty_rate: 10 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/KCwtWIk1yqnb2xxHp0Gpw4" },
      { dsp: "APPLE", link: "https://music.apple.com/gb/album/long-division/9900683963?i=9901683963" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900525916" },
      { dsp: "DEEZER", link: "https://www.deezer.com/track/9900990486" },
    ],
    lyrics: longDivisionLyrics,
    lyricBars: {
      metre: 4,
      stanzas: [
        [15, 1],
        [19, 2],
        [31, 1],
        [35, 2],
        [83, 2],
      ],
    },
    nft: {
      network: "LINEA",
      nft_id: "7",
      contract_address: "0xC5660c3295458C0F08C206e43dE66B9E82BF2B14",
      nft_hash: "0x0cc8a74286bc8908b667a5ffc9d9e3701d210a6db3e850141aa65a5ab0cff485",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "The remainder",
        description: "Access to Warp and Weft, with any squares that were left over.",
        reward_points_earned: 10,
        reward_type: "DAPP_ACCESS",
        dapp: "warp-and-weft",
      },
      {
        name: "Your expenses, approved",
        description: "Send one receipt. It comes back stamped by all three members and framed.",
        reward_points_earned: 480,
        reward_type: "CUSTOM",
      },
    ],
  },
  {
    slug: "saturday-was-a-rumour",
    description:
      "Three accountants from Leith and a borrowed drum machine. Their shortest song, and the only one they agree on.",
    iswc: "T-334.790.057-2",
    status: "ACTIVE",
    created_at: "2026-02-20T17:59:00Z",
    plays: 25884,
    featured: true,
    tags: [
      { tag: "synth-pop", genre: true },
      { tag: "post-punk", genre: true },
      { tag: "drum machine", genre: false },
      { tag: "deadpan", genre: false },
    ],
    albums: [
      {
        name: "Accounts Payable",
        track_number: 9,
        release_date: "2025-11-14",
        isrc: "GB-LC9-25-00047",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "COMPOSER", value: "Imran Kerr" },
      { role: "LYRICIST", value: "Fergus Dalgleish" },
      { role: "SINGER", value: "Fergus Dalgleish" },
      { role: "PERFORMER", value: "Imran Kerr, synthesizer" },
      { role: "PERFORMER", value: "Drum machine, on loan" },
      { role: "MIXER", value: "Morag Baillie" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2025-04-05" },
      { date_type: "RECORDED", date: "2025-04-12" },
      { date_type: "MASTERED", date: "2025-09-30" },
      { date_type: "RELEASE", date: "2025-11-14" },
    ],
    owners: [
      { name: "Fergus Dalgleish", ownership_rate: 33.33, royalty_rate: 33.33 },
      { name: "Morag Baillie", ownership_rate: 33.33, royalty_rate: 33.33 },
      { name: "Imran Kerr", ownership_rate: 33.33, royalty_rate: 33.33 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/nmhqGfy7MgUMTg9Luct5TU" },
      {
        dsp: "APPLE",
        link: "https://music.apple.com/gb/album/saturday-was-a-rumour/9900831233?i=9901831233",
      },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B020S3TCVZ" },
      { dsp: "SOUNDCLOUD", link: "https://soundcloud.com/the-ledger-club/saturday-was-a-rumour" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=_kEDOBlN5p1" },
    ],
    lyrics: saturdayWasARumourLyrics,
    nft: {
      network: "MAINNET",
      nft_id: "5",
      contract_address: "0xd52390443afB86F25B63aA7b9a650A6e1A5fB013",
      nft_hash: "0xb7729d3052f15a4684e265de3c8ac31281b63cea254bc161c72b0da6c53f1dc4",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "Entered under sundries",
        description: "Your name in the annual accounts, in the only column that never adds up.",
        reward_points_earned: 40,
        reward_type: "CREDIT",
      },
      {
        name: "Slow Fast Slow Fast",
        description: "A place on the guest list of the private experience. The list is kept in pencil.",
        reward_points_earned: 150,
        reward_type: "DAPP_ACCESS",
        dapp: "slow-fast-slow-fast",
      },
      {
        name: "Meet the drum machine",
        description: "One hour in the meeting room after the cleaners. The members will also be there.",
        reward_points_earned: 1400,
        reward_type: "MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
