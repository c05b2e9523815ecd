import { campaignTexts, type OwnCampaign, postDrop } from "@wrapsody/shared/experiences/campaigns.ts";
import { useEffect, useRef } from "react";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { loadSchema } from "../../../../lib/shims/lazy-zod.ts";
import { readFields } from "./read-fields.ts";

type Filled = { form: HTMLFormElement | null; song: number | undefined; image: File | undefined };

/**
 * Returns a function that validates and sends the form of a new experience. Keeps the idempotency key until the content
 * changes, so that a retry after a lost response creates no second experience.
 */
export function useCampaignCreation() {
  const latest = useRef<{ sent: string; image: File | undefined; key: string }>(undefined);
  // Preloads the schema while the user types.
  useEffect(() => void loadSchema(postDrop.body).catch(() => undefined), []);
  return async ({ form, song, image }: Filled, onProgress: (sent: number) => void): Promise<OwnCampaign> => {
    if (form === null) throw new Error("The form is not on the page.");
    const { typed, missing } = readFields(form, "FIXED", ["max_nfts"]);
    if (song === undefined) missing.unshift({ field: "song_id", message: campaignTexts.required });
    const body = await validate(postDrop.body, typed, missing);
    const sent = JSON.stringify([song, body]);
    if (latest.current?.sent !== sent || latest.current.image !== image)
      latest.current = { sent, image, key: newIdempotencyKey() };
    const options = { params: { id: String(song) }, body, files: { promo_image: image } };
    return uploadFiles(postDrop, { ...options, key: latest.current.key }, { onProgress });
  };
}
