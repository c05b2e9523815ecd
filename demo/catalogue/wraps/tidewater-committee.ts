import type { DemoWrap } from "../types.ts";

const fernhouseLyrics = `My grandmother rented the fernhouse for life
from a man who had lost it at cards to his wife.
She paid them in cuttings, she paid them in tea,
and the roof let the rain in, and no one charged me.

Come in, shut the door, there’s a pail on the floor
and more weather in here than they’re having outdoors.

There’s maidenhair, hart’s-tongue and adder’s-tongue too,
half of them body parts, all of them new.
They open like fists that have thought better of it.
She’d say, “Look, it forgave you,” and hand me the bucket.

Come in, shut the door, there’s a pail on the floor
and more weather in here than they’re having outdoors.

They came with a paper, they came with a plan,
they measured the glass for a different man.
She gave them some tea and she showed them the moss,
and the moss took a year, and they wrote off the loss.`;

const sixWaysToLeaveAHarbourLyrics = `One is on the morning tide with everybody waving.
Two is in the dead of night with nothing worth the saving.
Haul, and let the kettle boil,
haul, and let her go.

Three is with the doctor’s wife and four is with the doctor.
Five is in a wooden box with half the town to chock her.
Haul, and let the kettle boil,
haul, and let her go.

My mother knew a seventh way, she kept it in the pantry:
you stand so long upon the quay the harbour leaves you, gently.
Haul, and let the kettle boil,
haul, and let her go.

But six, they say, is slowest yet, and that’s the one I’m using:
I tell you every day I’ll leave, and every day keep choosing.
Haul, and let the kettle boil,
haul, and let me go.`;

