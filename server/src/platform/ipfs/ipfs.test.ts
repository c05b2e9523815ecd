import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CarReader } from "@ipld/car/reader";
import { importer } from "ipfs-unixfs-importer";
import { CID } from "multiformats/cid";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../checks/test-limits.ts";
import { type Kubo, openKubo } from "../../testing/media/kubo.ts";
import { startLoopbackS3 } from "../../testing/media/loopback-s3.ts";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { createLog } from "../log.ts";
import { openDiskStorage } from "../storage/disk.ts";
import { buildKey } from "../storage/key.ts";
import { openS3Storage } from "../storage/s3.ts";
import type { Storage } from "../storage/storage.ts";
import { codecs, putBlock, readBlock } from "./blocks.ts";
import { exportCar, importFile, listBlocks } from "./files.ts";
import { addIpfsGateway } from "./gateway.routes.ts";
import { PinError, pin } from "./pin.ts";

/** The CID that every implementation gives these eleven bytes. */
const hello = {
  bytes: Buffer.from("hello world"),
  cid: "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e",
};
/** A PNG by its first bytes, larger than one block. */
const large = Buffer.concat([Buffer.from("89504e47", "hex"), Buffer.alloc(1_100_000, "salt meridian")]);

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wrapsody-ipfs-"));
  storage = await openDiskStorage(join(folder, "files"));
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(from: Storage) {
  const app = createHttpServer(readConfig({ RATE_LIMITS: "0" }), createLog("silent"));
  addIpfsGateway(app, { storage: from }, () => Promise.resolve());
  onTestFinished(() => app.close());
  return (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url, headers });
}

/** Returns the path of a block on disk. */
function fileOf(cid: CID): string {
  return join(folder, "files", buildKey(Buffer.from(cid.multihash.digest).toString("hex"), "ipld"));
}

