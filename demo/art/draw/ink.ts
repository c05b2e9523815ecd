/** The ink of every picture in this folder: strings of SVG, and chance that comes out the same on every run. */

export type Point = readonly [number, number];

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ""): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${fill}" ${more}/>`;
}

export function disc(x: number, y: number, r: number, fill: string, more = ""): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}" ${more}/>`;
}

export function oval(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  turn = 0,
  more = "",
): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" transform="rotate(${turn} ${x} ${y})" ${more}/>`;
}

export function shape(d: string, fill: string, more = ""): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function line(d: string, colour: string, width: number, more = ""): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`;
}

export function group(body: string, more: string): string {
  return `<g ${more}>${body}</g>`;
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

export function polyline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;
}

export type Lettering = {
  readonly weight?: number;
  /** Percent of the normal width, 62 to 125. */
  readonly stretch?: number;
  readonly anchor?: "start" | "middle" | "end";
  /** Sets the line to exactly this width. */
  readonly fit?: number;
  readonly more?: string;
};

export function words(text: string, x: number, y: number, size: number, fill: string, how: Lettering = {}) {
  const { weight = 700, stretch = 80, anchor = "start", fit, more = "" } = how;
  const fitted = fit === undefined ? "" : `textLength="${fit}" lengthAdjust="spacingAndGlyphs"`;
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${weight}" text-anchor="${anchor}" style="font-stretch:${stretch}%" ${fitted} ${more}>${text}</text>`;
}

/** A sheet of its own size; everything is drawn for 900 by 900 unless said otherwise. */
export function sheet(body: string, defs = "", width = 900, height = width): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`;
}

/** Edges as a knife or a gouge leaves them. */
export function rough(id: string, depth = 7, frequency = 0.035, seed = 3): string {
  return `<filter id="${id}" x="-5%" y="-5%" width="110%" height="110%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="${seed}"/><feDisplacementMap in="SourceGraphic" scale="${depth}" xChannelSelector="R" yChannelSelector="G"/></filter>`;
}

/** Ink that did not reach everywhere; `hunger` 0 to 1 is how much paper shows through. */
export function starved(id: string, hunger = 0.4, frequency = 0.3, seed = 4): string {
  return `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="2" seed="${seed}"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -12 0 0 0 ${10.1 - hunger * 2}"/><feComposite in="SourceGraphic" operator="in"/></filter>`;
}

/** Mulberry32: numbers from 0 up to 1, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth noise over the plane in 0 to 1, summed over octaves. */
export function clouds(seed: number): (x: number, y: number, octaves?: number) => number {
  const next = chance(seed);
  const grid = Float32Array.from({ length: 65536 }, next);
  const at = (x: number, y: number) => grid[((y & 255) << 8) | (x & 255)] ?? 0;
  const smooth = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const u = ease(x - column);
    const v = ease(y - row);
    const top = mix(at(column, row), at(column + 1, row), u);
    return mix(top, mix(at(column, row + 1), at(column + 1, row + 1), u), v);
  };
  return (x, y, octaves = 1) => {
    let [sum, weight, total] = [0, 0.5, 0];
    for (let octave = 0; octave < octaves; octave++) {
      const scale = 2.03 ** octave;
      sum += weight * smooth(x * scale + 17 * octave, y * scale + 31 * octave);
      total += weight;
      weight /= 2;
    }
    return sum / total;
  };
}

const ease = (t: number) => t * t * (3 - 2 * t);

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function clamp(value: number, least = 0, most = 1): number {
  return Math.min(most, Math.max(least, value));
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The item at `index`, counted round and round. */
export function turnOf<T>(items: readonly T[], index: number): T {
  const item = items[((index % items.length) + items.length) % items.length];
  if (item === undefined) throw new Error("Nothing to take turns with.");
  return item;
}

export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** One decimal is finer than any press. */
export function short(value: number): number {
  return Math.round(value * 10) / 10;
}
