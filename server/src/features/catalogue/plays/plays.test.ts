import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { aggregatePlaysJob, createPlayPartitionsJob, deleteOldListenersJob } from "../jobs.ts";
import { cataloguePorts, registerCataloguePorts } from "../ports.ts";
import type { CountedPlay } from "./plays.data.ts";
import { listenerKey, networkOf, type PlayCall, qualifiesAfter, registerPlay } from "./plays.ts";

let database: TestDatabase;
let context: TestDatabase["context"];

beforeAll(async () => {
  database = await testDatabase();
  context = database.context;
});

const ports = cataloguePorts();
/** Stands for the points of a counted play. */
let awardPlayPoints: typeof ports.awardPlayPoints;
beforeEach(() => {
  awardPlayPoints = async () => null;
  registerCataloguePorts({ ...ports, awardPlayPoints: (...call) => awardPlayPoints(...call) });
});
afterAll(async () => {
  registerCataloguePorts(ports);
  await database.close();
});

let visitors = 0;
const newVisitor = () => `visitor${String(++visitors).padStart(9, "0")}`;

async function newSong(duration = 200): Promise<string> {
  return String(await addSong(context.db, { duration }));
}

function call(song: string, overrides: Partial<PlayCall> = {}): PlayCall {
  const stranger = { accountId: undefined, visitor: undefined, address: "192.0.2.7", sharer: undefined };
  return { ...stranger, song, streamId: undefined, heard: 0, ...overrides };
}

/** Plays a song for so many seconds of the clock and says that `heard` of them were heard. */
async function play(song: string, overrides: Partial<PlayCall>, seconds: number, heard = seconds) {
  const { stream_id } = await registerPlay(context, call(song, overrides));
  context.clock.move(seconds);
  return registerPlay(context, call(song, { ...overrides, streamId: stream_id, heard }));
}

async function playsOf(song: string): Promise<number> {
  await aggregatePlaysJob.run(context, {});
  const { rows } = await sql<{ plays: number }>`select plays from song where id = ${Number(song)}`.execute(
    context.db,
  );
  return rows[0]?.plays ?? -1;
}

