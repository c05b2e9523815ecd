import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { artist } from "../catalogue/catalogue.ts";

const reference = z.object({ id: z.string().min(1).max(120) });

const follow = z.object({
  following: z.boolean(),
  /** The fan agreed that the artist may export their email address. */
  shares_address: z.boolean(),
});
export type Follow = z.output<typeof follow>;

export const getFollow = endpoint({
  method: "GET",
  path: "artist/:id/follow",
  access: "personal",
  tag: "followers",
  summary: "Whether the caller follows an artist, and shares their email address with them.",
  params: reference,
  answer: follow,
});

export const putFollow = endpoint({
  method: "PUT",
  path: "artist/:id/follow",
  access: "personal",
  tag: "followers",
  summary: "Follows a public artist. A repeat has no effect.",
  params: reference,
  answer: follow,
});

export const patchFollow = endpoint({
  method: "PATCH",
  path: "artist/:id/follow",
  access: "personal",
  tag: "followers",
  summary:
    "Lets an artist whom the caller follows export their email address, or revokes that. A repeat has no effect. E0001 if the caller does not follow " +
    "the artist.",
  params: reference,
  body: z.object({ shares_address: z.boolean() }),
  answer: follow,
});

export const deleteFollow = endpoint({
  method: "DELETE",
  path: "artist/:id/follow",
  access: "personal",
  tag: "followers",
  summary: "Stops following an artist and sharing the email address with them. A repeat has no effect.",
  params: reference,
  answer: follow,
});

const followedArtist = z.object({
  followed_at: instant,
  shares_address: z.boolean(),
  artist: artist.pick({ id: true, artist_clean_id: true, name: true, image: true }),
});
export type FollowedArtist = z.output<typeof followedArtist>;

export const getMyFollows = endpoint({
  method: "GET",
  path: "my/follows",
  access: "personal",
  tag: "followers",
  summary: "The public artists whom the caller follows, the latest first.",
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(followedArtist),
});

const followerCounts = z.object({
  followers: z.number().int(),
  /** Of these, followers who share their email address with the artist. */
  sharing: z.number().int(),
});
export type FollowerCounts = z.output<typeof followerCounts>;

export const getFollowers = endpoint({
  method: "GET",
  path: "my/artist/:id/followers",
  access: "personal",
  tag: "followers",
  summary: "Counts the followers of an artist of the caller.",
  params: reference,
  answer: followerCounts,
});

export const getFollowersExport = endpoint({
  method: "GET",
  path: "my/artist/:id/followers/export",
  access: "personal",
  tag: "followers",
  summary:
    "The confirmed email addresses of followers who agreed to share them with this artist of the caller, as a CSV file (column `email`).",
  params: reference,
  answer: z.string(),
});
