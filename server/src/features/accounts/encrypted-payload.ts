import { z } from "zod";
import type { Context } from "../../platform/context.ts";

const payload = z.object({ sealed: z.string() });

/** Defines a job payload whose content is encrypted in the queue. `purpose` is unique to the job. */
export function encryptedPayload<Content extends z.ZodType>(purpose: string, content: Content) {
  return {
    payload,
    encryptContent: ({ encryption }: Context, value: z.output<Content>) => ({
      sealed: encryption.encrypt(purpose, JSON.stringify(value)).toString("base64"),
    }),
    decryptContent: ({ encryption }: Context, { sealed }: z.output<typeof payload>): z.output<Content> =>
      content.parse(JSON.parse(encryption.decrypt(purpose, Buffer.from(sealed, "base64")))),
  };
}
