import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { type GroupContext, nameSharedFile, nameStyles, type PageKind } from "./page-kinds.ts";

/** Libraries that every page runs on. One file compresses better than twenty, and survives a change of the site. Only the studio reads several queries. */
const frame = {
  name: "frame",
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*\/(?:useQueries|queriesObserver)\.)|shims\/light-router/,
  priority: 2,
};

/** Modules that every page uses. */
const site = {
  name: "site",
  test: /web\/src\/(shell\/(?!legal|not-found|share-link|sleeve-mosaic|player\/(?:queue|listen-points)\/|search\/(?!search-button)|header\/(?:open-companion|account-switch|bell|menu\.|point-total))|lib\/(?!shims\/light-router|drafts\/(?!remove-)|polling|external-payment|files|forms|networks|language\/(?:namespaces|lyrics-problems)|pages\/(?:flash-param|list-params)|api\/(?:upload-files|idempotency-key|invalidate|fetch-file))|ui\/(?!charts|countdown|graphics\/qr-code|forms|pickers|feedback\/(?:dialog|empty-spread|skeleton|status-message)|format\/(?:local-time|address|royalty|release-time|time-zones)|lists|layout\/(?:action-menu|embed-frame|tabs|lazy-section|wide-table)|pictures\/(?:picture-|square-|lazy-|use-))|paths|root)|node_modules\/(thumbhash\/|lucide-react\/dist\/esm\/(?!icons\/(?!arrow-(right|left)\.)))/,
  priority: 1,
};

/** Modules that several public pages and several pages behind the login share. A file of a kilobyte costs a round trip. */
const publicParts = {
  name: "public",
  test: /web\/src\/(features\/(catalogue\/(artist|album\/(?:album-data|play-album)|history|home\/(?!home-empty)|library\/(?:song-actions|action-views|fan-action|intent)|wrap\/(?:wrap\.|wrap-data|wrap-json-ld|share-button|preview-address)|wraps\/(?!search-bar|song-row|tag-links))|experiences\/(index|experiences\.css|artworks\/artworks|experience\/(?!artwork-|access-|facts|campaign-entry|experience-error|share-)|list|participants))|ui\/(layout\/(?:tabs|wide-table)|format\/address))|shared\/src\/(?:catalogue\/catalogue|experiences\/(?:experiences|chain)|rewards\/rewards|api\/(?:media|page))\.ts/,
  minShareCount: 2,
};

/** The page of a wrap, which its publisher preview and its review show too. */
const wrapParts = {
  name: "wrap-parts",
  test: /web\/src\/features\/catalogue\/wrap\/(learn|listen|rewards|experience-tab|wrap-(?!data|json-ld))/,
  minShareCount: 2,
};

/** Pages of experiences and of their artwork. Pages of wraps use none of it. */
const experienceParts = {
  name: "experience-parts",
  test: /web\/src\/(features\/experiences\/(programme|artworks\/(?:artwork-|rarity|slots)|experience\/(?:artwork-|access-|facts|campaign-entry|experience-error|share-))|ui\/format\/royalty|lib\/networks)|icons\/(qr-code|user-round)\./,
  minShareCount: 2,
};

/** Modules of lists with pages and filters. */
const listParts = {
  name: "lists",
  test: /web\/src\/(lib\/pages\/list-params|ui\/lists\/paged-list)|shared\/src\/text\/fold-words\.ts/,
  minShareCount: 2,
};

/** The addresses of all texts that pages load, apart from the forms of the login, which the search has none of. */
const textAddresses = { name: "texts", test: /web\/src\/lib\/language\/namespaces/, minShareCount: 2 };

/** Apart from the tabs of wraps, because pages of artists need the names only. */
const serviceNames = {
  name: "services",
  test: /web\/src\/features\/catalogue\/wrap\/dsp-names/,
  minShareCount: 2,
};

/** The confirmation dialog and the primitives below it: 14 kB that few pages of members need. */
const dialog = {
  name: "dialog",
  test: /web\/src\/(ui\/feedback\/dialog|features\/accounts\/forms\/confirm-button)\./,
  minShareCount: 2,
};

/** Wallet connection and the calls that come with it. Wallet linking and the signer of the demo wallet are chunks of their own. */
const walletParts = {
  name: "chain",
  test: /web\/src\/features\/chain\/(?!demo-provider|link|use-linking)|shared\/src\/(?:experiences\/campaigns|accounts\/wallets)\.ts|node_modules\/mipd\//,
  minShareCount: 2,
};

