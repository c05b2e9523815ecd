/** The class that sets a title as large as its panel can hold it (`.display`). */
export function titleLength(title: string): "len-s" | "len-m" | "" | "len-l" {
  if (title.length <= 14) return "len-s";
  if (title.length <= 24) return "len-m";
  return title.length <= 48 ? "" : "len-l";
}
