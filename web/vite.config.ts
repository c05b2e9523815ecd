import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** Libraries that every page runs on. One file compresses better than twenty, and survives a change of the site. Only the studio reads several queries. */
const frame = {
  name: "frame",
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*\/(?:useQueries|queriesObserver)\.)/,
  priority: 2,
};

/** Modules that every page uses. */
const site = {
  name: "site",
  test: /web\/src\/(shell\/(?!legal|not-found|header\/open-companion)|lib\/(?!drafts\/(?!remove-)|polling|external-payment|files|forms|language\/namespaces|pages\/(?:flash-param|list-params)|api\/(?:upload-files|idempotency-key|invalidate|fetch-file))|ui\/(?!charts|forms|pickers|feedback\/(?:dialog|status-message)|format\/(?:local-time|address|royalty)|lists|layout\/(?:tabs|lazy-section|wide-table)|pictures\/(?:picture-|square-|lazy-|use-))|paths|root)|node_modules\/(thumbhash\/|lucide-react\/dist\/esm\/(?!icons\/(?!arrow-(right|left)\.)))/,
  priority: 1,
};

/** Modules that several public pages and several pages behind the login share. A file of a kilobyte costs a round trip. */
const publicParts = {
  name: "public",
  test: /web\/src\/(features\/(catalogue\/(artist|embed|history|home|wrap\/(?:wrap\.|wrap-data|wrap-json-ld|share-button|preview-address)|wraps\/(?!search-bar))|experiences\/(index|experiences\.css|artworks\/(?:artworks|collected-grid|my-art)|experience\/(?!artwork-|access-|facts|campaign-entry|experience-error)|list|participants))|ui\/(layout\/(?:tabs|wide-table)|format\/address))|shared\/src\/(catalogue|experiences|rewards|chain|media|page)\.ts/,
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
  test: /web\/src\/features\/experiences\/(programme|artworks\/(?:artwork-|rarity|slots)|experience\/(?:artwork-|access-|facts|campaign-entry|experience-error))/,
  minShareCount: 2,
};

/** What lists with pages and filters share. */
const listParts = {
  name: "lists",
  test: /web\/src\/(lib\/pages\/list-params|ui\/lists\/paged-list)/,
  minShareCount: 2,
};

/** The confirmation dialog and the primitives below it. */
const dialog = { name: "dialog", test: /web\/src\/ui\/feedback\/dialog\./, minShareCount: 2 };

/** Modules that several pages of publishers and administrators share. */
const studioParts = {
  name: "studio",
  test: /web\/src\/(features\/(catalogue\/(studio|review|statistics)|imports|subscriptions|accounts\/admin)\/|ui\/(pictures\/(?:picture-(?:file|field|errors)|use-)|forms\/(?:upload-progress|file-input)|feedback\/status-message\.)|lib\/(polling|external-payment|forms|api\/invalidate|pages\/flash-param))|shared\/src\/(studio|lyrics|codes|reward-levels|imports|review|statistics|account-admin)\.ts/,
  minShareCount: 2,
};
const memberParts = {
  name: "members",
  test: /web\/src\/(features\/accounts\/(?!admin|index|paged-list|forms\/(?:confirm-button|reason-fields)|layouts\/admin)|lib\/language\/namespaces|ui\/forms\/field\.)/,
  minShareCount: 2,
};

/** Wallet connection, where a page uses one. Wallet linking and the signer of the demo wallet are chunks of their own. */
const walletParts = {
  name: "chain",
  test: /web\/src\/features\/chain\/(?!demo-provider|link|use-linking)|node_modules\/mipd\//,
};
/** Endpoints of experiences and wallets, which the studio, the participation pages and the settings share. */
const campaignCalls = {
  name: "campaigns",
  test: /shared\/src\/(campaigns|participation|wallets)\.ts/,
  minShareCount: 2,
};

export default defineConfig({
  plugins: [tailwindcss(), lazyZod(), lightLanguage(), lightIcons(), reactRouter()],
  build: { sourcemap: false, assetsInlineLimit: 0, rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // React Router's hints for its users in the console, 1.5 kB of texts. Nothing uses what they return.
          // Schemas that nothing refers to are left out, too.
          treeshake: { manualPureFunctions: ["warning", "warningOnce", "warnOnce", "z"] },
          output: {
            codeSplitting: {
              groups: [
                frame,
                site,
                publicParts,
                wrapParts,
                experienceParts,
                listParts,
                dialog,
                memberParts,
                studioParts,
                campaignCalls,
                walletParts,
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
          .replace(responseSchemas, ""),
    },
  };
}

/** Builds icons from their paths alone in the browser: see `src/lib/shims/light-icon.ts`. */
function lightIcons(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/shims/light-icon.ts", import.meta.url));
  return {
    name: "light-icons",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: { filter: { id: /\/createLucideIcon\.mjs$/ }, handler: () => light },
  };
}

/** Replaces i18next in the browser with the part that the site uses: see `src/lib/shims/light-i18next.tsx`. */
function lightLanguage(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/shims/light-i18next.tsx", import.meta.url));
  return {
    name: "light-language",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: { filter: { id: /^(react-)?i18next$/ }, handler: () => light },
  };
}
