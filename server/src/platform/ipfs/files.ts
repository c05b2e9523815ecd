import { CarWriter } from "@ipld/car/writer";
import { importBytes } from "ipfs-unixfs-importer";
import type { CID } from "multiformats/cid";
import { notFound } from "../failure.ts";
import type { Storage } from "../storage/storage.ts";
import { codecs, type Node, putBlock, readBlock, readNode } from "./blocks.ts";

/**
 * The chunking of files (IPIP-499). It determines the CID, so it never changes: raw leaves of one mebibyte,
 * CIDs of version 1.
 */
const profile = "unixfs-v1-2025";

/** Stores a file as IPFS blocks and returns its CID. The same bytes give the same blocks. */
export async function importFile(storage: Storage, bytes: Uint8Array): Promise<CID> {
  const storeBlock = async (cid: CID, block: BlockSource) => {
    await putBlock(storage, cid, await wholeOf(block));
    return cid;
  };
  return (await importBytes(bytes, { put: storeBlock }, { profile })).cid;
}

type BlockSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function wholeOf(block: BlockSource): Promise<Uint8Array> {
  return block instanceof Uint8Array ? block : Buffer.concat(await Array.fromAsync(block));
}

/** A stored file; its bytes are read and verified block by block. */
export type IpfsFile = { cid: CID; size: number; bytes: AsyncGenerator<Uint8Array> };

/**
 * Opens the file that a CID names, or a path in the directory that it names.
 * @throws Failure E0001 if it is missing or not a file
 */
export async function openFile(storage: Storage, root: CID, path: readonly string[]): Promise<IpfsFile> {
  const [name, ...rest] = path;
  const block = await readBlock(storage, root);
  if (root.code === codecs.raw) {
    if (name !== undefined) throw notFound();
    return { cid: root, size: block.length, bytes: only(block) };
  }
  const node = readNode(block);
  if (name !== undefined) {
    const link = node.kind === "directory" ? node.links.find((link) => link.name === name) : undefined;
    if (link === undefined) throw notFound();
    return openFile(storage, link.cid, rest);
  }
  if (node.kind !== "file") throw notFound();
  return { cid: root, size: node.size, bytes: bytesOf(storage, node) };
}

async function* only(block: Uint8Array): AsyncGenerator<Uint8Array> {
  yield block;
}

async function* bytesOf(storage: Storage, { bytes, links }: Node): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  for (const { cid } of links) {
    const block = await readBlock(storage, cid);
    if (cid.code === codecs.raw) yield block;
    else yield* bytesOf(storage, readNode(block));
  }
}

/** A block with its CID. */
type Block = { cid: CID; bytes: Uint8Array };

/** Lists all blocks that a CID links to, its own first, each once. @throws Failure E0001 if one is missing */
export async function* listBlocks(
  storage: Storage,
  cid: CID,
  seen = new Set<string>(),
): AsyncGenerator<Block> {
  if (seen.has(String(cid))) return;
  seen.add(String(cid));
  const bytes = await readBlock(storage, cid);
  yield { cid, bytes };
  if (cid.code === codecs.raw) return;
  for (const link of readNode(bytes).links) yield* listBlocks(storage, link.cid, seen);
}

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
