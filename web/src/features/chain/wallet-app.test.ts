import { expect, it } from "vitest";
import { walletAppLink } from "./wallet-app.ts";

it.each([
  ["https://music.example/my/settings", "en", "music.example/my/settings?lang=en"],
  [
    "https://music.example/wrap/salt?inc=marta#lyrics",
    "es",
    "music.example/wrap/salt?inc=marta&lang=es#lyrics",
  ],
  [
    "http://jukebox:8080/qr/redirect?c=1&s=2&n=3&seen=1",
    "en",
    "jukebox:8080/qr/redirect?c=1&s=2&n=3&seen=1&lang=en",
  ],
  ["https://music.example/wraps?lang=en&name~~l%C3%B3v", "es", "music.example/wraps?name~~l%C3%B3v&lang=es"],
  ["https://music.example/wraps?artist==Foo%20Bar&", "en", "music.example/wraps?artist==Foo%20Bar&lang=en"],
  ["https://music.example/#top", "es", "music.example/?lang=es#top"],
])("the wallet app opens %s in %s at %s", (page, language, opened) => {
  expect(walletAppLink(new URL(page), language)).toBe(`https://link.metamask.io/dapp/${opened}`);
});