describe("a play", () => {
  it("is counted once enough was heard, and a repeated call returns the same", { retry: 0 }, async () => {
    const song = await newSong();
    const visitor = newVisitor();
    const started = await registerPlay(context, call(song, { visitor }));
    expect(started).toMatchObject({ counted: false, qualifies_after: 30, next_award_at: null });
    context.clock.move(31);
    const countAgain = () =>
      registerPlay(context, call(song, { visitor, streamId: started.stream_id, heard: 30 }));
    expect(await countAgain()).toMatchObject({ stream_id: started.stream_id, counted: true });
    expect(await countAgain()).toMatchObject({ counted: true });
    context.clock.move(300);
    expect(await countAgain()).toMatchObject({ counted: true });
    expect(await playsOf(song)).toBe(1);
  });

  it("qualifies after 30 seconds or half the track, whichever is less", () => {
    expect([200, 60, 40, 0].map(qualifiesAfter)).toEqual([30, 30, 20, 30]);
  });

  it("is not counted before enough was heard, however much time passed", async () => {
    const song = await newSong();
    expect(await play(song, { visitor: newVisitor() }, 600, 29.9)).toMatchObject({ counted: false });
    expect(await playsOf(song)).toBe(0);
  });

  it("is not counted sooner than the clock allows, whatever the player claims", async () => {
    const song = await newSong();
    expect(await play(song, { visitor: newVisitor() }, 29, 86_400)).toMatchObject({ counted: false });
    expect(await playsOf(song)).toBe(0);
  });

  it("counts a listener once within a track's length and again after it", { retry: 0 }, async () => {
    const song = await newSong(100);
    const visitor = newVisitor();
    expect(await play(song, { visitor }, 40)).toMatchObject({ counted: true });
    expect(await play(song, { visitor }, 40)).toMatchObject({ counted: false });
    context.clock.move(20);
    expect(await play(song, { visitor }, 41)).toMatchObject({ counted: true });
    expect(await playsOf(song)).toBe(2);
  });

  it("counts every listener and every song for itself", async () => {
    const [first, second] = [await newSong(), await newSong()];
    const visitor = newVisitor();
    await play(first, { visitor }, 40);
    await play(second, { visitor }, 40);
    await play(first, { visitor: newVisitor() }, 40);
    await play(first, { accountId: crypto.randomUUID() }, 40);
    expect([await playsOf(first), await playsOf(second)]).toEqual([3, 1]);
  });

  it("counts once when fifty calls arrive at the same instant", { retry: 0 }, async () => {
    const song = await newSong();
    const visitor = newVisitor();
    const { stream_id } = await registerPlay(context, call(song, { visitor }));
    context.clock.move(40);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        registerPlay(context, call(song, { visitor, streamId: stream_id, heard: 40 })),
      ),
    );
    expect(answers.every(({ counted }) => counted)).toBe(true);
    expect(await playsOf(song)).toBe(1);
  });

  it("counts one of fifty tabs that play at the same time", { retry: 0 }, async () => {
    const song = await newSong();
    const visitor = newVisitor();
    const tabs = await Promise.all(
      Array.from({ length: 50 }, () => registerPlay(context, call(song, { visitor }))),
    );
    context.clock.move(40);
    const answers = await Promise.all(
      tabs.map(({ stream_id }) =>
        registerPlay(context, call(song, { visitor, streamId: stream_id, heard: 40 })),
      ),
    );
    expect(answers.filter(({ counted }) => counted)).toHaveLength(1);
    expect(await playsOf(song)).toBe(1);
  });

  it("belongs to its listener and its song, and is forgotten after six hours", async () => {
    const [song, other] = [await newSong(), await newSong()];
    const visitor = newVisitor();
    const { stream_id: streamId } = await registerPlay(context, call(song, { visitor }));
    context.clock.move(40);
    const refused = { code: "E0007", errors: [{ field: "stream_id", message: expect.any(String) }] };
    const count = (overrides: Partial<PlayCall>, on = song) =>
      expect(registerPlay(context, call(on, { visitor, streamId, heard: 40, ...overrides })));
    await count({ visitor: newVisitor() }).rejects.toMatchObject(refused);
    await count({ visitor: newVisitor(), accountId: crypto.randomUUID() }).rejects.toMatchObject(refused);
    await count({ visitor: undefined, accountId: crypto.randomUUID() }).rejects.toMatchObject(refused);
    await count({ visitor: undefined }).rejects.toMatchObject(refused);
    await count({}, other).rejects.toMatchObject(refused);
    await count({ streamId: crypto.randomUUID() }).rejects.toMatchObject(refused);
    context.clock.move(6 * 3600);
    await count({}).rejects.toMatchObject(refused);
    expect(await playsOf(song)).toBe(0);
  });

  it("of a hidden or missing song is a 404, also when it was public at the start", async () => {
    const song = await newSong();
    const visitor = newVisitor();
    const { stream_id } = await registerPlay(context, call(song, { visitor }));
    await sql`update song set status = 'HIDDEN' where id = ${Number(song)}`.execute(context.db);
    context.clock.move(40);
    for (const playCall of [
      call(song),
      call(song, { visitor, streamId: stream_id, heard: 40 }),
      call("nothing"),
    ]) {
      await expect(registerPlay(context, playCall)).rejects.toMatchObject({ code: "E0001" });
    }
  });

  it("does what else depends on it in the transaction that counts it, once", { retry: 0 }, async () => {
    const song = await newSong();
    const seen: CountedPlay[] = [];
    const caller = { visitor: newVisitor(), sharer: "sharer0000000001" };
    const { stream_id } = await registerPlay(context, call(song, caller));
    context.clock.move(40);
    const count = (fails: boolean) => {
      awardPlayPoints = async (_context, _tx, counted) => {
        if (fails) throw new Error("no points today");
        seen.push(counted);
        return "2030-01-01T00:00:00.000Z";
      };
      return registerPlay(context, call(song, { ...caller, streamId: stream_id, heard: 40 }));
    };
    await expect(count(true)).rejects.toThrow("no points today");
    expect(await playsOf(song)).toBe(0);
    expect(await count(false)).toMatchObject({ counted: true, next_award_at: "2030-01-01T00:00:00.000Z" });
    await count(false);
    expect(seen).toMatchObject([
      { songId: Number(song), streamId: stream_id, ...caller, accountId: undefined },
    ]);
    expect(await playsOf(song)).toBe(1);
  });

  it("is written before its first call is answered, many at a time", async () => {
    const song = await newSong();
    const started = await Promise.all(
      Array.from({ length: 1200 }, () => registerPlay(context, call(song, { visitor: newVisitor() }))),
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) from play where song_id = ${Number(song)}`.execute(context.db);
    expect(rows[0]?.count).toBe(1200);
    expect(new Set(started.map(({ stream_id }) => stream_id)).size).toBe(1200);
  });
});

describe("a play whose listener changes while it goes on", () => {
  /** Starts a play and lets enough time pass to count it. */
  async function startPlay(overrides: Partial<PlayCall>, song?: string) {
    const on = song ?? (await newSong());
    const { stream_id: streamId } = await registerPlay(context, call(on, overrides));
    context.clock.move(song === undefined ? 40 : 0);
    const seen: CountedPlay[] = [];
    awardPlayPoints = async (_context, _tx, play) => {
      seen.push(play);
      return null;
    };
    const count = (as: Partial<PlayCall>) =>
      registerPlay(context, call(on, { ...overrides, streamId, heard: 40, ...as }));
    return { song: on, count, seen };
  }
  const refused = { code: "E0007", errors: [{ field: "stream_id", message: expect.any(String) }] };
  const newAccount = () => crypto.randomUUID();

  it("is counted for the account that the visitor logged in to, once", { retry: 0 }, async () => {
    const [visitor, accountId] = [newVisitor(), newAccount()];
    const { song, count, seen } = await startPlay({ visitor });
    expect(await count({ accountId })).toMatchObject({ counted: true });
    expect(await count({ accountId })).toMatchObject({ counted: true });
    const listener = listenerKey({ accountId, visitor, address: "" }).toString("hex");
    expect(seen).toMatchObject([{ accountId, visitor, listener }]);
    const { rows } = await sql<{ account_id: string; heard: number }>`
      select account_id, heard from play where song_id = ${Number(song)}`.execute(context.db);
    expect(rows).toEqual([{ account_id: accountId, heard: 40 }]);
    expect(await playsOf(song)).toBe(1);
  });

  it("does not count time from before its first call, even after the visitor logs in", async () => {
    const [visitor, accountId] = [newVisitor(), newAccount()];
    const song = await newSong();
    const { stream_id: streamId } = await registerPlay(context, call(song, { visitor }));
    context.clock.move(29);
    const early = call(song, { visitor, accountId, streamId, heard: 86_400 });
    expect(await registerPlay(context, early)).toMatchObject({ counted: false });
    expect(await playsOf(song)).toBe(0);
  });

  it("is counted in another network, and credits the sharer of its link", async () => {
    const caller = { visitor: newVisitor(), sharer: "sharer0000000001" };
    const { song, count, seen } = await startPlay(caller);
    expect(await count({ address: "198.51.100.9", sharer: undefined })).toMatchObject({ counted: true });
    expect(seen).toMatchObject([{ accountId: undefined, ...caller, network: "198.51.100.0/24" }]);
    expect(await playsOf(song)).toBe(1);
    const { rows } = await sql<{ shares: number }>`
      select coalesce(sum(shares), 0)::int as shares from song_day where song_id = ${Number(song)}`.execute(
      context.db,
    );
    expect(rows[0]?.shares).toBe(1);
  });

  it("of an account counts for that account in any network, and for no other", async () => {
    const [visitor, accountId] = [newVisitor(), newAccount()];
    const { song, count } = await startPlay({ visitor, accountId });
    await expect(count({ accountId: undefined })).rejects.toMatchObject(refused);
    await expect(count({ accountId: newAccount() })).rejects.toMatchObject(refused);
    expect(await count({ visitor: newVisitor(), address: "198.51.100.9" })).toMatchObject({ counted: true });
    expect(await playsOf(song)).toBe(1);
  });

  it("is counted for one of two accounts that ask for it at the same instant", { retry: 0 }, async () => {
    const { song, count, seen } = await startPlay({ visitor: newVisitor() });
    const accounts = [newAccount(), newAccount()];
    const pendingCalls = Array.from({ length: 20 }, (_, n) => count({ accountId: accounts[n % 2] }));
    const answers = await Promise.allSettled(pendingCalls);
    const counted = answers.filter(({ status }) => status === "fulfilled");
    for (const answer of answers) {
      if (answer.status === "fulfilled") expect(answer.value.counted).toBe(true);
      else expect(answer.reason).toMatchObject(refused);
    }
    expect(counted).toHaveLength(10);
    expect(seen).toHaveLength(1);
    expect(await playsOf(song)).toBe(1);
  });

  it("is one of all tabs of a person that count it at the same instant, logged in or not, in two networks", {
    retry: 0,
  }, async () => {
    const song = await newSong();
    const [visitor, accountId] = [newVisitor(), newAccount()];
    const tabs = await Promise.all(Array.from({ length: 24 }, () => startPlay({ visitor }, song)));
    context.clock.move(40);
    const nows = [{ accountId }, {}, { address: "198.51.100.9" }];
    const answers = await Promise.all(tabs.map(({ count }, n) => count(nows[n % 3] ?? {})));
    expect(answers.filter(({ counted }) => counted)).toHaveLength(1);
    expect(await playsOf(song)).toBe(1);
  });

  it("leaves neither of its names room for another within a track's length", { retry: 0 }, async () => {
    const song = await newSong(100);
    const [visitor, accountId] = [newVisitor(), newAccount()];
    const [first, second, third] = await Promise.all(
      Array.from({ length: 3 }, () => startPlay({ visitor }, song)),
    );
    context.clock.move(40);
    expect(await first?.count({ accountId })).toMatchObject({ counted: true });
    expect(await second?.count({})).toMatchObject({ counted: false });
    expect(await second?.count({ accountId })).toMatchObject({ counted: false });
    context.clock.move(100);
    expect(await second?.count({})).toMatchObject({ counted: true });
    // A refusal for one name does not delay the other.
    context.clock.move(50);
    expect(await third?.count({ accountId })).toMatchObject({ counted: false });
    expect(await play(song, { accountId }, 40)).toMatchObject({ counted: true });
    expect(await playsOf(song)).toBe(3);
  });

  it("was its visitor's own share where the visitor is the sharer by now", async () => {
    const accountId = newAccount();
    const { song, count } = await startPlay({ visitor: newVisitor(), sharer: accountId });
    expect(await count({ accountId })).toMatchObject({ counted: true });
    await playsOf(song);
    const { rows } = await sql<{ shares: number }>`
      select coalesce(sum(shares), 0)::int as shares from song_day where song_id = ${Number(song)}`.execute(
      context.db,
    );
    expect(rows[0]?.shares).toBe(0);
  });
});

describe("a listener", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.9", "203.0.113.0/24"],
    ["2001:db8:42:1::5", "2001:db8:42::/48"],
    ["2001:0db8:0042:ffff:1:2:3:4", "2001:db8:42::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
  ])("at %s is in the network %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("is the account, else the visitor in a network, else the network", () => {
    const of = (accountId: string | undefined, visitor: string | undefined, address: string) =>
      listenerKey({ accountId, visitor, address }).toString("hex");
    expect(of("a", "v", "192.0.2.1")).toBe(of("a", "w", "198.51.100.1"));
    expect(of(undefined, "v", "192.0.2.1")).toBe(of(undefined, "v", "192.0.2.200"));
    expect(of(undefined, "v", "192.0.2.1")).not.toBe(of(undefined, "v", "198.51.100.1"));
    expect(of(undefined, "v", "192.0.2.1")).not.toBe(of(undefined, "w", "192.0.2.1"));
    expect(of(undefined, undefined, "192.0.2.1")).toBe(of(undefined, undefined, "192.0.2.9"));
    expect(of(undefined, undefined, "192.0.2.1")).not.toBe(of(undefined, "v", "192.0.2.1"));
  });
});

describe("the job", () => {
  it("fold-plays adds each counted play once, also if it runs several times concurrently", {
    retry: 0,
  }, async () => {
    const song = await newSong();
    for (let n = 0; n < 3; n++) await play(song, { visitor: newVisitor() }, 40);
    await Promise.all([1, 2, 3].map(() => aggregatePlaysJob.run(context, {})));
    expect(await playsOf(song)).toBe(3);
  });

  it("make-play-partitions prepares the next months, and takes in plays that came before their month was made", async () => {
    const song = await newSong();
    context.clock.move(200 * 24 * 3600);
    const visitor = newVisitor();
    const early = await registerPlay(context, call(song, { visitor }));
    const month = context.clock.now().toISOString().slice(0, 7).replace("-", "_");
    const tablesOf = async () => {
      const { rows } = await sql<{ table: string }>`
        select tableoid::regclass::text as table from play where song_id = ${Number(song)}`.execute(
        context.db,
      );
      return rows.map(({ table }) => table);
    };
    expect(await tablesOf()).toEqual(["play_rest"]);
    await Promise.all([1, 2].map(() => createPlayPartitionsJob.run(context, {})));
    await createPlayPartitionsJob.run(context, {});
    expect(await tablesOf()).toEqual([`play_${month}`]);
    context.clock.move(40);
    const counted = call(song, { visitor, streamId: early.stream_id, heard: 40 });
    expect(await registerPlay(context, counted)).toMatchObject({ counted: true });
    expect(await playsOf(song)).toBe(1);
  });

  it("forget-listeners keeps listeners who could still be counted twice", { retry: 0 }, async () => {
    const song = await newSong();
    const listeners = async () => {
      const { rows } = await sql`select from listener where song_id = ${Number(song)}`.execute(context.db);
      return rows.length;
    };
    await play(song, { visitor: newVisitor() }, 40);
    await deleteOldListenersJob.run(context, {});
    expect(await listeners()).toBe(1);
    context.clock.move(3 * 24 * 3600);
    await deleteOldListenersJob.run(context, {});
    expect(await listeners()).toBe(0);
  });
});
