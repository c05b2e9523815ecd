import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** What every page runs on. One file of it compresses better than twenty, and outlives a change of the site. */
const frame = {
  name: "frame",
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
  priority: 2,
};

/** What every page shows. */
const site = {
  name: "site",
  test: /web\/src\/(shell\/(?!terms|privacy|legal-page|not-found|open-companion)|lib\/(?!send-files|call-key)|ui\/(?!tabs|dialog|local-time|picture-|square-|use-)|paths|root)|node_modules\/(thumbhash\/|lucide-react\/dist\/esm\/(?!icons))/,
  priority: 1,
};

/** What several of the public pages show, and several of those behind the log-in: a file of a kilobyte costs a round trip. */
const publicParts = {
  name: "public",
  test: /web\/src\/(features\/(catalogue\/(?!studio|review|statistics|wrap-(?!record|data)|learn-|listen-|rewards-|experience-tab)|experiences)|ui\/(?!local-time|dialog|picture-|square-|use-))|shared\/src\/(catalogue|experiences|rewards|chain|media|page)\.ts/,
  minShareCount: 2,
};

/** The page of a wrap, which its publisher and its reviewer see before anybody else does. */
const wrapParts = {
  name: "wrap-parts",
  test: /web\/src\/features\/catalogue\/(wrap-(?!record|data)|learn-|listen-|rewards-|experience-tab)/,
  minShareCount: 2,
};

/** What several pages of publishers and administrators show. */
const studioParts = {
  name: "studio",
  test: /web\/src\/(features\/(catalogue\/(studio|review|statistics)|imports|subscriptions|accounts\/admin)\/|ui\/(picture-(file|field|words)|use-))|shared\/src\/(studio|codes|reward-levels|imports|review|statistics|account-admin)\.ts/,
  minShareCount: 2,
};
const memberParts = {
  name: "members",
  test: /web\/src\/features\/accounts\/(?!admin|confirmed|index)/,
  minShareCount: 2,
};

export default defineConfig({
  plugins: [tailwindcss(), schemasLater(), lightLanguage(), reactRouter()],
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [frame, site, publicParts, wrapParts, memberParts, studioParts],
            },
          },
        },
      },
    },
  },
});

/** What the reference of the API says of a call; a page has no use for it. */
const summaries = /summary:\s*"(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*/g;

/** Keeps zod and the words of the API's reference out of the browser: see `src/lib/schema-later.ts`. */
function schemasLater(): Plugin {
  const later = fileURLToPath(new URL("./src/lib/schema-later.ts", import.meta.url));
  return {
    name: "schemas-later",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/shared\/src\/.*\.ts$/ },
      handler: (code) =>
        code
          .replace('import * as z from "zod";', `import { z } from ${JSON.stringify(later)};`)
          .replace(summaries, 'summary: ""'),
    },
  };
}

/** Gives the browser the part of i18next that the site uses: see `src/lib/light-i18next.tsx`. */
function lightLanguage(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/light-i18next.tsx", import.meta.url));
  return {
    name: "light-language",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: { filter: { id: /^(react-)?i18next$/ }, handler: () => light },
  };
}
