import { demoArtists as artists } from "./artists.ts";
import { demoExperiences as experiences } from "./experiences.ts";
import { demoPeople as people } from "./people.ts";
import type { DemoAccount, DemoArtist, DemoExperience, DemoUser } from "./types.ts";
import { demoUsers as users } from "./users.ts";

// Widened here: a reader asks every entry for its optional fields, which the literal types of the data would refuse.

/** The 11 artists of the demo catalogue; `name` joins them to `songs.ts`. */
export const demoArtists: readonly DemoArtist[] = artists;

/** The ten experiences, oldest first. `cost_per_nft` is in US dollars. */
export const demoExperiences: readonly DemoExperience[] = experiences;

/** A fan, a publisher on the free plan, a premium publisher and an admin, with their public passwords. */
export const demoUsers: readonly DemoUser[] = users;

/** These, and the publishers and fans whom nobody can log in as. */
export const demoAccounts: readonly DemoAccount[] = [...users, ...people];

export type { DemoAccount, DemoArtist, DemoExperience, DemoUser, DemoWrap } from "./types.ts";
export { demoWraps } from "./wraps.ts";
