/**
 * What somebody who is signed in has of a level of a wrap: the button that claims it, or the claim. It stands on much that this file
 * does not, so that the page of a wrap need not name it all.
 */
export const loadLevelClaim = async () => ({ default: (await import("./level-claim.tsx")).LevelClaim });
