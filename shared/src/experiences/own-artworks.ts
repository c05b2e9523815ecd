import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image } from "../api/media.ts";
import { rarityNames } from "./experiences.ts";
import { CANVAS_SIDE_PX } from "./placing.ts";

/** A layer of an artwork, with its box on the canvas. */
export const revealedLayer = z.object({
  /** Of the component; null for the promo image, which all artworks of a FIXED_IMAGE experience have. */
  name: z.string().nullable(),
  /** 1 to 99; null if it was not drawn: of promo images and tiles. */
  rarity: z.number().int().nullable(),
  /** The label of the rarity: the component that its slot draws most often is common. */
  rarity_label: z.enum(rarityNames).nullable(),
  /** Null for photos and QR codes. */
  image: image.nullable(),
  /** A photo or QR code as WebP in base64; null if it has an image, and for a photo that someone else added. */
  picture: z.string().nullable(),
  box: z.object({
    left: z.number().int(),
    top: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
  }),
});
export type RevealedLayer = z.output<typeof revealedLayer>;

export const artworkReveal = z.object({
  /** Lowest first. */
  layers: z.array(revealedLayer),
  /** Side of the largest print in pixels; 900, that of the stored picture, if a component allows no more. */
  print_side: z.number().int().min(CANVAS_SIDE_PX),
});
export type ArtworkReveal = z.output<typeof artworkReveal>;

/** STORED: the picture of the token. PRINT: `print_side` pixels. */
export const artworkFileSizes = ["STORED", "PRINT"] as const;
export type ArtworkFileSize = (typeof artworkFileSizes)[number];

const size = z.enum(artworkFileSizes).default("STORED");
const orderCode = z.object({ code: z.string().min(1).max(100) });
const orderId = z.object({ id: z.string().min(1).max(120) });
const participantId = z.object({
  participantId: z.coerce
    .number()
    .int()
    .positive()
    .max(2 ** 31 - 1),
});

const layersSummary =
  "the layers of a rendered artwork, lowest first, and the side of its largest print. E0001: it is not rendered yet, or restricted";
const fileSummary =
  "a rendered artwork as PNG (image/png, no JSON), as stored or for printing. E0001: it is not rendered yet, or restricted";

export const getOrderArtworkLayers = endpoint({
  method: "GET",
  path: "payment/:id/artwork/layers",
  access: "optional",
  limit: "simulation",
  tag: "participation",
  summary: `Returns, by the order's code, ${layersSummary}. E0035: wrong code or order.`,
  params: orderId,
  query: orderCode,
  answer: artworkReveal,
});

export const getOrderArtworkFile = endpoint({
  method: "GET",
  path: "payment/:id/artwork/file",
  access: "optional",
  limit: "simulation",
  tag: "participation",
  summary: `Downloads, by the order's code, ${fileSummary}. E0035: wrong code or order.`,
  params: orderId,
  query: orderCode.extend({ size }),
  /** The file. */
  answer: z.string(),
});

export const getMyArtLayers = endpoint({
  method: "GET",
  path: "my/art/:participantId/layers",
  access: "session",
  limit: "simulation",
  tag: "experiences",
  summary: `Returns ${layersSummary} or not the caller's.`,
  params: participantId,
  answer: artworkReveal,
});

export const getMyArtFile = endpoint({
  method: "GET",
  path: "my/art/:participantId/file",
  access: "session",
  limit: "simulation",
  tag: "experiences",
  summary: `Downloads ${fileSummary} or not the caller's.`,
  params: participantId,
  query: z.object({ size }),
  /** The file. */
  answer: z.string(),
});
