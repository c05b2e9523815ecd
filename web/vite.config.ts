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
  test: /web\/src\/(shell\/(?!terms|privacy|legal-page|not-found)|lib\/|ui\/(?!tabs)|paths|root)|node_modules\/(thumbhash\/|lucide-react\/dist\/esm\/(?!icons))/,
  priority: 1,
};

export default defineConfig({
  plugins: [tailwindcss(), schemasLater(), lightLanguage(), reactRouter()],
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [frame, site] } } } } },
  },
});

/** Keeps zod out of the browser's first load: see `src/lib/schema-later.ts`. */
function schemasLater(): Plugin {
  const later = fileURLToPath(new URL("./src/lib/schema-later.ts", import.meta.url));
  return {
    name: "schemas-later",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/shared\/src\/.*\.ts$/ },
      handler: (code) =>
        code.replace('import * as z from "zod";', `import { z } from ${JSON.stringify(later)};`),
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
