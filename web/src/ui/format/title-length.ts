/** Returns the class that sizes a title (`.display`) so that no word breaks. */
export function titleLength(title: string): "len-s" | "len-m" | "" | "len-l" {
  const longest = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  if (title.length <= 14 && longest <= 8) return "len-s";
  if (title.length <= 24 && longest <= 12) return "len-m";
  return title.length <= 60 && longest <= 18 ? "" : "len-l";
}
