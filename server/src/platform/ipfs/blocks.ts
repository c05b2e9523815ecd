import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { decode } from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import { CID } from "multiformats/cid";
import { notFound } from "../failure.ts";
import { buildKey, type StorageKey } from "../storage/key.ts";
import type { Storage } from "../storage/storage.ts";

/** Multicodecs of a file's blocks: raw bytes, and nodes with links to further blocks. */
export const codecs = { raw: 0x55, node: 0x70 } as const;
const sha256 = 0x12;

/** The kind of stored files that are IPFS blocks. No other stored file can be requested by a CID. */
const kind = { extension: "ipld", contentType: "application/vnd.ipld.raw" };

/** Parses a CID. Returns undefined if it is invalid or names blocks of an unsupported codec. */
export function parseCid(text: string): CID | undefined {
  try {
    const cid = CID.parse(text);
    const isKnown = cid.code === codecs.raw || cid.code === codecs.node;
    return isKnown && cid.multihash.code === sha256 ? cid : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a block. @throws Error if the bytes do not match the CID */
export async function putBlock(storage: Storage, cid: CID, bytes: Uint8Array): Promise<void> {
  if (!isOf(cid, bytes)) throw new Error(`The bytes do not match the block ${cid}.`);
  await storage.put(Buffer.from(bytes), kind);
}

/** Reads a block. @throws Failure E0001 if it is missing, Error if it is damaged */
export async function readBlock(storage: Storage, cid: CID): Promise<Buffer> {
  const key = keyOfBlock(cid);
  if (key === undefined) throw notFound();
  const bytes = await buffer(await storage.read(key));
  if (!isOf(cid, bytes)) throw new Error(`The block ${cid} is damaged in the storage.`);
  return bytes;
}

/** Returns the name of a block, the same for every CID that names it: its SHA-256 in hex. */
export const blockName = ({ multihash }: CID): string => Buffer.from(multihash.digest).toString("hex");

function keyOfBlock(cid: CID): StorageKey | undefined {
  if (cid.multihash.code !== sha256) return undefined;
  return buildKey(blockName(cid), kind.extension);
}

function isOf({ multihash }: CID, bytes: Uint8Array): boolean {
  if (multihash.code !== sha256) return false;
  return createHash("sha256").update(bytes).digest().equals(multihash.digest);
}

/** A link from a node to another block. */
type Link = { name: string; cid: CID };

/** A UnixFS node: a directory, a file, or a chunk of a file. Its own bytes precede those of its links. */
export type Node = {
  kind: "directory" | "file" | "other";
  /** Bytes of the whole file. */
  size: number;
  bytes: Uint8Array;
  links: readonly Link[];
};

const kinds: Readonly<Record<string, Node["kind"]>> = { raw: "file", file: "file", directory: "directory" };

/**
 * Reads a dag-pb block that contains UnixFS.
 *
 * @throws Failure E0001 for any other block: a CID may name any stored bytes as if they were a node
 */
export function readNode(block: Uint8Array): Node {
  const node = decodeNode(block);
  if (node === undefined) throw notFound();
  const { unixfs, links } = node;
  return {
    kind: kinds[unixfs.type] ?? "other",
    size: Number(unixfs.fileSize()),
    bytes: unixfs.data ?? new Uint8Array(),
    links,
  };
}

function decodeNode(block: Uint8Array): { unixfs: UnixFS; links: Link[] } | undefined {
  try {
    const { Data, Links } = decode(block);
    if (Data === undefined) return undefined;
    const links = Links.map(({ Name, Hash }) => ({ name: Name ?? "", cid: Hash }));
    return { unixfs: UnixFS.unmarshal(Data), links };
  } catch {
    return undefined;
  }
}
