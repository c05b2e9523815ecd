import type { CID } from "multiformats/cid";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { blockName, parseCid } from "../../../platform/ipfs/blocks.ts";
import { listBlocks, openFile } from "../../../platform/ipfs/files.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { listTokensWithoutBlocks, saveIpfsBlocks } from "./tokens.data.ts";

/** Lists the names of all blocks of the content that CIDs name. @throws Failure E0001 if one is missing */
export async function listContentBlocks(
  storage: Context["storage"],
  roots: readonly CID[],
): Promise<string[]> {
  const names = new Set<string>();
  for (const root of roots) for await (const { cid } of listBlocks(storage, root)) names.add(blockName(cid));
  return [...names];
}

/** Tokens per run of the job. */
const BATCH = 100;

/** Saves the blocks of tokens that were issued before blocks were saved. */
export const saveIpfsBlocksJob = job({
  name: "save-ipfs-blocks",
  payload: z.object({}),
  tries: 3,
  priority: "bulk",
  cron: "*/10 * * * *",
  async run({ db, storage }) {
    for (const { songId, metadataCid } of await listTokensWithoutBlocks(db, BATCH))
      await saveIpfsBlocks(db, songId, await listTokenBlocks(storage, metadataCid));
  },
});

const metadata = z.object({ image: z.string().optional() });

/** Lists the blocks of a token's metadata, and of the picture that it names. None if they are no longer stored. */
async function listTokenBlocks(storage: Context["storage"], metadataCid: string): Promise<string[]> {
  const root = parseCid(metadataCid);
  if (root === undefined) return [];
  try {
    const { bytes } = await openFile(storage, root, []);
    const text = Buffer.concat(await Array.fromAsync(bytes)).toString();
    const { image = "" } = metadata.parse(JSON.parse(text));
    const picture = parseCid(image.replace(/^ipfs:\/\//, ""));
    return await listContentBlocks(storage, picture === undefined ? [root] : [root, picture]);
  } catch (error) {
    if (error instanceof Failure && error.code === "E0001") return [blockName(root)];
    throw error;
  }
}
