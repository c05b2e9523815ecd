import { existsSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";
import type { Context } from "../context.ts";
import { notFound } from "../failure.ts";
import { immutable } from "../storage/file-response.ts";
import { createAssetReader } from "./site-builds.ts";

const built = fileURLToPath(new URL("../../../../web/build/", import.meta.url));
const client = `${built}client`;
/** The scripts, styles and fonts of this node's build. */
export const assetFolder = `${client}/assets`;

/** The built site. Thrown errors name what to run when it has not been built. */
export async function loadSite(): Promise<ServerBuild> {
  if (!existsSync(`${built}server/index.js`)) {
    throw new SiteError(
      "The site has not been built. Run `npm run build` (`npm start` does this automatically).",
    );
  }
  return (await import(`${built}server/index.js`)) as ServerBuild;
}

class SiteError extends Error {
  override name = "SiteError";
}

/**
 * The site's scripts, styles and fonts, and the files beside them that have names of their own, such as its icon. Assets that this build does
 * not have are looked up in the stored builds, for pages of another build.
 */
export async function addAssets(app: FastifyInstance, context: Context, folder = assetFolder): Promise<void> {
  await app.register(
    async (scope) => {
      addAssetsOfOtherBuilds(scope, context);
      await scope.register(fastifyStatic, {
        root: folder,
        // Registers a route for each file. The wildcard's handler would read the folder for every request.
        wildcard: false,
        globIgnore: ["**/*.{br,gz}"],
        // Their names contain a content hash, so they are cached forever.
        immutable: true,
        maxAge: "365d",
        preCompressed: true,
        index: false,
        decorateReply: false,
      });
    },
    { prefix: "/assets" },
  );
  await app.register(fastifyStatic, { root: client, serve: false });
  for (const path of namedFiles()) {
    app.get(`/${path}`, (_request, reply) =>
      reply.sendFile(path, client, { maxAge: "1h", immutable: false }),
    );
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Answers for names that the static files do not have. */
function addAssetsOfOtherBuilds(scope: FastifyInstance, context: Context): void {
  const readAsset = createAssetReader(context);
  scope.get<{ Params: { "*": string } }>("/*", async ({ params, headers }, reply) => {
    const name = /^[\w.-]{1,200}$/.exec(params["*"])?.[0];
    if (name === undefined) throw notFound();
    const asset = await readAsset(name, headers["accept-encoding"]);
    if (asset === undefined) throw notFound();
    if (asset.encoding !== undefined) reply.header("content-encoding", asset.encoding);
    return reply
      .header("cache-control", immutable)
      .header("vary", "accept-encoding")
      .header("x-content-type-options", "nosniff")
      .type(contentTypes[extname(name)] ?? "application/octet-stream")
      .send(asset.body);
  });
}

/** Paths below the client's folder, but for the assets and the forms that the build has compressed. */
function namedFiles(): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(client.length + 1))
    .filter((path) => !path.startsWith("assets/") && !path.startsWith("."));
}
