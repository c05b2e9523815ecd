/** Patterns of the operator's error messages and the text keys for publishers. */
const TRANSLATED_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^The collection is full/, "full"],
  [/^The receiver's address/, "receiver"],
  [/^The token (already exists|exists already)/, "exists"],
  [/failed repeatedly|again and again, and did not say why/, "unexplained"],
  [/^Nothing was left to draw/, "undrawn"],
];

/** Returns the text key of an error. Unknown errors count as rejected by the network. */
export function chainErrorKey(problem: string): string {
  const key = TRANSLATED_REASONS.find(([pattern]) => pattern.test(problem))?.[1] ?? "other";
  return `campaigns.chain.${key}`;
}
