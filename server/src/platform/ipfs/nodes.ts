import { decode } from "@ipld/dag-pb";
import { UnixFS } from "ipfs-unixfs";
import type { CID } from "multiformats/cid";

/** A link from a node to another block. */
export type Link = { name: string; cid: CID };

/** A UnixFS node: a directory, a file, or a chunk of a file. Its own bytes precede those of its links. */
export type Node = {
  kind: "directory" | "file" | "other";
  /** Bytes of the whole file. */
  size: number;
  bytes: Uint8Array;
  links: readonly Link[];
};

const kinds: Readonly<Record<string, Node["kind"]>> = { raw: "file", file: "file", directory: "directory" };

/** Reads a dag-pb block that contains UnixFS. @throws Error if the block is malformed */
export function readNode(block: Uint8Array): Node {
  const { Data, Links } = decode(block);
  if (Data === undefined) throw new Error("A dag-pb block contains no UnixFS data.");
  const unixfs = UnixFS.unmarshal(Data);
  return {
    kind: kinds[unixfs.type] ?? "other",
    size: Number(unixfs.fileSize()),
    bytes: unixfs.data ?? new Uint8Array(),
    links: Links.map(({ Name, Hash }) => ({ name: Name ?? "", cid: Hash })),
  };
}
