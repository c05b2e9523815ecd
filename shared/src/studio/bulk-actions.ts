import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

export const bulkActions = ["SUBMIT", "HIDE", "DELETE", "TAG"] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkLimits = { songs: 100, tag: 100 } as const;

const required = { error: "Required" };

export const postSongActions = endpoint({
  method: "POST",
  path: "my/songs/actions",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Submits, hides, deletes or tags up to 100 wraps of the caller, each as its own call would. Returns the outcome of each in the order " +
    "sent; a wrap that fails does not stop the others. `TAG` takes `tag`, and `genre` if it is one; a wrap that has the tag keeps it.",
  body: z
    .object({
      ids: z
        .array(z.number().int().positive())
        .min(1, { error: "Select at least one wrap." })
        .max(bulkLimits.songs, { error: `Select at most ${bulkLimits.songs} wraps.` })
        .transform((ids) => [...new Set(ids)]),
      action: z.enum(bulkActions),
      tag: z
        .string(required)
        .trim()
        .min(1, required)
        .max(bulkLimits.tag, { error: `Please use at most ${bulkLimits.tag} characters.` })
        .optional(),
      genre: z.boolean().default(false),
    })
    .refine(({ action, tag }) => action !== "TAG" || tag !== undefined, { ...required, path: ["tag"] }),
  answer: z.object({
    results: z.array(
      z.object({
        id: z.number().int(),
        /** Null if it succeeded. */
        problem: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
});
