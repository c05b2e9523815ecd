import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Replaces `aws-sdk`, through which the published engine lists its layers: the bucket is a folder here. File names are
 * escaped as the engine requests them, keys are not.
 */
export class S3 {
  listObjects({ Prefix }: { Prefix: string }) {
    const files = readdirSync(join(process.env.BUCKET_URI ?? "", Prefix), { recursive: true }).map(String);
    const keys = files.filter((file) => file.endsWith(".png")).map((file) => join(Prefix, file));
    const Contents = keys.sort().map((key) => ({ Key: decodeURIComponent(key) }));
    return { promise: async () => ({ Contents }) };
  }
}
