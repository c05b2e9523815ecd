import { CarWriter } from "@ipld/car/writer";
import type { CID } from "multiformats/cid";
import type { Storage } from "../storage/storage.ts";
import { listBlocks } from "./files.ts";

/** Streams a CID and everything it links to as a CAR archive (CARv1) with this root. */
export async function* exportCar(storage: Storage, root: CID): AsyncGenerator<Uint8Array> {
  const { writer, out } = CarWriter.create([root]);
  const writing = (async () => {
    for await (const block of listBlocks(storage, root)) await writer.put(block);
    await writer.close();
  })();
  // A missing block fails the archive instead of blocking it.
  const failed = writing.then(
    () => undefined,
    () => writer.close(),
  );
  yield* out;
  await Promise.all([writing, failed]);
}
