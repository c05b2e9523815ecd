import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The first two show what is typed into the address bar, each in a page of its own for every window: two thirds of all
 * work of a window that nobody sees. The others are Playwright's own list, which the browser forgets for ours.
 */
const withoutFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

const flags = [
  `--disable-features=${withoutFeatures.join(",")}`,
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=user-gesture-required",
  // A camera that shows a moving picture of its own; a page still has to be allowed to use it.
  "--use-fake-device-for-media-stream",
];

/**
 * The Chromium of this machine: `CHROMIUM_PATH`, else where systems put it, else installed by apt where that is
 * possible, else by Playwright's own installer.
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  return places.find(existsSync) ?? installByApt() ?? installByPlaywright() ?? missing();
}

function installByApt(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["update"], { stdio: "ignore", env: environment });
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
      stdio: "ignore",
      env: environment,
    });
  } catch {
    return undefined;
  }
  return places.find(existsSync);
}

function installByPlaywright(): string | undefined {
  try {
    execFileSync("playwright-core", ["install", "chromium-headless-shell"], { stdio: "ignore" });
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function missing(): never {
  throw new Error(
    "The browser journeys need Chromium. Install it (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH.",
  );
}

export type Screen = {
  width: number;
  height: number;
  colorScheme?: "light" | "dark";
  locale?: string;
  reducedMotion?: "reduce" | "no-preference";
};

export const desktop: Screen = { width: 1440, height: 900 };
export const phone: Screen = { width: 390, height: 844 };

/** One Chromium with a profile of its own, made new and removed when it is closed. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: process.getuid?.() === 0 ? ["--no-sandbox", ...flags] : flags,
    // Without a language of the system's, it gives no file a name with an accent.
    env: { ...process.env, LANG: "C.UTF-8" },
  });
}

/** A reader who has never been here: nothing is shared with other readers of the same browser. */
export function newReader(browser: Browser, screen: Screen): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: screen.width, height: screen.height },
    colorScheme: screen.colorScheme ?? "light",
    locale: screen.locale ?? "en-US",
    reducedMotion: screen.reducedMotion ?? "no-preference",
  });
}