describe("an IPFS file", () => {
  it("has the standard CID, however often it is stored", async () => {
    expect(String(await importFile(storage, hello.bytes))).toBe(hello.cid);
    expect(String(await importFile(storage, hello.bytes))).toBe(hello.cid);
    expect(String(await importFile(storage, Buffer.alloc(0)))).toBe(
      "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    );
  });

  it("is split into raw leaves of one mebibyte under one node", async () => {
    const content = Buffer.concat([large, large]);
    const cid = await importFile(storage, content);
    const [root, ...leaves] = await Array.fromAsync(listBlocks(storage, cid));
    expect([cid.version, root?.cid.equals(cid)]).toEqual([1, true]);
    expect(leaves.map(({ bytes }) => bytes.length)).toEqual([1 << 20, 1 << 20, content.length - (2 << 20)]);
    expect(Buffer.concat(leaves.map(({ bytes }) => bytes)).equals(content)).toBe(true);
  });

  it("is verified against its CID when written and read", async () => {
    const cid = CID.parse(hello.cid);
    await expect(putBlock(storage, cid, Buffer.from("goodbye"))).rejects.toThrow("do not match the block");
    const content = `about to be damaged ${randomUUID()}`;
    const damaged = await importFile(storage, Buffer.from(content));
    const file = fileOf(damaged);
    expect((await readFile(file)).toString()).toBe(content);
    await writeFile(file, "has been damaged!!!");
    await expect(readBlock(storage, damaged)).rejects.toThrow("damaged in the storage");
    expect((await (await serve(storage))(`/ipfs/${damaged}`)).statusCode).toBe(500);
  });
});

describe("the gateway", () => {
  it.each(["disk", "S3"])("serves files stored on %s byte by byte, cacheable forever", async (where) => {
    const from = where === "disk" ? storage : await onS3();
    const get = await serve(from);
    const cid = await importFile(from, large);
    const answer = await get(`/ipfs/${cid}`);
    expect([answer.statusCode, answer.rawPayload.equals(large)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      etag: `"${cid}"`,
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "image/png",
      "content-length": String(large.length),
      "access-control-allow-origin": "*",
    });
    const cached = await get(`/ipfs/${cid}`, { "if-none-match": `W/"other", "${cid}"` });
    expect([cached.statusCode, cached.body]).toEqual([304, ""]);
    const head = await get(`/ipfs/${cid}`, {}, "HEAD");
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(large.length),
    ]);
  });

  it("finds the files of a directory by their paths", async () => {
    const files = [
      { path: "wrap/metadata.json", content: Buffer.from(`{"name":"Salt Meridian"}`) },
      { path: "wrap/art/côver.png", content: large },
    ];
    const put = async (cid: CID, block: unknown) => {
      if (!(block instanceof Uint8Array)) throw new Error("the importer gave no bytes");
      await putBlock(storage, cid, block);
      return cid;
    };
    const imported = await Array.fromAsync(importer(files, { put }, { profile: "unixfs-v1-2025" }));
    const root = imported.find(({ path }) => path === "wrap")?.cid;
    const get = await serve(storage);
    const metadata = await get(`/ipfs/${root}/metadata.json`);
    expect([metadata.json(), metadata.headers["content-type"]]).toEqual([
      { name: "Salt Meridian" },
      "application/json; charset=utf-8",
    ]);
    expect((await get(`/ipfs/${root}/art/${encodeURIComponent("côver.png")}`)).rawPayload.equals(large)).toBe(
      true,
    );
    for (const path of ["", "/art", "/art/", "/other.json", "/metadata.json/deeper"]) {
      expect([path, (await get(`/ipfs/${root}${path}`)).statusCode]).toEqual([path, 404]);
    }
  });

  it("exports a file as a CAR archive that other nodes import", async () => {
    const cid = await importFile(storage, large);
    const answer = await (await serve(storage))(`/ipfs/${cid}?format=car`);
    expect(answer.headers["content-type"]).toBe("application/vnd.ipld.car; version=1");
    const reader = await CarReader.fromBytes(answer.rawPayload);
    expect((await reader.getRoots()).map(String)).toEqual([String(cid)]);
    expect((await Array.fromAsync(reader.cids())).length).toBe(3);
  });

  it("returns 404 for files that were not stored for IPFS and for invalid CIDs", async () => {
    const picture = await storage.put(large, { extension: "png", contentType: "image/png" });
    const secret = CID.createV1(0x55, (await importFile(storage, Buffer.from("x"))).multihash);
    expect((await (await serve(storage))(`/ipfs/${secret}`)).statusCode).toBe(200);
    const digest = createHash("sha256").update(large).digest();
    expect(picture.hash).toBe(digest.toString("hex"));
    const sha512 = CID.decode(Buffer.concat([Buffer.from([1, 0x55, 0x13, 64]), Buffer.alloc(64, 7)]));
    const cbor = CID.decode(Buffer.concat([Buffer.from([1, 0x71, 0x12, 32]), digest]));
    const raw = CID.decode(Buffer.concat([Buffer.from([1, 0x55, 0x12, 32]), digest]));
    const get = await serve(storage);
    const cidOf = (codec: number, hash: readonly number[], bytes: Uint8Array) =>
      CID.decode(Buffer.concat([Buffer.from([1, codec, ...hash, bytes.length]), bytes]));
    const others = [
      cidOf(codecs.raw, [0x00], Buffer.from("hello")),
      cidOf(codecs.raw, [0xa0, 0xe4, 0x02], digest),
      cidOf(codecs.raw, [0x1e], digest),
      // SHA-256 cut to 20 bytes, which a CID may be.
      cidOf(codecs.raw, [0x12], digest.subarray(0, 20)),
      cidOf(codecs.raw, [0x12], Buffer.alloc(0)),
      cidOf(codecs.node, [0x12], digest.subarray(0, 20)),
      CID.create(0, codecs.node, raw.multihash),
      // Stored bytes, named as if they were a node with links.
      CID.create(0, codecs.node, secret.multihash),
      CID.createV1(codecs.node, secret.multihash),
    ];
    const names = [raw, cbor, sha512, ...others, "x", "..", "%00", "Qm", hello.cid.toUpperCase()];
    for (const name of names) {
      expect([String(name), (await get(`/ipfs/${name}`)).statusCode]).toEqual([String(name), 404]);
      expect([String(name), (await get(`/ipfs/${name}?format=car`)).statusCode]).toEqual([String(name), 404]);
      expect([String(name), (await get(`/ipfs/${name}/metadata.json`)).statusCode]).toEqual([
        String(name),
        404,
      ]);
    }
  });
});

