import { appleMusicSlug, postSocialSubsidiary } from "@wrapsody/shared/accounts/social-login.ts";
import { apiFetch } from "../../../lib/api/api-fetch.ts";

/** The used part of Apple's MusicKit. */
type MusicKit = {
  configure(options: {
    developerToken: string;
    app: { name: string };
  }): Promise<{ authorize(): Promise<string> }>;
};

declare global {
  interface Window {
    MusicKit?: MusicKit;
  }
}

/** Time limit for Apple's script to load and initialize. */
const LOAD_TIMEOUT_MS = 15_000;
const script = "https://js-cdn.music.apple.com/musickit/v3/musickit.js";

/**
 * Opens Apple's window for the login to Apple Music and links it to the account. Loads Apple's script on first use.
 * @throws if the site has no developer token or any step fails
 */
export async function linkAppleMusic(developerToken: string | undefined): Promise<void> {
  if (developerToken === undefined) throw new Error("Apple Music is not set up here.");
  const musicKit = window.MusicKit ?? (await loadMusicKit());
  const instance = await musicKit.configure({
    developerToken,
    app: { name: document.documentElement.dataset.site ?? "" },
  });
  const token = await instance.authorize();
  await apiFetch(postSocialSubsidiary, { params: { network: appleMusicSlug }, body: { token } });
}

function loadMusicKit(): Promise<MusicKit> {
  return new Promise((resolve, reject) => {
    const loading = document.createElement("script");
    const fail = () => {
      loading.remove();
      reject(new Error("Apple Music could not be loaded."));
    };
    document.addEventListener("musickitloaded", () => window.MusicKit && resolve(window.MusicKit), {
      once: true,
    });
    loading.addEventListener("error", fail);
    setTimeout(fail, LOAD_TIMEOUT_MS);
    loading.src = script;
    loading.async = true;
    document.head.append(loading);
  });
}
