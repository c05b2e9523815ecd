import { foldWords } from "./fold-words.ts";

/**
 * Returns the key of a tag in its address: “Hip-Hop” and “hip hop” are both `hip-hop`. Undefined without letters or digits. The server knows
 * more letters (ø, ß) and redirects to the key that it finds.
 */
export function tagKey(tag: string): string | undefined {
  return foldWords(tag).replaceAll(" ", "-") || undefined;
}
