import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";

/** The icons of the installed site. A maskable one is cut to the shape of the platform's icons. */
export const appIcons = [
  { path: "/icons/192.png", size: 192, purpose: "any" },
  { path: "/icons/512.png", size: 512, purpose: "any" },
  { path: "/icons/maskable-512.png", size: 512, purpose: "maskable" },
] as const;

/** Adds the web app manifest, with which browsers install the site under its name. */
export function addManifest(app: FastifyInstance, { site }: Context): void {
  app.get("/site.webmanifest", async (_request, reply) => {
    const { name, default_language } = await site.read();
    return reply
      .header("cache-control", "public, max-age=0, must-revalidate")
      .type("application/manifest+json; charset=utf-8")
      .send(
        JSON.stringify({
          id: "/",
          name,
          short_name: name,
          lang: default_language,
          start_url: "/",
          scope: "/",
          // With the buttons to go back and reload, where the platform has such windows.
          display_override: ["minimal-ui"],
          display: "standalone",
          background_color: "#fdfdfb",
          theme_color: "#0a0a0a",
          icons: [
            { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
            ...appIcons.map(({ path, size, purpose }) => ({
              src: path,
              sizes: `${size}x${size}`,
              type: "image/png",
              purpose,
            })),
          ],
        }),
      );
  });
}
