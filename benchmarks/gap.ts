import { openTab, type Tab, waitUntil } from "../e2e/harness/hidden-tab.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { milliseconds, printTable, printVerdict, times } from "./measure/report.ts";
import { startProgram } from "./measure/servers.ts";

/**
 * The silence between two songs in a hidden tab: from the event that ends one until the browser plays the next, ten times in a row. The peer
 * is the usual playlist of one audio element that is given its next source at the end. Each song is heard from two seconds before its end.
 */
const SONGS = 10;
const HEARD_S = 2;
const MAX_GAP_MS = 150;

/** The network that Lighthouse throttles a phone to. */
const slow = { latency: 150, downloadThroughput: (1_638.4 * 1_024) / 8, uploadThroughput: (675 * 1_024) / 8 };
const fast = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const players = {
  Wrapsody: `document.querySelector(".cover-play").click();`,
  /** Songs have the order of the list, so both play the same. */
  "one element, source set at the end": `{
    const sound = document.querySelector("audio");
    const songs = [...window.songs];
    const playNext = () => { sound.src = songs.shift(); void sound.play(); };
    sound.addEventListener("ended", playNext);
    playNext();
  }`,
};
type Player = keyof typeof players;

/** Records how long each song that has ended is followed by silence, and moves every song close to its end. */
const observe = `{
  window.gaps = [];
  const sound = document.querySelector("audio");
  let endedAt;
  const moveToEnd = () => {
    if (sound.duration - sound.currentTime > ${HEARD_S}) sound.currentTime = sound.duration - ${HEARD_S};
  };
  sound.addEventListener("ended", () => { endedAt = performance.now(); });
  sound.addEventListener("playing", () => {
    if (endedAt !== undefined) window.gaps.push(performance.now() - endedAt);
    endedAt = undefined;
    moveToEnd();
  });
  moveToEnd();
}`;

await benchmark(async ({ rounds }, stops) => {
  const program = await startProgram({ dataDir: await temporaryFolder(stops), demo: true });
  stops(program.stop);
  const tab = await openTab(stops);
  const url = `http://127.0.0.1:${program.port}`;
  const rows: [string, ...number[]][] = [];
  for (const [network, conditions] of Object.entries({ fast, slow })) {
    const gaps: Record<Player, number[]> = { Wrapsody: [], "one element, source set at the end": [] };
    for (let round = 0; round < rounds; round += 1)
      for (const player of Object.keys(players) as Player[])
        gaps[player].push(...(await measureGaps(tab, { url, player, conditions })));
    for (const [player, measured] of Object.entries(gaps))
      rows.push([`${player}, ${network} network`, median(measured), Math.max(...measured)]);
    const [own, peer] = [median(gaps.Wrapsody), median(gaps["one element, source set at the end"])];
    printVerdict({ what: `gap on a ${network} network`, value: own, max: MAX_GAP_MS, show: milliseconds });
    if (network === "slow")
      printVerdict({ what: "ratio to the peer on a slow network", value: own / peer, max: 1, show: times });
  }
  printTable(
    ["between two songs", "median", "longest"],
    rows.map(([name, ...values]) => [name, ...values.map(milliseconds)]),
  );
});

type Run = { url: string; player: Player; conditions: typeof fast };

async function measureGaps(tab: Tab, { url, player, conditions }: Run): Promise<number[]> {
  // A new origin has no queue and no files in its cache.
  await tab.send("Network.enable");
  await tab.send("Network.clearBrowserCache");
  await tab.send("Network.emulateNetworkConditions", { offline: false, ...conditions });
  await tab.open(`${url}/wraps`);
  await waitUntil(() => tab.evaluate("document.documentElement.dataset.ready !== undefined"), "the page");
  if (player !== "Wrapsody") await openPlainPage(tab, url);
  await tab.evaluate(players[player]);
  await waitUntil(() => tab.evaluate("document.querySelector('audio').currentTime > 0"), player);
  await tab.hide();
  await tab.evaluate(observe);
  await waitUntil(() => tab.evaluate(`window.gaps.length >= ${SONGS}`), `${SONGS} songs of ${player}`);
  const gaps = await tab.evaluate<number[]>(`window.gaps.slice(0, ${SONGS})`);
  await tab.evaluate("sessionStorage.clear()");
  return gaps;
}

/** Replaces the page by an audio element, and lists the files of the newest songs. */
async function openPlainPage(tab: Tab, url: string): Promise<void> {
  await tab.open(`${url}/robots.txt`);
  await tab.evaluate(`
    document.body.replaceChildren(document.createElement("audio"));
    fetch("/api/v1/songs?limit=20").then((response) => response.json()).then(({ body }) => {
      window.songs = body.data.map(({ audio_uri: uri }) => uri).filter((uri) => uri !== null);
    })`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