/** The wraps of Tidewater Committee, oldest first. */
export const tidewaterCommitteeWraps = [
  {
    slug: "fernhouse",
    description:
      "A ballad for a greenhouse that was let for life to a woman who then lived to a hundred and three. The strings were plucked under glass, which is why everything sounds a little watered. Carried by five votes to two.",
    iswc: "T-349.117.023-7",
    status: "ACTIVE",
    created_at: "2025-11-27T18:00:00Z",
    plays: 10870,
    tags: [
      { tag: "folk", genre: true },
      { tag: "ballad", genre: true },
      { tag: "harmonium", genre: false },
      { tag: "plucked strings", genre: false },
    ],
    albums: [
      {
        name: "Matters Arising",
        track_number: 2,
        release_date: "2025-10-24",
        isrc: "CA-TC6-25-00020",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "AUTHOR", value: "Maeve Zwicker" },
      { role: "COMPOSER", value: "Maeve Zwicker, Angus Corkum" },
      { role: "SINGER", value: "Maeve Zwicker" },
      { role: "PERFORMER", value: "Angus Corkum, harmonium" },
      { role: "PERFORMER", value: "Lorna Tanner, mandolin" },
      { role: "MIXER", value: "Desmond Ritcey" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-05-12" },
      { date_type: "RECORDED", date: "2025-06-07" },
      { date_type: "RELEASE", date: "2025-10-24" },
    ],
    owners: [
      { name: "Maeve Zwicker", ownership_rate: 45, royalty_rate: 40 },
      { name: "Angus Corkum", ownership_rate: 35, royalty_rate: 30 },
      { name: "Tidewater Committee", ownership_rate: 0, royalty_rate: 15 },
      { name: "Footbridge Song Society", ownership_rate: 20, royalty_rate: 15 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/G4xVMShGF6rKXzOlrCOear" },
      { dsp: "APPLE", link: "https://music.apple.com/ca/album/fernhouse/9900237720?i=9901237720" },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B04CFVQCGS" },
      {
        dsp: "PANDORA",
        link: "https://www.pandora.com/artist/tidewater-committee/fernhouse/TRjexamte62xvctq",
      },
    ],
    lyrics: fernhouseLyrics,
    rewards: [
      {
        name: "A cutting",
        description: "One maidenhair frond, pressed, on paper you could frame.",
        reward_points_earned: 275,
        reward_type: "MERCH",
        details: "Write where it should be sent. It travels flat.",
        stock: 60,
      },
      {
        name: "Thanks recorded in the minutes",
        description: "Moved, seconded and read aloud at the next meeting.",
        reward_points_earned: 425,
        reward_type: "CREDIT",
      },
    ],
  },
  {
    slug: "six-ways-to-leave-a-harbour",
    description:
      "It starts with one concertina on the quay at Lunenburg and ends with everyone who was passing. There are seven ways in the song, but the motion to change the title did not find a seconder. Best heard from the back of a boat.",
    iswc: "T-349.117.081-7",
    status: "ACTIVE",
    created_at: "2026-05-05T12:30:00Z",
    plays: 29046,
    tags: [
      { tag: "folk", genre: true },
      { tag: "post-rock", genre: true },
      { tag: "sea shanty", genre: false },
      { tag: "concertina", genre: false },
    ],
    albums: [
      {
        name: "Matters Arising",
        track_number: 8,
        release_date: "2025-10-24",
        isrc: "CA-TC6-25-00026",
        languages: ["en"],
      },
      {
        name: "Six Ways to Leave a Harbour (single)",
        track_number: 1,
        release_date: "2026-04-17",
        isrc: "CA-TC6-26-00031",
        languages: ["en"],
      },
    ],
    credits: [
      { role: "AUTHOR", value: "Desmond Ritcey" },
      { role: "COMPOSER", value: "Tidewater Committee" },
      { role: "ADAPTOR", value: "Angus Corkum" },
      { role: "SINGER", value: "Maeve Zwicker, Desmond Ritcey" },
      { role: "PERFORMER", value: "Lorna Tanner, concertina" },
      { role: "PERFORMER", value: "Persons passing, chorus" },
      { role: "MIXER", value: "Desmond Ritcey" },
    ],
    dates: [
      { date_type: "WRITTEN", date: "2024-08-03" },
      { date_type: "RECORDED", date: "2025-06-14" },
      { date_type: "RELEASE", date: "2025-10-24" },
      { date_type: "RERELEASE", date: "2026-04-17" },
    ],
    owners: [
      { name: "Desmond Ritcey", ownership_rate: 30, royalty_rate: 30 },
      { name: "Angus Corkum", ownership_rate: 25, royalty_rate: 25 },
      { name: "Maeve Zwicker", ownership_rate: 25, royalty_rate: 25 },
      { name: "Footbridge Song Society", ownership_rate: 20, royalty_rate: 20 },
    ],
    dsps: [
      { dsp: "SPOTIFY", link: "https://open.spotify.com/track/LYkkOmwfuFUOJQ78YM9hXs" },
      {
        dsp: "APPLE",
        link: "https://music.apple.com/ca/album/six-ways-to-leave-a-harbour/9900015686?i=9901015686",
      },
      { dsp: "AMAZON", link: "https://music.amazon.com/albums/B0FSPZ3GD0" },
      { dsp: "TIDAL", link: "https://tidal.com/browse/track/9900097848" },
      { dsp: "YOUTUBE", link: "https://music.youtube.com/watch?v=qQjd8nrU7uk" },
    ],
    lyrics: sixWaysToLeaveAHarbourLyrics,
    lyricBars: {
      metre: 3,
      stanzas: [
        [9, 2],
        [21, 2],
        [33, 2],
        [57, 2],
      ],
    },
    nft: {
      network: "LINEA",
      nft_id: "18",
      contract_address: "0xEA30aC90586160795824181C113b842a807168b2",
      nft_hash: "0xc0b0497e3a63408a61beb41a20870bde1aecfdfb3cd9c9e968f2c271fae899c2",
      nft_confirmed: true,
    },
    rewards: [
      {
        name: "Present at the meeting",
        description: "Your name in the list of those present. The chair has approved it.",
        reward_points_earned: 40,
        reward_type: "CREDIT",
      },
      {
        name: "A vote of thanks, online",
        description: "The Committee thanks you by name wherever it posts. Two members may abstain.",
        reward_points_earned: 280,
        reward_type: "SOCIAL_MEDIA_SHOUTOUT",
      },
      {
        name: "Attend a meeting",
        description: "Observer status, tea at your own expense, any other business welcome.",
        reward_points_earned: 950,
        reward_type: "VIRUTAL_MEET_AND_GREET",
      },
    ],
  },
] as const satisfies readonly DemoWrap[];
