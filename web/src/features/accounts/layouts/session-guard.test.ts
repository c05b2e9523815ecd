import { afterEach, describe, expect, it, vi } from "vitest";
import { requireSession } from "./session-guard.ts";

const stored = new Map<string, string>();

/** Opens a page that needs a session in a browser without one, whose address bar shows `address`. */
function openWithoutSession(page: string, address: string): Response {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("window", { location: new URL(address, "https://music.example") });
  try {
    requireSession({ request: new Request(new URL(page, "https://music.example")) });
  } catch (answer) {
    if (answer instanceof Response) return answer;
  }
  throw new Error("Nothing redirected to the login.");
}

const returnTo = () => stored.get("wrapsody-source");
const replacesEntry = ({ headers }: Response) => headers.get("X-Remix-Replace") === "true";

describe("a page that needs a session", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("gives its place in the history to the login once it has one, so that Back leads past it", () => {
    const login = openWithoutSession("/my/art?offset=20", "/my/art?offset=20#wraps");
    expect(login.headers.get("location")).toBe("/login?err=E01");
    expect(replacesEntry(login)).toBe(true);
    expect(returnTo()).toBe("/my/art?offset=20#wraps");
  });

  it.each(["/wraps#top", "/my/art#top"])("keeps the entry of %s, from which a link led to it", (before) => {
    expect(replacesEntry(openWithoutSession("/my/art?offset=20", before))).toBe(false);
    expect(returnTo()).toBe("/my/art?offset=20");
  });
});
