/**
 * Returns the key of a tag in its address: “Hip-Hop” and “hip hop” are both `hip-hop`. Undefined without letters or digits. The server knows
 * more letters (ø, ß) and redirects to the key that it finds.
 */
export function tagKey(tag: string): string | undefined {
  const key = tag
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return key === "" ? undefined : key;
}
