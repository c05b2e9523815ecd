import { inject, onTestFinished, test } from "vitest";
import { expect } from "../../harness/expect.ts";
import { openTab, waitUntil } from "../../harness/hidden-tab.ts";

/** Songs that end in the hidden tab. */
const SONGS = 5;

/** Records what the page tells its audio elements and the server, and when songs end and begin. Each song is heard for its last half second. */
const record = `{
  window.record = [];
  const add = (...parts) => window.record.push(parts.join(" "));
  const isPlayer = (element) => element === document.querySelector("audio");
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
  Object.defineProperty(HTMLMediaElement.prototype, "src", {
    get,
    set(source) {
      add(isPlayer(this) ? "source" : "ahead", new URL(source, location.href).pathname);
      set.call(this, source);
    },
  });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    if (isPlayer(this)) add("play");
    return play.call(this);
  };
  const { fetch } = window;
  window.fetch = async (...call) => {
    const response = await fetch(...call);
    if (response.url.endsWith("/stream"))
      void response.clone().json().then(({ body }) => add("measured", new URL(response.url).pathname, body.stream_id));
    return response;
  };
  const addHandled = () => add("handled");
  window.addEventListener("ended", ({ target }) => {
    add("ended", document.visibilityState);
    // Registered last, so it runs after what the player does within the event.
    target.addEventListener("ended", addHandled, { once: true });
  }, { capture: true });
  window.addEventListener("playing", ({ target }) => {
    add("playing", document.visibilityState);
    if (document.visibilityState === "hidden" && target.duration - target.currentTime > 0.6)
      target.currentTime = target.duration - 0.5;
  }, { capture: true });
}`;

/** Returns what the record has between each end and the end of its event. */
function listReactions(entries: readonly string[]): string[][] {
  return entries.flatMap((entry, at) => {
    if (!entry.startsWith("ended")) return [];
    const rest = entries.slice(at + 1);
    return [rest.slice(0, rest.indexOf("handled"))];
  });
}

test("songs follow one another in a hidden tab, each loaded ahead, started within the end of the one before, and a play of its own", async () => {
  const tab = await openTab(onTestFinished);
  const isTrue = (expression: string) => () => tab.evaluate<boolean>(expression);
  await tab.open(`${inject("siteUrl")}/wraps`);
  await waitUntil(isTrue("document.documentElement.dataset.ready !== undefined"), "the page");
  await tab.evaluate(record);
  await tab.evaluate("document.querySelector('.cover-play').click()");
  await waitUntil(isTrue("Object.keys(sessionStorage).some((key) => key.includes('queue'))"), "the queue");
  await tab.evaluate("document.querySelector('.player .play').click()");
  await tab.hide();
  const before = await tab.evaluate<number>("window.record.length");
  await tab.evaluate("document.querySelector('.player .play').click()");
  const count = (name: string) => `window.record.filter((entry) => entry.startsWith("${name}")).length`;
  await waitUntil(
    isTrue(`${count("ended")} >= ${SONGS} && ${count("measured")} >= ${SONGS}`),
    `${SONGS} songs`,
  );
  const entries = await tab.evaluate<string[]>("window.record");

  const heard = entries.slice(before);
  expect(heard.filter((entry) => entry.endsWith("visible"))).toEqual([]);
  const reactions = listReactions(heard).slice(0, SONGS);
  const sources = reactions.map(([source = ""]) => source.replace("source ", ""));
  expect(reactions).toEqual(sources.map((source) => [`source ${source}`, "play"]));
  expect(new Set(sources).size).toBe(SONGS);
  for (const source of sources) {
    const ahead = entries.indexOf(`ahead ${source}`);
    expect(ahead, source).toBeGreaterThanOrEqual(0);
    expect(ahead, source).toBeLessThan(entries.indexOf(`source ${source}`));
  }
  const plays = entries.filter((entry) => entry.startsWith("measured")).map((entry) => entry.split(" "));
  expect(new Set(plays.map(([, path]) => path)).size).toBe(plays.length);
  expect(new Set(plays.map(([, , id]) => id)).size).toBe(plays.length);
});