/** What several pages share that no group above has. */
const sharedParts = (kind: PageKind) =>
  [kind, `some-${kind}`].map((file) => ({
    name: (id: string, context: GroupContext) => (nameSharedFile(id, context) === file ? file : null),
    test: /web\/src\/(?!features\/chain\/)|shared\/src\/(?!experiences\/campaigns|accounts\/wallets)|node_modules\/(?!mipd\/)/,
    minShareCount: 2,
  }));

/** One file of styles for each kind of pages. Public pages and those of the login have theirs in that of the site. */
const styles = { name: nameStyles, test: /web\/src\/.*\.css$/, priority: 3 };

export default defineConfig({
  plugins: [
    tailwindcss(),
    lazyZod(),
    lightLanguage(),
    lightIcons(),
    lightRouter(),
    serverRouter(),
    reactRouter(),
  ],
  build: { sourcemap: false, assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    ssr: { resolve: { noExternal: ["lucide-react"] } },
    client: {
      build: {
        rolldownOptions: {
          // React Router's hints for its users in the console, 1.5 kB of texts. Nothing uses what they return.
          // Schemas that nothing refers to are left out, too.
          treeshake: { manualPureFunctions: ["warning", "warningOnce", "warnOnce", "z"] },
          output: {
            // Every page loads the list of all files, so their hashes are as short as the bundler allows.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                styles,
                frame,
                site,
                publicParts,
                serviceNames,
                wrapParts,
                experienceParts,
                listParts,
                textAddresses,
                // A file takes along what its modules import and no file before it has.
                ...sharedParts("entry"),
                dialog,
                ...sharedParts("embeds"),
                ...sharedParts("members"),
                walletParts,
                ...sharedParts("studio"),
                ...sharedParts("administration"),
              ],
            },
          },
        },
      },
    },
  },
});

/** Summaries and groups of the API reference, which no page uses. */
const referenceTexts = /(?:summary|tag):\s*"(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*,?/g;
/** Schemas of responses, which only the server applies: a property of an endpoint, on one line or on several. */
const responseSchemas = /^ {2}answer: (?:.*[({[]\n(?: {3,}.*\n)* {2}\S.*|.*),\n/gm;

/** Schemas that are made of another one. Without a reference, they are left out like calls of `z`. */
const derivedSchemas = /= (\w+\.(?:extend|pick|omit|partial|required)\()/g;

/** Keeps zod, the API reference and the schemas of responses out of the browser: see `src/lib/shims/lazy-zod.ts`. */
function lazyZod(): Plugin {
  const later = fileURLToPath(new URL("./src/lib/shims/lazy-zod.ts", import.meta.url));
  return {
    name: "lazy-zod",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/shared\/src\/.*\.ts$/ },
      handler: (code) =>
        code
          .replace('import * as z from "zod";', `import { z } from ${JSON.stringify(later)};`)
          .replace(referenceTexts, "")
          .replace(responseSchemas, "")
          .replace(derivedSchemas, "= /* @__PURE__ */ $1"),
    },
  };
}

/** Builds icons from their paths alone: see `src/lib/shims/light-icon.ts`. */
function lightIcons(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/shims/light-icon.ts", import.meta.url));
  return {
    name: "light-icons",
    enforce: "pre",
    resolveId: { filter: { id: /\/createLucideIcon\.mjs$/ }, handler: () => light },
  };
}

/** Leaves out what the site never uses of React Router in the browser: see `src/lib/shims/light-router.ts`. */
function lightRouter(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/shims/light-router.ts", import.meta.url));
  return {
    name: "light-router",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: {
      filter: { id: /^\.\/(?:lib\/dom\/ssr\/)?(?:instrumentation|fog-of-war)\.js$/ },
      handler: () => light,
    },
  };
}

/** Renders links and scripts with the site's own components on the server: see `src/lib/shims/server-router.ts`. */
function serverRouter(): Plugin {
  const router = fileURLToPath(new URL("./src/lib/shims/server-router.ts", import.meta.url));
  return {
    name: "server-router",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "ssr",
    resolveId: {
      filter: { id: /^react-router$/ },
      handler: (_id, importer) =>
        importer?.includes("/shims/server-") || importer?.includes("node_modules") ? undefined : router,
    },
  };
}

/** Replaces i18next with the part that the site uses: see `src/lib/shims/light-i18next.tsx`. */
function lightLanguage(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/shims/light-i18next.tsx", import.meta.url));
  return {
    name: "light-language",
    enforce: "pre",
    resolveId: { filter: { id: /^(react-)?i18next$/ }, handler: () => light },
  };
}
