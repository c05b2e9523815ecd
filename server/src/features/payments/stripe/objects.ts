/** What was asked for in full; what came as an id alone is not here. */
export function expanded<Thing extends object>(thing: string | Thing | null | undefined): Thing | undefined {
  return typeof thing === "object" && thing !== null ? thing : undefined;
}

/** The id of what came in full or as its id. */
export function idOf(thing: string | { id: string } | null | undefined): string | undefined {
  return typeof thing === "object" && thing !== null ? thing.id : (thing ?? undefined);
}
