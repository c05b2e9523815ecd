import { paths } from "../../paths.ts";

/** Entries of the header. */
export type Section = "wraps" | "dapps" | "you" | "start";

const sections: readonly [Section, RegExp][] = [
  ["wraps", /^\/(wraps?|artist|album|playlist)(\/|$)/],
  ["dapps", /^\/experiences(\/|$)/],
  ["you", /^\/(you|my|create|library)(\/|$)/],
  ["start", /^\/(login|lostPassword|resetPassword|claim|user)(\/|$)/],
];

/** Returns the header entry that a path belongs to. */
export function sectionOf(pathname: string): Section | undefined {
  return sections.find(([, form]) => form.test(pathname))?.[0];
}

export const sectionPath = {
  wraps: paths.wraps(),
  dapps: paths.experiences(),
  you: paths.you,
  start: paths.login(),
} satisfies Record<Section, string>;
