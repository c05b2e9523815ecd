import { CID } from "multiformats/cid";

/** A link of a node to another block. */
export type Link = { name: string; cid: CID };

/** A node of UnixFS: a directory, or a file, or a part of one, with the bytes that it holds itself before those of its links. */
export type Node = {
  kind: "directory" | "file" | "other";
  /** Bytes of the whole file. */
  size: number;
  bytes: Uint8Array;
  links: readonly Link[];
};

/** https://ipld.io/specs/codecs/dag-pb/spec/ and https://specs.ipfs.tech/unixfs/: the fields of their messages. */
const ofNode = { data: 1, link: 2 } as const;
const ofLink = { hash: 1, name: 2 } as const;
const ofData = { type: 1, bytes: 2, size: 3 } as const;
const kinds: readonly Node["kind"][] = ["file", "directory", "file"];

/** Reads a block of the codec dag-pb that holds UnixFS. @throws Error for one that is broken */
export function readNode(block: Uint8Array): Node {
  const fields = [...fieldsOf(block)];
  const data = [...fieldsOf(bytesAt(fields, ofNode.data))];
  return {
    kind: kinds[numberAt(data, ofData.type)] ?? "other",
    size: numberAt(data, ofData.size),
    bytes: bytesAt(data, ofData.bytes),
    links: fields.filter(({ field }) => field === ofNode.link).map(({ value }) => readLink(value)),
  };
}

function readLink(value: Value): Link {
  const fields = [...fieldsOf(typeof value === "number" ? nothing : value)];
  const name = Buffer.from(bytesAt(fields, ofLink.name)).toString();
  return { name, cid: CID.decode(bytesAt(fields, ofLink.hash)) };
}

type Value = number | Uint8Array;
type Field = { field: number; value: Value };
const nothing = new Uint8Array();

function bytesAt(fields: readonly Field[], wanted: number): Uint8Array {
  const value = fields.find(({ field }) => field === wanted)?.value;
  return value === undefined || typeof value === "number" ? nothing : value;
}

function numberAt(fields: readonly Field[], wanted: number): number {
  const value = fields.find(({ field }) => field === wanted)?.value;
  return typeof value === "number" ? value : 0;
}

/** The fields of a message of protocol buffers; of their wire types only the two that these messages use. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at];
      at += 1;
      if (byte === undefined || factor > 2 ** 49) throw new Error("A node is cut off.");
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = number();
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) yield { field, value: number() };
    else if (wire === 2) {
      const length = number();
      if (at + length > message.length) throw new Error("A node is cut off.");
      yield { field, value: message.subarray(at, at + length) };
      at += length;
    } else throw new Error(`A node has a field of the wire type ${wire}.`);
  }
}
