/** Returns an expandable field if it was expanded. */
export function expanded<Thing extends object>(thing: string | Thing | null | undefined): Thing | undefined {
  return typeof thing === "object" && thing !== null ? thing : undefined;
}

/** Returns the id of an expandable field. */
export function idOf(thing: string | { id: string } | null | undefined): string | undefined {
  return typeof thing === "object" && thing !== null ? thing.id : (thing ?? undefined);
}
