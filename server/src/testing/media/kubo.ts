import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { CarReader } from "@ipld/car/reader";
import type { CID } from "multiformats/cid";
import { codecs, readNode } from "../../platform/ipfs/blocks.ts";

export type Kubo = {
  /** For IPFS_PIN_URL. */
  url: string;
  /** Pinned CIDs, in order. */
  pinned: string[];
  /** One-off responses instead of the normal one. */
  instead: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
};

type KuboOptions = { token?: string; port?: number };
type Blocks = Map<string, Uint8Array>;

/** Maximum size of a block; other nodes would not accept a larger one. */
const mostBlockBytes = 2 << 20;

/**
 * Starts a fake IPFS node with Kubo's import RPC. It rejects what Kubo rejects: a wrong method, a missing or
 * wrong token, no multipart form, no archive, and a block that is too large or does not match its CID. It
 * reports each root as pinned only if every linked block is present.
 * https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-dag-import
 */
export async function openKubo({ token, port: options = 0 }: KuboOptions = {}): Promise<Kubo> {
  const blocks: Blocks = new Map();
  const pinned: string[] = [];
  const instead: Kubo["instead"] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const special = instead.shift();
    if (special !== undefined) return special(response);
    const refusal = refusalOf(request, token);
    if (refusal !== undefined) return void response.writeHead(refusal.status).end(refusal.text);
    const archives = await filesIn(request, body);
    if (archives.length === 0) return void response.writeHead(400).end("file argument 'path' is required");
    try {
      const roots = await importArchives(archives, blocks);
      const lines = roots.map((root) => pinOne(root, blocks, pinned));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    } catch (error) {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ Message: String(error), Code: 0, Type: "error" }));
    }
  });
  // Idle connections must survive slow tests; a closed one would break the next call.
  server.keepAliveTimeout = 0;
  server.listen(options, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pinned,
    instead,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refusalOf(
  { method, url = "", headers }: IncomingMessage,
  token: string | undefined,
): { status: number; text: string } | undefined {
  if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
    return { status: 403, text: "Kubo RPC Access Denied" };
  }
  if (method !== "POST") return { status: 405, text: "405 - Method Not Allowed" };
  const { pathname, searchParams } = new URL(url, "http://kubo");
  if (pathname !== "/api/v0/dag/import") return { status: 404, text: "404 page not found" };
  const known = ["pin-roots", "silent", "stats", "allow-big-block"];
  const strange = [...searchParams.keys()].find((name) => !known.includes(name));
  return strange === undefined ? undefined : { status: 400, text: `unknown option ${strange}` };
}

/** Returns the files of a form, or none if it is not a form. */
async function filesIn({ headers }: IncomingMessage, body: Buffer): Promise<Uint8Array[]> {
  const form = new Response(new Uint8Array(body), {
    headers: { "content-type": headers["content-type"] ?? "" },
  });
  const parts = await form.formData().catch(() => new FormData());
  const files = [...parts.values()].filter((part) => typeof part !== "string");
  return Promise.all(files.map((file) => file.bytes()));
}

async function importArchives(archives: readonly Uint8Array[], blocks: Blocks): Promise<CID[]> {
  const roots: CID[] = [];
  for (const archive of archives) {
    const reader = await CarReader.fromBytes(archive);
    for await (const { cid, bytes } of reader.blocks()) {
      const digest = createHash("sha256").update(bytes).digest();
      if (!digest.equals(cid.multihash.digest)) throw new Error("mismatch in content integrity");
      if (bytes.length > mostBlockBytes) throw new Error("produced block is over 2MiB");
      blocks.set(String(cid), bytes);
    }
    roots.push(...(await reader.getRoots()));
  }
  return roots;
}

function pinOne(root: CID, blocks: Blocks, pinned: string[]) {
  const missing = missingBelow(root, blocks);
  if (missing === undefined) pinned.push(String(root));
  const PinErrorMsg = missing === undefined ? "" : `block was not found locally (offline): ${missing}`;
  return { Root: { Cid: { "/": String(root) }, PinErrorMsg } };
}

function missingBelow(cid: CID, blocks: Blocks): CID | undefined {
  const block = blocks.get(String(cid));
  if (block === undefined) return cid;
  if (cid.code === codecs.raw) return undefined;
  for (const link of readNode(block).links) {
    const missing = missingBelow(link.cid, blocks);
    if (missing !== undefined) return missing;
  }
  return undefined;
}
