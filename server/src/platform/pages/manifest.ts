import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";

/** Adds the web app manifest, which names the site. */
export function addManifest(app: FastifyInstance, { site }: Context): void {
  app.get("/site.webmanifest", async (_request, reply) => {
    const { name } = await site.read();
    return reply
      .header("cache-control", "public, max-age=0, must-revalidate")
      .type("application/manifest+json; charset=utf-8")
      .send(
        JSON.stringify({
          name,
          short_name: name,
          start_url: "/",
          display: "minimal-ui",
          background_color: "#fdfdfb",
          theme_color: "#0a0a0a",
          icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
        }),
      );
  });
}
