/** Why an artwork failed, in a sentence for whoever looks after it, and the keys of the words for its publisher. */
const TRANSLATED_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^The collection is full/, "full"],
  [/^The receiver's address/, "receiver"],
  [/^The token (already exists|exists already)/, "exists"],
  [/failed repeatedly|again and again, and did not say why/, "unexplained"],
  [/^Nothing was left to draw/, "undrawn"],
];

/** The key of the words for it; it is a network that refuses what nothing else is known of. */
export function chainErrorKey(problem: string): string {
  const key = TRANSLATED_REASONS.find(([pattern]) => pattern.test(problem))?.[1] ?? "other";
  return `campaigns.chain.${key}`;
}
