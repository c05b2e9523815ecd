import { z } from "zod";
import type { Context } from "../../platform/context.ts";

const payload = z.object({ sealed: z.string() });

/** Defines a job payload whose content is encrypted in the queue. `purpose` is unique to the job. */
export function encryptedPayload<Content extends z.ZodType>(purpose: string, content: Content) {
  return {
    payload,
    close: ({ seal }: Context, given: z.output<Content>) => ({
      sealed: seal.close(purpose, JSON.stringify(given)).toString("base64"),
    }),
    open: ({ seal }: Context, { sealed }: z.output<typeof payload>): z.output<Content> =>
      content.parse(JSON.parse(seal.open(purpose, Buffer.from(sealed, "base64")))),
  };
}
