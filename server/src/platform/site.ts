import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";

const built = fileURLToPath(new URL("../../../web/build/", import.meta.url));

/** The built site. Thrown errors name what to run when it has not been built. */
export async function loadSite(): Promise<ServerBuild> {
  if (!existsSync(`${built}server/index.js`)) {
    throw new Error("The site has not been built: run `npm run build` (npm start does so by itself).");
  }
  return (await import(`${built}server/index.js`)) as ServerBuild;
}

/** The site's scripts, styles and fonts; their names hold a hash of their content, so they are kept for good. */
export async function addAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${built}client/assets`,
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
  });
}
