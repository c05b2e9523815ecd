import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads the module in a browser that stores `stored`. */
async function loadCallerHeaders(stored: Map<string, string>) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.resetModules();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("location", new URL("https://music.example/wraps"));
  vi.stubGlobal("document", { referrer: "", documentElement: { lang: "es" } });
  return (await import("./visitor.ts")).callerHeaders;
}

describe("the headers of a call", () => {
  it("name the session and a random device, which stays the same", async () => {
    const stored = new Map([["wrapsody-token", "a-token"]]);
    const callerHeaders = await loadCallerHeaders(stored);
    const headers = callerHeaders("session");
    expect(headers).toMatchObject({ "accept-language": "es", authorization: "Bearer a-token" });
    const { "x-device-fingerprint": device } = headers;
    expect(device).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(stored.get("wrapsody-device")).toBe(device);
    expect(callerHeaders("optional")["x-device-fingerprint"]).toBe(device);
    const callAgain = await loadCallerHeaders(stored);
    expect(callAgain("personal")["x-device-fingerprint"]).toBe(device);
  });

  it("of a public call name neither", async () => {
    const stored = new Map([
      ["wrapsody-token", "a-token"],
      ["wrapsody-device", "a".repeat(16)],
    ]);
    const callerHeaders = await loadCallerHeaders(stored);
    expect(Object.keys(callerHeaders("public"))).toEqual(["accept-language", "x-wrap-per"]);
  });
});
