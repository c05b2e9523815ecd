import { fileURLToPath } from "node:url";
import { artistDrawings } from "./artists.ts";
import { coverDrawings } from "./covers/all.ts";
import { pieceDrawings, posterDrawings } from "./experiences/all.ts";
import { openPress } from "./press.ts";

/**
 * `node demo/art/draw/draw.ts [slug ...]`: draws everything, or the named works, into demo/art. The `qr.png` of an
 * experience is not drawn here: it comes from the `qrcode` package (level L, margin 4, 6 or 7 pixels per module).
 */
const art = fileURLToPath(new URL("..", import.meta.url));
const slugs = process.argv.slice(2);
const isSelected = ([slug]: readonly [string, unknown]) => slugs.length === 0 || slugs.includes(slug);

const press = await openPress();
for (const [slug, draw] of Object.entries(coverDrawings).filter(isSelected)) {
  await press.print(draw(), 1000, 140_000, `${art}covers/${slug}.jpg`);
}
for (const [slug, draw] of Object.entries(artistDrawings).filter(isSelected)) {
  await press.print(draw(), 900, 110_000, `${art}artists/${slug}.jpg`);
}
for (const [slug, draw] of Object.entries(posterDrawings).filter(isSelected)) {
  await press.print(draw(), 1000, 125_000, `${art}experiences/${slug}/promo.jpg`);
}
for (const [slug, pieces] of Object.entries(pieceDrawings).filter(isSelected)) {
  for (const [name, { width, svg }] of Object.entries(pieces)) {
    await press.cut(svg, width, `${art}experiences/${slug}/${name}.webp`);
  }
}
await press.close();
