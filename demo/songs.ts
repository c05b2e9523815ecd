/** The 24 wraps of the demo catalogue: what music and covers are made by, oldest first. */
export type DemoSong = {
  readonly slug: string;
  readonly title: string;
  readonly artist: string;
  /** What the composition is after, in a musician's words. */
  readonly mood: string;
  readonly bpm: number;
};

export const demoSongs = [
  {
    slug: "endpapers",
    title: "Endpapers",
    artist: "Aud Fjelstad",
    mood: "solo felt piano, waltz, D minor, marbled and slow",
    bpm: 84,
  },
  {
    slug: "harmattan",
    title: "Harmattan",
    artist: "Kofi Amprofi",
    mood: "highlife guitars, dusty 12/8, G major",
    bpm: 104,
  },
  {
    slug: "staircase-descending",
    title: "Staircase, Descending",
    artist: "Petra Vaškovská",
    mood: "minimalist marimbas, phasing falling scales",
    bpm: 132,
  },
  {
    slug: "sodium",
    title: "Sodium",
    artist: "Nattlinje 55",
    mood: "night electro, arpeggio and drum machine, A minor",
    bpm: 118,
  },
  {
    slug: "kiln",
    title: "Kiln",
    artist: "Halden Maar",
    mood: "slow heavy ambient, warm drone and distant drum",
    bpm: 60,
  },
  {
    slug: "umbrella-season",
    title: "Umbrella Season",
    artist: "Delphine Okoro-Lamb",
    mood: "indie pop with organ and hand claps, C major",
    bpm: 112,
  },
  {
    slug: "moth-hours",
    title: "Moth Hours",
    artist: "Inês Corvacho",
    mood: "nocturnal fado-like guitar and bass, E minor",
    bpm: 76,
  },
  {
    slug: "fernhouse",
    title: "Fernhouse",
    artist: "Tidewater Committee",
    mood: "folk ballad, plucked strings and harmonium, F major",
    bpm: 92,
  },
  {
    slug: "grille",
    title: "Grille",
    artist: "The Ledger Club",
    mood: "dry post-punk bass and drums, angular, A minor",
    bpm: 148,
  },
  {
    slug: "polka-for-a-broken-clock",
    title: "Polka for a Broken Clock",
    artist: "Petra Vaškovská",
    mood: "odd-metre toy polka in 7/8, accordion-like reeds",
    bpm: 126,
  },
  {
    slug: "lamp-room",
    title: "Lamp Room",
    artist: "Marlow Finch",
    mood: "slow country, tremolo guitar, B flat major",
    bpm: 72,
  },
  {
    slug: "market-day-in-reverse",
    title: "Market Day in Reverse",
    artist: "Kofi Amprofi",
    mood: "afro-funk organ, clavinet, horns stabs",
    bpm: 110,
  },
  {
    slug: "kvadrat-hills",
    title: "Kvadrat Hills",
    artist: "Aud Fjelstad",
    mood: "wide synth pads, contour-like slow melody, Lydian",
    bpm: 68,
  },
  {
    slug: "long-division",
    title: "Long Division",
    artist: "The Ledger Club",
    mood: "motorik beat, two chords, guitars interlocking",
    bpm: 138,
  },
  {
    slug: "saturday-was-a-rumour",
    title: "Saturday Was a Rumour",
    artist: "The Ledger Club",
    mood: "borrowed drum machine, deadpan synth-pop, shortest song",
    bpm: 124,
  },
  {
    slug: "low-sun-long-shadow",
    title: "Low Sun, Long Shadow",
    artist: "Marlow Finch",
    mood: "desert western, baritone guitar and whistle, D minor",
    bpm: 88,
  },
  {
    slug: "glass-mango",
    title: "Glass Mango",
    artist: "Kofi Amprofi",
    mood: "bright thumb piano and bass, D major",
    bpm: 108,
  },
  {
    slug: "ostinato-for-two-lifts",
    title: "Ostinato for Two Lifts",
    artist: "Petra Vaškovská",
    mood: "two pianos rising and falling out of step",
    bpm: 96,
  },
  {
    slug: "paper-tiger-paper-moon",
    title: "Paper Tiger, Paper Moon",
    artist: "Delphine Okoro-Lamb",
    mood: "bossa-soul, electric piano, B minor",
    bpm: 98,
  },
  {
    slug: "kvallsbuss",
    title: "Kvällsbuss",
    artist: "Nattlinje 55",
    mood: "downtempo house, warm chords, rain-like hats",
    bpm: 115,
  },
  {
    slug: "six-ways-to-leave-a-harbour",
    title: "Six Ways to Leave a Harbour",
    artist: "Tidewater Committee",
    mood: "sea-shanty turned post-rock, builds from one concertina",
    bpm: 90,
  },
  {
    slug: "concrete-lullaby",
    title: "Concrete Lullaby",
    artist: "Halden Maar",
    mood: "music box over slow sub bass, A flat major",
    bpm: 66,
  },
  {
    slug: "quiet-machinery",
    title: "Quiet Machinery",
    artist: "Yuto Aramaki Ensemble",
    mood: "loom rhythm, muted quintet, five-four",
    bpm: 120,
  },
  {
    slug: "salt-meridian",
    title: "Salt Meridian",
    artist: "Inês Corvacho",
    mood: "chamber pop, single bass line, strings and field noise, E flat",
    bpm: 80,
  },
] as const satisfies readonly DemoSong[];
