import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patchSongArt } from "@wrapsody/shared/studio/studio.ts";
import { expect, it, onTestFinished } from "vitest";
import { multipart } from "../../testing/http/multipart.ts";
import { readConfig } from "../config/config.ts";
import { createHttpServer } from "../http/http-server.ts";
import { openUploadFolder } from "../http/uploads.ts";
import { createLog } from "../log.ts";
import { unlimited } from "../security/rate-limits.ts";
import { addRoutes, route, type Session } from "./routing.ts";

it("refuses an upload whose sender was removed from the account while it arrived, and keeps no file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "acting-"));
  const app = createHttpServer(readConfig({}), createLog("silent"));
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  const own: Session = { accountId: "member", role: "PROVIDER", userType: "artist", sessionId: "1" };
  const found: (Session | undefined)[] = [
    { ...own, accountId: "label", member: { accountId: "member", role: "EDITOR" } },
    undefined,
  ];
  const stored: string[] = [];
  const handle = route(patchSongArt, async ({ params }) => {
    stored.push(String(params.id));
    throw new Error("stored");
  });
  addRoutes(app, [handle], {
    findSession: {
      byToken: async () => own,
      byKeys: async () => undefined,
      forAccount: async () => found.shift(),
    },
    rateLimits: unlimited,
    uploads: await openUploadFolder(folder),
  });
  const headers = { authorization: `Bearer ${"x".repeat(43)}`, "x-wrap-account": "label" };
  const artwork = { content: Buffer.from("png"), fileName: "a.png", contentType: "image/png" };
  const answer = await app.inject({
    method: "PATCH",
    url: "/api/v1/song/1/art",
    ...multipart({ artwork }, headers),
  });
  expect([answer.statusCode, answer.json().code, stored, found]).toEqual([403, "E0074", [], []]);
  expect(await readdir(join(folder, "uploads"))).toEqual([]);
});