describe("pinning", () => {
  const configured = (kubo: Pick<Kubo, "url">, token?: string) => ({
    storage,
    config: readConfig({
      IPFS_PIN_URL: `${kubo.url}/`,
      ...(token === undefined ? {} : { IPFS_PIN_TOKEN: token }),
    }),
  });
  async function openTestKubo(options: { token?: string } = {}): Promise<Kubo> {
    const kubo = await openKubo(options);
    onTestFinished(() => kubo.close());
    return kubo;
  }

  it("is done by the configured node, whose response is compared", async () => {
    const kubo = await openTestKubo({ token: "hunter22" });
    const cid = await importFile(storage, large);
    expect(await pin(configured(kubo, "hunter22"), cid)).toBe(true);
    expect(await pin(configured(kubo, "hunter22"), cid)).toBe(true);
    expect(kubo.pinned).toEqual([String(cid), String(cid)]);
    expect(await pin({ storage, config: readConfig({}) }, cid)).toBe(false);
  });

  it("fails if the node rejects, holds other content, returns no CID or disconnects, and reveals no secret", async () => {
    const kubo = await openTestKubo({ token: "hunter22" });
    const cid = await importFile(storage, Buffer.from("a small file"));
    const attempt = (token = "hunter22") =>
      pin(configured(kubo, token), cid).then(
        () => "pinned",
        (error: unknown) => (error instanceof PinError ? error.message : "something else"),
      );
    expect(await attempt("wrong")).toBe("The IPFS node responded with 403: Kubo RPC Access Denied");
    const line = (root: string, problem = "") =>
      `${JSON.stringify({ Root: { Cid: { "/": root }, PinErrorMsg: problem } })}\n`;
    const answers: [string, string][] = [
      [line(hello.cid), "The IPFS node pinned a different root."],
      [line("nonsense"), "The IPFS node pinned a different root."],
      [line(String(cid)) + line(hello.cid), "The IPFS node pinned a different root."],
      [line(String(cid), "no space"), "The IPFS node could not pin the root: no space"],
      ['{"Stats":{"BlockCount":4}}\n', "The IPFS node did not report what it pinned."],
      ["<html>", "The IPFS node did not report what it pinned."],
      ["", "The IPFS node did not report what it pinned."],
    ];
    for (const [answer, problem] of answers) {
      kubo.instead.push((response) => void response.end(answer));
      expect([answer, await attempt()]).toEqual([answer, problem]);
    }
    kubo.instead.push((response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end());
    expect(await attempt()).toBe("The IPFS node is not responding.");
    kubo.instead.push((response) => void response.socket?.destroy());
    expect(await attempt()).toBe("The IPFS node is not responding.");
    kubo.instead.push((response) => {
      response.writeHead(200, { "content-length": 1_000 });
      response.write("{", () => response.socket?.destroy());
    });
    expect(await attempt()).toBe("The IPFS node closed the connection.");
    expect([kubo.pinned, await attempt(), kubo.pinned]).toEqual([[String(cid)], "pinned", [String(cid)]]);
  });

  it("sends nothing incomplete", async () => {
    const kubo = await openTestKubo();
    const cid = await importFile(storage, Buffer.alloc(1_100_000, "cut short"));
    const [, leaf] = await Array.fromAsync(listBlocks(storage, cid));
    if (leaf === undefined) throw new Error("there is no leaf");
    await rm(fileOf(leaf.cid));
    const another = await openDiskStorage(join(folder, "files"));
    await expect(Array.fromAsync(exportCar(another, cid))).rejects.toMatchObject({ code: "E0001" });
    await expect(pin({ ...configured(kubo), storage: another }, cid)).rejects.toMatchObject({
      code: "E0001",
    });
    await another.close();
    expect(kubo.pinned).toEqual([]);
  });
});

async function onS3(): Promise<Storage> {
  const { settings, stop } = await startLoopbackS3(join(folder, "s3"));
  const opened = await openS3Storage(settings, join(folder, "spool"), POLL_TIMEOUT_MS);
  onTestFinished(async () => {
    await opened.close();
    await stop();
  });
  return opened;
}
