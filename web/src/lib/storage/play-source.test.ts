import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

type Visit = { url: string; referrer?: string; stored?: Map<string, string> };

/** Opens a page in a tab, whose storage outlives a reload. */
async function open({ url, referrer = "", stored = new Map() }: Visit) {
  vi.resetModules();
  vi.stubGlobal("location", new URL(url));
  vi.stubGlobal("document", { referrer });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  return (await import("./play-source.ts")).visitSource;
}

const site = "https://music.example";

describe("the source of a visit", () => {
  it.each<[string, Visit]>([
    ["site", { url: `${site}/wraps` }],
    ["site", { url: `${site}/wraps`, referrer: `${site}/` }],
    ["link", { url: `${site}/wrap/kiln`, referrer: "https://blog.example/post" }],
    ["share", { url: `${site}/wrap/kiln?inc=someone` }],
    ["share", { url: `${site}/wrap/kiln?inc=someone`, referrer: "https://blog.example/post" }],
    ["embed", { url: `${site}/embed/wrap/kiln?inc=someone`, referrer: "https://blog.example/post" }],
  ])("is %s for %o", async (source, visit) => {
    expect((await open(visit))()).toBe(source);
  });

  it("stays the same in a tab, after navigations and reloads", async () => {
    const stored = new Map<string, string>();
    const visitSource = await open({ url: `${site}/wrap/kiln?inc=someone`, stored });
    expect(visitSource()).toBe("share");
    vi.stubGlobal("location", new URL(`${site}/wraps`));
    expect(visitSource()).toBe("share");
    expect((await open({ url: `${site}/wraps`, stored }))()).toBe("share");
  });

  it("is known where the browser forbids storage", async () => {
    const visitSource = await open({ url: `${site}/wrap/kiln`, referrer: "https://blog.example/post" });
    vi.stubGlobal("sessionStorage", {
      getItem: () => {
        throw new DOMException("forbidden", "SecurityError");
      },
    });
    expect(visitSource()).toBe("link");
  });
});
