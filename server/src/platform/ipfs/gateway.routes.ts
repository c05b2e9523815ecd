import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CID } from "multiformats/cid";
import type { Context } from "../context.ts";
import { notFound } from "../failure.ts";
import { matchesEtag } from "../http/etag.ts";
import { blockName, codecs, parseCid, readBlock, readNode } from "./blocks.ts";
import { exportCar, type IpfsFile, openFile } from "./files.ts";

type GatewayRoute = { Params: { cid: string; "*"?: string }; Querystring: { format?: string } };

/**
 * `GET /ipfs/{cid}` and `/ipfs/{cid}/{path}`: the files stored for IPFS. `?format=car` returns an archive
 * that any IPFS node imports (`ipfs dag import`). `assertUnrestricted` rejects the names of blocks that may not be delivered.
 */
export function addIpfsGateway(
  app: FastifyInstance,
  { storage }: Pick<Context, "storage">,
  assertUnrestricted: (block: string) => Promise<void>,
): void {
  const answer = async (request: FastifyRequest<GatewayRoute>, reply: FastifyReply) => {
    const root = parseCid(request.params.cid);
    if (root === undefined) throw notFound();
    const path = (request.params["*"] ?? "").split("/").filter((part) => part !== "");
    if (request.query.format === "car" && path.length === 0) {
      const block = await readBlock(storage, root);
      if (root.code === codecs.node) readNode(block);
      await assertUnrestricted(blockName(root));
      return sendArchive(request, reply, { root, pieces: exportCar(storage, root) });
    }
    const file = await openFile(storage, root, path);
    await assertUnrestricted(blockName(file.cid));
    return sendFile(request, reply, file);
  };
  app.get<GatewayRoute>("/ipfs/:cid", answer);
  app.get<GatewayRoute>("/ipfs/:cid/*", answer);
}

/** Sets the caching headers: content under a CID never changes. Returns whether the client has it already. */
function isHeld(request: FastifyRequest, reply: FastifyReply, name: string): boolean {
  const tag = `"${name}"`;
  reply
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("access-control-allow-origin", "*")
    .header("etag", tag);
  return matchesEtag(request.headers["if-none-match"], tag);
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { cid, size, bytes }: IpfsFile,
): Promise<FastifyReply> {
  if (isHeld(request, reply, String(cid))) return reply.code(304).send();
  const first = await bytes.next();
  const head = first.done === true ? new Uint8Array() : first.value;
  reply.type(typeOf(head)).header("content-length", size);
  return reply.send(request.method === "HEAD" ? Readable.from([]) : Readable.from(startingWith(head, bytes)));
}

async function* startingWith(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  { root, pieces }: { root: CID; pieces: AsyncGenerator<Uint8Array> },
): FastifyReply {
  if (isHeld(request, reply, `${root}.car`)) return reply.code(304).send();
  reply
    .type("application/vnd.ipld.car; version=1")
    .header("content-disposition", `attachment; filename="${root}.car"`);
  return reply.send(request.method === "HEAD" ? Readable.from([]) : Readable.from(pieces));
}

/** Leading bytes of the file types stored for IPFS. */
const beginnings: readonly { type: string; bytes: string }[] = [
  { type: "image/png", bytes: "89504e47" },
  { type: "image/jpeg", bytes: "ffd8ff" },
  { type: "image/webp", bytes: "52494646" },
  { type: "image/gif", bytes: "47494638" },
  { type: "application/json; charset=utf-8", bytes: "7b" },
];

/** Returns a type that no browser executes. */
function typeOf(head: Uint8Array): string {
  const start = Buffer.from(head.subarray(0, 4)).toString("hex");
  return beginnings.find(({ bytes }) => start.startsWith(bytes))?.type ?? "application/octet-stream";
}
