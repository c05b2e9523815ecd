import { CarWriter } from "@ipld/car/writer";
import type { CID } from "multiformats/cid";
import type { Storage } from "../storage/storage.ts";
import { listBlocks } from "./files.ts";

/** Everything that a CID leads to as a content-addressed archive (CARv1) whose one root it is, piece by piece. */
export async function* exportCar(storage: Storage, root: CID): AsyncGenerator<Uint8Array> {
  const { writer, out } = CarWriter.create([root]);
  const writing = (async () => {
    for await (const block of listBlocks(storage, root)) await writer.put(block);
    await writer.close();
  })();
  // A block that is missing ends the archive, not the wait for it.
  const failed = writing.then(
    () => undefined,
    () => writer.close(),
  );
  yield* out;
  await Promise.all([writing, failed]);
}
