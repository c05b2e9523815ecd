import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

/** The headless shell takes half the processor time of a full browser and renders the same, but cannot hide a tab. */
const headlessShell = "/usr/bin/chromium-headless-shell";

const fullBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

type BrowserKind = "shell" | "full";

/**
 * The first two features draw suggestions of the address bar, which cost two thirds of the work of an invisible
 * window. The others are Playwright's own list, which this flag replaces.
 */
const disabledFeatures = [
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
  `--disable-features=${disabledFeatures.join(",")}`,
  "--disable-gpu",
  // Without a GPU, the GPU process only passes pictures on, which takes a fifteenth of the processor time of a journey.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=user-gesture-required",
  // The optimizing compilers of V8 do not pay off in documents that live for seconds. They cost a quarter of an axe run.
  "--js-flags=--no-turbofan --no-maglev",
];

/**
 * Returns the path of Chromium: `CHROMIUM_PATH`, an executable of this machine, else one installed by apt (as root) or
 * by Playwright. A full browser also serves as the headless shell.
 */
export function findChromium(kind: BrowserKind = "shell"): string {
  const configured = process.env.CHROMIUM_PATH;
  if (configured !== undefined) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist.`);
  }
  return findInstalled(kind) ?? installByApt(kind) ?? installByPlaywright() ?? throwMissing();
}

function findInstalled(kind: BrowserKind): string | undefined {
  return (kind === "shell" ? [headlessShell, ...fullBrowsers] : fullBrowsers).find(existsSync);
}

function installByApt(kind: BrowserKind): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const packages = ["chromium", "chromium-headless-shell"];
    execFileSync("apt-get", ["update"], { stdio: "ignore", env: environment });
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], {
      stdio: "ignore",
      env: environment,
    });
  } catch {
    return undefined;
  }
  return findInstalled(kind);
}

function installByPlaywright(): string | undefined {
  try {
    execFileSync("playwright-core", ["install", "chromium"], { stdio: "ignore" });
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function throwMissing(): never {
  throw new Error(
    "The browser journeys need Chromium. Install it (Debian, Ubuntu: apt-get install chromium chromium-headless-shell) or set CHROMIUM_PATH.",
  );
}

export type Screen = {
  width: number;
  height: number;
  colorScheme?: "light" | "dark";
  locale?: string;
  reducedMotion?: "reduce" | "no-preference";
  /** Whether nothing was loaded before. Otherwise the HTTP cache may have files from earlier visits. */
  hasEmptyCache?: boolean;
};

export const desktop: Screen = { width: 1440, height: 900 };
export const phone: Screen = { width: 390, height: 844 };

/** Launches Chromium with a temporary profile, deleted when it closes. */
export function launchChromium(kind: BrowserKind = "shell"): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(kind),
    headless: true,
    args: process.getuid?.() === 0 ? ["--no-sandbox", ...flags] : flags,
    // Without a UTF-8 locale, downloads with accents in their names fail.
    env: { ...process.env, LANG: "C.UTF-8" },
  });
}

/** Opens a browser context with the settings of a screen. */
export function openContext(browser: Browser, screen: Screen): Promise<BrowserContext> {
  const { width, height, locale = "en-US" } = screen;
  return browser.newContext({ viewport: { width, height }, locale, ...mediaOf(screen) });
}

/** Returns the media features of a screen. */
export function mediaOf({ colorScheme = "light", reducedMotion = "no-preference" }: Screen) {
  return { colorScheme, reducedMotion };
}
