import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";

const built = fileURLToPath(new URL("../../../../web/build/", import.meta.url));
const client = `${built}client`;

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

/** The site's scripts, styles and fonts, and the files beside them that have names of their own, such as its icon. */
export async function addAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${client}/assets`,
    prefix: "/assets/",
    // Their names contain a content hash, so they are cached forever.
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
  });
  for (const path of namedFiles()) {
    app.get(`/${path}`, (_request, reply) =>
      reply.sendFile(path, client, { maxAge: "1h", immutable: false }),
    );
  }
}

/** Paths below the client's folder, but for the assets and the forms that the build has compressed. */
function namedFiles(): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(client.length + 1))
    .filter((path) => !path.startsWith("assets/") && !path.startsWith("."));
}
