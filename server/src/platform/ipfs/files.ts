import { importBytes } from "ipfs-unixfs-importer";
import type { CID } from "multiformats/cid";
import { notFound } from "../failure.ts";
import type { Storage } from "../storage/storage.ts";
import { codecs, putBlock, readBlock } from "./blocks.ts";
import { type Node, readNode } from "./nodes.ts";

/**
 * How files are cut into blocks (IPIP-499): a CID names the cut as well as the bytes, so this never changes. Leaves are raw
 * and of a mebibyte, CIDs of version 1.
 */
const profile = "unixfs-v1-2025";

/** Keeps a file as the blocks that IPFS knows it by, and answers its CID. The same bytes are the same blocks. */
export async function importFile(storage: Storage, bytes: Uint8Array): Promise<CID> {
  const put = async (cid: CID, block: BlockSource) => {
    await putBlock(storage, cid, await wholeOf(block));
    return cid;
  };
  return (await importBytes(bytes, { put }, { profile })).cid;
}

type BlockSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function wholeOf(block: BlockSource): Promise<Uint8Array> {
  return block instanceof Uint8Array ? block : Buffer.concat(await Array.fromAsync(block));
}

/** A file that is here: its bytes are read block by block, each checked. */
export type IpfsFile = { cid: CID; size: number; bytes: AsyncGenerator<Uint8Array> };

/**
 * The file that a CID names, or that lies at a path below the directory that it names.
 *
 * @throws Failure E0001 where that is not here, or no file
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
    const link = node.kind === "directory" ? node.links.find((one) => one.name === name) : undefined;
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

/** A block with what it is called. */
export type Block = { cid: CID; bytes: Uint8Array };

/** All blocks that a CID leads to, its own first, each once. @throws Failure E0001 where one is not here */
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
