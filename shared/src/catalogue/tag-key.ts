/**
 * Returns the key of a tag in its address: “Hip-Hop” and “hip hop” are both `hip-hop`. Undefined without letters or digits. The server knows
 * more letters (ø, ß) and optional marks, and redirects to the key that it finds.
 */
export function tagKey(tag: string): string | undefined {
  const key = tag
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return key || undefined;
}
