import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { demoUsers } from "../demo/catalogue/index.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { percent, printTable } from "./measure/report.ts";
import { type Server, startProgram } from "./measure/servers.ts";

/**
 * Measures how many page requests are answered from the page cache, without changes and during a busy mint: a wallet list
 * whose artworks are drawn, rendered and minted meanwhile. Half of the requests are for the site's first pages and those of the
 * minted experience, the others for all wraps, artists and experiences.
 */
const REQUESTS_PER_SECOND = 40;
const WALLETS = 600;
const EXPERIENCE = "warp-and-weft";
const WRAP = "long-division";

const list = z.object({ body: z.object({ data: z.array(z.looseObject({ pretty_id: z.string() })) }) });
const artists = z.object({ body: z.object({ data: z.array(z.object({ artist_clean_id: z.string() })) }) });
const batches = z.object({
  body: z.object({ data: z.array(z.object({ places: z.number(), minted: z.number() })) }),
});

await benchmark(async ({ seconds }, stops) => {
  const program = await startProgram({
    dataDir: await temporaryFolder(stops),
    demo: true,
    environment: { NODE_ENV: "development", ROLES: "api,worker", RATE_LIMITS: "0", LOG_LEVEL: "warn" },
  });
  stops(program.stop);
  const pages = await listPages(program);
  const token = await logIn(program);
  await waitUntilActive(program);
  // Compiles the code.
  await requestPages(program, pages, async () => sleep(3_000));
  const idle = await requestPages(program, pages, async () => sleep(Math.max(seconds, 10) * 1_000));
  const busy = await requestPages(program, pages, () => mint(program, token));
  printTable(
    ["", "requests", "from the cache", "rendered", "seconds"],
    [
      ["without changes", ...toCells(idle)],
      [`while ${WALLETS} artworks are minted`, ...toCells(busy)],
    ],
  );
});

type Hits = { kept: number; rendered: number; seconds: number };

function toCells({ kept, rendered, seconds }: Hits): string[] {
  return [String(kept + rendered), percent(kept / (kept + rendered)), String(rendered), seconds.toFixed(1)];
}

/** Requests pages at a constant rate for as long as `during` runs. */
async function requestPages(
  program: Server,
  pages: () => string,
  during: () => Promise<void>,
): Promise<Hits> {
  const before = await readHits(program);
  const start = performance.now();
  let isOver = false;
  const running = during().finally(() => {
    isOver = true;
  });
  const open = new Set<Promise<unknown>>();
  for (let sent = 0; !isOver; sent++) {
    await sleep(Math.max(0, start + (sent * 1_000) / REQUESTS_PER_SECOND - performance.now()));
    const request = fetch(`${urlOf(program)}${pages()}`).then((response) => response.arrayBuffer());
    open.add(request);
    void request.finally(() => open.delete(request));
  }
  await Promise.all([running, ...open]);
  const seconds = (performance.now() - start) / 1_000;
  const after = await readHits(program);
  return { kept: after.kept - before.kept, rendered: after.rendered - before.rendered, seconds };
}

async function readHits(program: Server): Promise<Omit<Hits, "seconds">> {
  const text = await (await fetch(`${urlOf(program)}/metrics`)).text();
  const read = (from: string) =>
    Number(new RegExp(`wrapsody_pages_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return { kept: read("kept"), rendered: read("rendered") };
}

/** Returns the next page to request, the same order in every run. */
async function listPages(program: Server): Promise<() => string> {
  const songs = await call(program, "GET", "songs?limit=100", list);
  const drops = await call(program, "GET", "drop?limit=100", list);
  const clean = await call(program, "GET", "songs?limit=100", artists);
  const minted = [`/experiences/${EXPERIENCE}`, `/experiences/${EXPERIENCE}/nft`, `/wrap/${WRAP}`];
  const first = ["/", "/wraps", "/experiences", ...minted];
  const others = [
    ...new Set([
      ...songs.body.data.map(({ pretty_id }) => `/wrap/${pretty_id}`),
      ...clean.body.data.map(({ artist_clean_id }) => `/artist/${artist_clean_id}`),
      ...drops.body.data.map(({ pretty_id }) => `/experiences/${pretty_id}`),
    ]),
  ];
  let at = 0;
  return () => {
    const [pages, turn] = at % 2 === 0 ? [first, at / 2] : [others, (at - 1) / 2];
    at += 1;
    return pages[turn % pages.length] ?? "/";
  };
}

async function mint(program: Server, token: string): Promise<void> {
  const wallets = Array.from({ length: WALLETS }, () => `0x${randomBytes(20).toString("hex")}`);
  await call(program, "POST", `drop/${EXPERIENCE}/mint`, z.unknown(), { token, body: { wallets } });
  for (;;) {
    await sleep(500);
    const { body } = await call(program, "GET", `my/dapp/${EXPERIENCE}/mints`, batches, { token });
    if (body.data.every(({ places, minted }) => minted === places)) return;
  }
}

async function waitUntilActive(program: Server): Promise<void> {
  const state = z.object({ body: z.object({ contract_address: z.string().nullable() }) });
  while ((await call(program, "GET", `drop/${EXPERIENCE}`, state)).body.contract_address === null)
    await sleep(250);
}

async function logIn(program: Server): Promise<string> {
  const session = z.object({ body: z.object({ token: z.string() }) });
  const { email, password } = demoUsers.find(({ key }) => key === "premium") ?? { email: "", password: "" };
  const { body } = await call(program, "POST", "auth", session, { body: { username: email, password } });
  return body.token;
}

async function call<Answer>(
  program: Server,
  method: string,
  path: string,
  answer: z.ZodType<Answer>,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(`${urlOf(program)}/api/v1/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return answer.parse(JSON.parse(text));
}

function urlOf({ port }: Server): string {
  return `http://127.0.0.1:${port}`;
}
