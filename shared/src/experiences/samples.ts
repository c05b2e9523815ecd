import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { image } from "../api/media.ts";
import { typedSpotCode } from "./spot-codes.ts";

const box = z.object({
  left: z.number().int(),
  top: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});

/** A layer of a sample artwork, with its box on the canvas. The browser puts a photo of the fan's in the place of PHOTO. */
const sampleLayer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("IMAGE"), image, box }),
  z.object({ kind: z.literal("PHOTO"), box }),
  z.object({ kind: z.literal("QR_CODE"), foreground: z.string(), background: z.string(), box }),
]);
export type SampleLayer = z.output<typeof sampleLayer>;

export const postSamples = endpoint({
  method: "POST",
  path: "drop/:id/samples",
  access: "session",
  limit: "simulation",
  tag: "participation",
  summary:
    "Draws up to 24 different sample artworks of an experience as layers, lowest first. They say nothing about artworks that were or will " +
    "be drawn, and nothing is stored. A private experience answers E0034 to accounts that may not join; `code` is their invitation, and E0007 " +
    "on `code` says why it can't be used.",
  params: z.object({ id: z.string().min(1).max(120) }),
  body: z.object({ code: typedSpotCode.optional() }),
  answer: z.object({
    /** Stands for the QR codes of artworks and leads to the experience: rows of `0` (light) and `1` (dark), without a margin. */
    qr_rows: z.array(z.string()),
    samples: z.array(
      z.object({
        /** Names of the components, in the order in which they were drawn. */
        components: z.array(z.string()),
        layers: z.array(sampleLayer),
      }),
    ),
  }),
});
