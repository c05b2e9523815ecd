/** What the chain says in a sentence for whoever looks after it, and the keys of the words for its publisher. */
const told: readonly (readonly [RegExp, string])[] = [
  [/^The collection is full/, "full"],
  [/^The receiver's address/, "receiver"],
  [/^The token exists already/, "exists"],
  [/again and again, and did not say why/, "unexplained"],
];

/** The key of the words for why a network refused something. */
export function chainProblemKey(problem: string): string {
  const known = told.find(([said]) => said.test(problem))?.[1] ?? "other";
  return `campaigns.chain.${known}`;
}
