import { afterEach, expect, it, vi } from "vitest";
import { linkAppleMusic } from "./apple-music.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("a site without Apple Music never contacts Apple", async () => {
  const createElement = vi.fn();
  vi.stubGlobal("document", { createElement });
  vi.stubGlobal("window", {});
  await expect(linkAppleMusic(undefined)).rejects.toThrow("Apple Music is not set up here.");
  expect(createElement).not.toHaveBeenCalled();
});
