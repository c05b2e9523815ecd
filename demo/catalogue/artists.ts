import type { DemoArtist } from "./types.ts";

/** Names as `songs.ts` writes them. One artist is of the free publisher, seven are of the premium one, and three of publishers without a login. */
export const demoArtists = [
  {
    slug: "ines-corvacho",
    name: "Inês Corvacho",
    owner: "premium",
    description:
      "Inês Corvacho writes on ferries and finishes on piers. She grew up in Leixões above a shop that repaired barometers, which she says explains the tempo. She plays guitar, piano and, when the harbour master is out, the tide gauge.",
  },
  {
    slug: "halden-maar",
    name: "Halden Maar",
    owner: "premium",
    description:
      "Halden Maar makes slow music for tall buildings. By day he inspects concrete for the city of Gothenburg and knocks on it with a small hammer. By night he has the recordings of the knocking.",
  },
  {
    slug: "nattlinje-55",
    name: "Nattlinje 55",
    owner: "premium",
    description:
      "Two night-bus drivers from Malmö who met at the depot’s only piano. Siv Åkerblom programs, Dragan Lönn plays the chords, and every track is tested on the last run before release. If somebody misses their stop, it is done.",
  },
  {
    slug: "aud-fjelstad",
    name: "Aud Fjelstad",
    owner: "publisher",
    description:
      "Aud Fjelstad plays felted pianos and patient synthesizers in a former map office in Bergen. She mixes other people’s records in the mornings, when the ferry is quiet. She has never owned a metronome and would like that to be known.",
  },
  {
    slug: "kofi-amprofi",
    name: "Kofi Amprofi",
    owner: "redCard",
    description:
      "Bandleader, thumb piano player and former referee from Kumasi. Kofi Amprofi runs rehearsals with a whistle and has sent off two bass players, both of whom came back. His band learns every song at the market first and in the studio second.",
  },
  {
    slug: "petra-vaskovska",
    name: "Petra Vaškovská",
    owner: "premium",
    description:
      "Petra Vaškovská composes for instruments that were not consulted: marimbas, lifts, clocks, two pianos that dislike each other. She teaches counterpoint in Brno and marks homework in purple. Her scores are published with a table of known arguments.",
  },
  {
    slug: "delphine-okoro-lamb",
    name: "Delphine Okoro-Lamb",
    owner: "choirStall",
    description:
      "Born in Enugu, raised in Bristol, rained on in both. Delphine Okoro-Lamb sings about domestic matters with a church organ behind her and a choir of cousins. She keeps a list of everything she has left on buses.",
  },
  {
    slug: "tidewater-committee",
    name: "Tidewater Committee",
    owner: "footbridge",
    description:
      "Seven people from Lunenburg, Nova Scotia, who first met to save a footbridge. The footbridge was lost but the minutes were good, so they set them to music. Decisions are taken by majority and sung in four parts.",
  },
  {
    slug: "the-ledger-club",
    name: "The Ledger Club",
    owner: "premium",
    description:
      "Three accountants from Leith with a bass, a guitar and a drum machine that they have been borrowing since 2019. They rehearse in the meeting room after the cleaners have gone. Every song is reconciled at the end of the month.",
  },
  {
    slug: "marlow-finch",
    name: "Marlow Finch",
    owner: "premium",
    description:
      "Marlow Finch plays baritone guitar in Silver City, New Mexico, and whistles better than is strictly needed. Before this there was a print shop, and before that a goat. The songs are slow because the sun is.",
  },
  {
    slug: "yuto-aramaki-ensemble",
    name: "Yuto Aramaki Ensemble",
    owner: "premium",
    description:
      "A quintet from Kiryū, a town that has woven silk for thirteen hundred years and is in no hurry to stop. Yuto Aramaki writes for muted brass, bass, brushes and whichever machine is about to be scrapped. The machines are credited, and so far none has complained.",
  },
] as const satisfies readonly DemoArtist[];
