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
  test: /web\/src\/(shell\/(?!terms|privacy|legal-page|not-found|open-companion)|lib\/(?!leave|send-files|call-key|later-texts|sent-form|checked|forget|told-once|csv|save-file|ask-file|under-way)|ui\/(?!tabs|dialog|later-|local-time|picture-|square-|use-|address|radio|field|find-|sending-progress|told|pager)|paths|root)|node_modules\/(thumbhash\/|lucide-react\/dist\/esm\/(?!icons\/(?!arrow-(right|left)\.)))/,
  priority: 1,
};

/** What several of the public pages show, and several of those behind the log-in: a file of a kilobyte costs a round trip. */
const publicParts = {
  name: "public",
  test: /web\/src\/(features\/(catalogue\/(?!studio|review|statistics|wrap-(?!record|data)|learn-|listen-|rewards-|experience-tab|find-bar|dsp-icons)|experiences\/(?!studio|participation|qr|programme|artwork-|access-|rarity|facts|slots|entry|experience-problem))|ui\/(?!later-|local-time|dialog|picture-|square-|use-|radio|field|find-|sending-progress|told|pager))|shared\/src\/(catalogue|experiences|rewards|chain|media|page)\.ts/,
  minShareCount: 2,
};

/** The page of a wrap, which its publisher and its reviewer see before anybody else does. */
const wrapParts = {
  name: "wrap-parts",
  test: /web\/src\/features\/catalogue\/(wrap-(?!record|data)|learn-|listen-|rewards-|experience-tab|dsp-icons)/,
  minShareCount: 2,
};

/** The pages of experiences and of their artwork; those of wraps show none of it. */
const experienceParts = {
  name: "experience-parts",
  test: /web\/src\/features\/experiences\/(programme|artwork-|access-|rarity|facts|slots|entry|experience-problem)/,
  minShareCount: 2,
};

/** What asks before something is done, with all that it stands on. */
const dialog = { name: "dialog", test: /web\/src\/ui\/dialog\./, minShareCount: 2 };

/** What several pages of publishers and administrators show. */
const studioParts = {
  name: "studio",
  test: /web\/src\/(features\/(catalogue\/(studio|review|statistics)|imports|subscriptions|accounts\/admin)\/|ui\/(picture-(file|field|words)|use-|sending-progress|told\.)|lib\/(leave|sent-form|checked|forget|told-once))|shared\/src\/(studio|codes|reward-levels|imports|review|statistics|account-admin)\.ts/,
  minShareCount: 2,
};
const memberParts = {
  name: "members",
  test: /web\/src\/(features\/accounts\/(?!admin|confirmed|reason-|index)|lib\/later-texts|ui\/field\.)/,
  minShareCount: 2,
};

/** What connects a wallet, where one is used. What links one, and what the demo wallet signs with, come by themselves. */
const walletParts = {
  name: "chain",
  test: /web\/src\/features\/chain\/(?!demo-provider|link|use-linking)|node_modules\/mipd\//,
};
/** What the calls of experiences and wallets are, which their studio, their fans and the settings share. */
const campaignCalls = {
  name: "campaigns",
  test: /shared\/src\/(campaigns|participation|wallets)\.ts/,
  minShareCount: 2,
};

export default defineConfig({
  plugins: [tailwindcss(), schemasLater(), lightLanguage(), lightIcons(), reactRouter()],
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                frame,
                site,
                publicParts,
                wrapParts,
                experienceParts,
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

/** Makes icons of their pictures alone in the browser: see `src/lib/light-icon.ts`. */
function lightIcons(): Plugin {
  const light = fileURLToPath(new URL("./src/lib/light-icon.ts", import.meta.url));
  return {
    name: "light-icons",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: { filter: { id: /\/createLucideIcon\.mjs$/ }, handler: () => light },
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
