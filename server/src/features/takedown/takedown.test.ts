import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allJobs } from "../../features.ts";
import { sql } from "../../platform/database/database.ts";
import { toTaskList } from "../../platform/jobs/queue.ts";
import { controlFileChecks } from "../../testing/fixtures/file-checks.ts";
import {
  basicAuth,
  bearer,
  joinAdministrator,
  makePremium,
  type Person,
  password,
} from "../../testing/fixtures/people.ts";
import { everywhere, type PublicWraps, publicWraps } from "../../testing/fixtures/public-wraps.ts";
import { openStudio, type Studio } from "../../testing/fixtures/studio.ts";
import { startNode } from "../../testing/http/node.ts";

let studio: Studio;
let admin: Person;
let other: Person;
let wraps: PublicWraps;
/** A public wrap that is reported and never restricted. */
let reported: Awaited<ReturnType<PublicWraps["addPublicWrap"]>>;
const expireFileChecks = controlFileChecks();
const addPublicWrap: PublicWraps["addPublicWrap"] = (...options) => wraps.addPublicWrap(...options);
const findPlaces: PublicWraps["findPlaces"] = (wrap) => wraps.findPlaces(wrap);

beforeAll(async () => {
  studio = await openStudio();
  wraps = publicWraps(studio);
  [admin, other] = [await joinAdministrator(studio), await joinAdministrator(studio)];
  reported = await addPublicWrap();
});
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(studio.context.db));
afterAll(() => studio.close());

const copyright = {
  problem: "copyright",
  explanation: "The recording is ours.",
  location: "The whole recording",
  name: "Réka Szabó",
  email: "rights@label.example",
  good_faith: true,
  work: "Lantern, by Mira Okafor, 2019",
  address: "1 Quay Street, Cork",
  authorized: true,
  signature: "Réka Szabó",
};

const send = (body: object, headers: Record<string, string> = {}) =>
  studio.call("POST", "report", { payload: body, headers });
async function report(kind: string, id: string | number, fields: object = {}): Promise<number> {
  const { status, json } = await send({ ...copyright, kind, id: String(id), ...fields });
  expect([status, json.errors ?? []]).toEqual([200, []]);
  return json.body.id;
}
const decide = (id: number, body: object, by: Person = admin) =>
  studio.call("POST", `admin/report/${id}`, { ...bearer(by.token), payload: body });
const restriction = (kind: string) => ({
  decision: "RESTRICT",
  kind,
  ground: "law",
  basis: "17 USC 512(c)",
  reason: "The recording is another label’s.",
});
const readReport = async (id: number) =>
  (await studio.call("GET", `admin/report/${id}`, bearer(admin.token))).json.body;

/** Reports a thing, restricts it or what it belongs to, and returns the restriction's id. */
async function restrict(kind: string, id: string | number, what = kind): Promise<number> {
  const sent = await report(kind, id);
  expect((await decide(sent, restriction(what))).json).toMatchObject({ success: true });
  const { restrictions } = await readReport(sent);
  return restrictions[0].id;
}
const restore = (id: number, by: Person = admin) =>
  studio.call("POST", `admin/restriction/${id}/end`, {
    ...bearer(by.token),
    payload: { reason: "A licence was shown." },
  });

const get = (url: string) => studio.inject({ url });
const statusOf = async (url: string) => (await get(url)).statusCode;
const subjects = async ({ email }: { email: string }) => {
  await studio.runDueJobs();
  return studio.mails.mails(email).map(({ subject }) => subject);
};

describe("a report", () => {
  it("needs no account, is acknowledged by mail, and says what it is about", async () => {
    const wrap = await addPublicWrap();
    const email = `first-${wrap.song}@label.example`;
    const id = await report("wrap", wrap.prettyId, { email });
    expect(await subjects({ email })).toEqual(["We received your report"]);
    expect(await readReport(id)).toMatchObject({
      kind: "wrap",
      target: String(wrap.song),
      title: `${wrap.name}, ${wrap.artist}`,
      image: { id: expect.any(String) },
      state: "OPEN",
      work: copyright.work,
      signature: "Réka Szabó",
      things: [
        { kind: "wrap", path: `/wrap/${wrap.prettyId}`, is_restricted: false },
        { kind: "artist", target: String(wrap.publisher.artist) },
      ],
      owner: { id: wrap.publisher.id },
      restrictions: [],
      others: [],
    });
  });

  it("names every missing field at once", async () => {
    const { song } = reported;
    const empty = {
      kind: "wrap",
      id: String(song),
      problem: "copyright",
      name: "",
      explanation: " ",
      location: "",
    };
    const { status, json } = await send(empty);
    expect(status).toBe(400);
    const fields = json.errors.map(({ field }: { field: string }) => field).toSorted();
    expect(fields).toEqual(
      [
        "address",
        "authorized",
        "email",
        "explanation",
        "good_faith",
        "location",
        "name",
        "signature",
        "work",
      ].toSorted(),
    );
    const invalid = await send({
      ...copyright,
      kind: "wrap",
      id: String(song),
      problem: "ugly",
      email: "me",
    });
    expect(invalid.json.errors).toEqual([
      { field: "problem", message: "Required" },
      { field: "email", message: "Enter an email address." },
    ]);
  });

  it("of child abuse may be anonymous, and others may not", async () => {
    const { song } = reported;
    const anonymous = {
      kind: "wrap",
      id: String(song),
      explanation: "The cover.",
      location: "The cover",
      good_faith: true,
    };
    expect((await send({ ...anonymous, problem: "child_abuse" })).status).toBe(200);
    const { json } = await send({ ...anonymous, problem: "hate" });
    expect(json.errors).toMatchObject([{ field: "name" }, { field: "email" }]);
  });

  it("is stored once when it is repeated, also twice at the same instant", { retry: 0 }, async () => {
    const key = randomUUID();
    const email = `${key}@label.example`;
    const body = { ...copyright, kind: "wrap", id: String(reported.song), email };
    const headers = { "idempotency-key": key };
    const answers = await Promise.all([send(body, headers), send(body, headers)]);
    const repeated = await send(body, headers);
    expect(new Set([...answers, repeated].map(({ json }) => json.body.id)).size).toBe(1);
    expect(await subjects({ email })).toHaveLength(1);
    expect((await send({ ...body, work: "Another" }, headers)).json.code).toBe("E0029");
  });

  it("is refused for what is not public, as if it did not exist", async () => {
    const draft = await studio.createDraft(reported.publisher);
    for (const [kind, id] of [
      ["wrap", draft],
      ["wrap", "nothing"],
      ["artist", "nobody"],
      ["experience", 999_999],
      ["artwork", "999999-1"],
      ["artwork", "x"],
    ] as const)
      expect((await send({ ...copyright, kind, id: String(id) })).status).toBe(404);
  });

  it("is listed, read and decided by administrators alone", async () => {
    const { song, publisher } = await addPublicWrap();
    const id = await report("wrap", song);
    const restricted = await restrict("wrap", song);
    await makePremium(studio, publisher);
    const keys = basicAuth((await studio.call("PATCH", "provider/keys", bearer(publisher.token))).json.body);
    const calls = [
      ["GET", "admin/reports", undefined],
      ["GET", `admin/report/${id}`, undefined],
      ["POST", `admin/report/${id}`, { decision: "NO_ACTION", reason: "Mine." }],
      ["POST", `admin/restriction/${restricted}/end`, { reason: "Mine." }],
    ] as const;
    for (const [method, path, payload] of calls) {
      const body = payload === undefined ? {} : { payload };
      expect([path, (await studio.call(method, path, body)).status]).toEqual([path, 401]);
      for (const stranger of [bearer(publisher.token), keys])
        expect([path, (await studio.call(method, path, { ...stranger, ...body })).status]).toEqual([
          path,
          403,
        ]);
    }
    expect((await readReport(id)).state).toBe("OPEN");
  });

  it("is found by state, kind and problem, before decided ones, with the others about the same thing", async () => {
    const { song, publisher } = await addPublicWrap();
    const [first, second] = [await report("wrap", song, { problem: "fraud" }), await report("wrap", song)];
    const byArtist = await report("artist", publisher.artist, { problem: "fraud" });
    await decide(first, { decision: "NO_ACTION", reason: "It is a parody." });
    const list = async (query: string) => {
      const { json } = await studio.call("GET", `admin/reports?limit=1000&${query}`, bearer(admin.token));
      const ids = json.body.data.map(({ id }: { id: number }) => id);
      return [first, second, byArtist].map((id) => ids.includes(id));
    };
    expect(await list("")).toEqual([true, true, true]);
    expect(await list("state==OPEN")).toEqual([false, true, true]);
    expect(await list("kind==artist")).toEqual([false, false, true]);
    expect(await list("problem==fraud&state==NO_ACTION")).toEqual([true, false, false]);
    expect((await readReport(second)).others).toMatchObject([{ id: first, state: "NO_ACTION" }]);
    await decide(byArtist, { decision: "NO_ACTION", reason: "It is the artist." });
    const order = async (query: string) => {
      const { json } = await studio.call("GET", `admin/reports?limit=1000${query}`, bearer(admin.token));
      const ids: number[] = json.body.data.map(({ id }: { id: number }) => id);
      return ids.filter((id) => [first, second, byArtist].includes(id));
    };
    expect(await order("")).toEqual([second, byArtist, first]);
    expect(await order("&sortKey=created_at")).toEqual([byArtist, second, first]);
  });

  it("is decided once by two administrators at the same instant", { retry: 0 }, async () => {
    const wrap = await addPublicWrap();
    const email = `two-${wrap.song}@label.example`;
    const id = await report("wrap", wrap.song, { email });
    const both = await Promise.all([
      decide(id, { decision: "NO_ACTION", reason: "It is a parody." }, admin),
      decide(id, restriction("wrap"), other),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.json.code).toBe("E0005");
    const restricted = both[1]?.status === 200;
    expect((await readReport(id)).state).toBe(restricted ? "RESTRICTED" : "NO_ACTION");
    expect(await statusOf(`/api/v1/song/${wrap.song}`)).toBe(restricted ? 404 : 200);
    expect(await subjects({ email })).toHaveLength(2);
  });

  it("without action leaves everything public and tells the reporter why", async () => {
    const id = await report("wrap", reported.song, { email: "none@label.example" });
    expect((await decide(id, { decision: "NO_ACTION" })).json.errors).toMatchObject([{ field: "reason" }]);
    await decide(id, { decision: "NO_ACTION", reason: "The publisher has a licence." });
    await studio.runDueJobs();
    const mail = studio.mails.mails("none@label.example").at(-1);
    expect(mail?.subject).toBe("Your report was decided");
    expect(mail?.text).toContain("The publisher has a licence.");
    expect(await statusOf(`/api/v1/song/${reported.song}`)).toBe(200);
    expect(await subjects(reported.publisher)).not.toContain("Your content was restricted");
  });

  it("needs a thing, a ground and its law or clause to restrict", async () => {
    const id = await report("wrap", reported.song);
    const { json } = await decide(id, { decision: "RESTRICT", reason: "Theirs." });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(["kind", "ground", "basis"]);
    const none = await decide(id, { ...restriction("artwork") });
    expect(none.json.errors).toMatchObject([{ field: "kind" }]);
    expect((await readReport(id)).state).toBe("OPEN");
  });
});

describe("a restricted wrap", () => {
  it("is nowhere public, and everywhere again when it is restored", async () => {
    const wrap = await addPublicWrap();
    const before = await findPlaces(wrap);
    expect(before).toEqual(everywhere(true, before));
    const id = await restrict("wrap", wrap.song);
    expireFileChecks();
    expect(await findPlaces(wrap)).toEqual(everywhere(false, before));
    expect([await statusOf(wrap.cover), await statusOf(wrap.audio)]).toEqual([451, 451]);
    expect((await get(wrap.audio)).json()).toMatchObject({ success: false, code: "E0071" });
    expect((await restore(id)).status).toBe(200);
    expireFileChecks();
    expect(await findPlaces(wrap)).toEqual(before);
    expect((await restore(id)).json.code).toBe("E0005");
  });

  it("tells its owner why, is in the audit log, and cannot be listed or hidden by its publisher, only changed and deleted", async () => {
    const { song, publisher } = await addPublicWrap();
    const id = await restrict("wrap", song);
    await studio.runDueJobs();
    const mail = studio.mails.mails(publisher.email).at(-1);
    expect(mail?.subject).toBe("Your content was restricted");
    for (const text of ["17 USC 512(c)", "The recording is another label’s.", `/my/wrap/${song}`])
      expect(mail?.text).toContain(text);
    const authorized = bearer(publisher.token);
    const { json } = await studio.call("GET", `my/song/${song}`, authorized);
    expect(json.body.song).toMatchObject({ status: "RESTRICTED", next_step: "CONTEST" });
    const events = await studio.events(publisher.id);
    expect(events.at(-1)).toMatchObject({ kind: "content-restricted", detail: { by: admin.id } });

    expect((await studio.call("POST", `song/${song}/listing`, authorized)).json.code).toBe("E0070");
    expect((await studio.call("DELETE", `song/${song}/listing`, authorized)).json.code).toBe("E0070");
    const payload = { description: "Without the sample." };
    expect((await studio.call("PATCH", `song/${song}`, { ...authorized, payload })).status).toBe(200);
    expect((await studio.call("DELETE", `song/${song}`, authorized)).status).toBe(200);
    expect((await restore(id)).status).toBe(200);
    expect(await statusOf(`/api/v1/song/${song}`)).toBe(404);
  });

  it("stays hidden if its publisher hid it before, and no state is lost", async () => {
    const { song, publisher } = await addPublicWrap();
    const sent = await report("wrap", song);
    await studio.call("DELETE", `song/${song}/listing`, bearer(publisher.token));
    await decide(sent, restriction("wrap"));
    const [{ id }] = (await readReport(sent)).restrictions;
    const statusNow = async () =>
      (await studio.call("GET", `my/song/${song}`, bearer(publisher.token))).json.body.song.status;
    expect(await statusNow()).toBe("RESTRICTED");
    await restore(id);
    expect(await statusNow()).toBe("HIDDEN");
  });

  it("has one restriction although two reports lead to it, and the second report is decided too", {
    retry: 0,
  }, async () => {
    const { song } = await addPublicWrap();
    const [first, second] = [await report("wrap", song), await report("wrap", song)];
    const both = await Promise.all([
      decide(first, restriction("wrap"), admin),
      decide(second, restriction("wrap"), other),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { restrictions, state } = await readReport(second);
    expect([restrictions.length, state]).toEqual([1, "RESTRICTED"]);
  });

  it("leaves the CDN: its page, player and card are purged, and its copies withdrawn without waiting for the next minute", async () => {
    const wrap = await addPublicWrap();
    const id = await report("wrap", wrap.song);
    const { config } = studio.context;
    config.cdnPurge = { url: "http://127.0.0.1:9/{url}", token: undefined };
    await decide(id, restriction("wrap"));
    config.cdnPurge = undefined;
    const jobs = await studio.listJobs();
    const purged = jobs.flatMap(({ name, payload }) =>
      name === "purge-address" ? [(payload as { url: string }).url.replace("http://localhost", "")] : [],
    );
    const page = `/wrap/${wrap.prettyId}`;
    const { rows } = await sql<{ id: number; pretty_id: string }>`
      select al.id, al.pretty_id from album al join song_album t on t.album_id = al.id where t.song_id = ${wrap.song}`.execute(
      studio.context.db,
    );
    const [album] = rows;
    expect(purged.toSorted()).toEqual(
      [
        ...[
          `/album/${album?.pretty_id}`,
          `/cards/album/${album?.id}.png`,
          `/embed/album/${album?.pretty_id}`,
        ],
        ...[`/cards/wrap/${wrap.song}.png`, `/embed${page}`, page],
      ].toSorted(),
    );
    expect(jobs.map(({ name }) => name)).toContain("sync-public-files");
    // Without a CDN the calls do nothing.
    await studio.runDueJobs();
  });

  it("does not stop a recording that another public wrap has as well", async () => {
    const recording = randomBytes(2_000);
    const theirs = await addPublicWrap({ recording });
    await addPublicWrap({ recording });
    await restrict("wrap", theirs.song);
    expect([await statusOf(theirs.cover), await statusOf(theirs.audio)]).toEqual([451, 200]);
  });
});

describe("a restricted artist", () => {
  it("disappears with every wrap, also with those listed later, and comes back as they were left", async () => {
    const wrap = await addPublicWrap();
    const { publisher, slug, photo } = wrap;
    const hidden = await addPublicWrap({ publisher, name: "Undertow" });
    await studio.call("DELETE", `song/${hidden.song}/listing`, bearer(publisher.token));
    const id = await restrict("wrap", wrap.song, "artist");
    const later = await addPublicWrap({ publisher, name: "Afterglow" });
    const statuses = async () =>
      Promise.all(
        [
          `/api/v1/artist/${slug}`,
          `/api/v1/artist/${slug}/experiences`,
          `/cards/artist/${slug}.png`,
          `/oembed?url=${encodeURIComponent(`http://localhost/artist/${slug}`)}`,
          photo,
          ...[wrap, hidden, later].map(({ song }) => `/api/v1/song/${song}`),
        ].map(statusOf),
      );
    expect(await statuses()).toEqual([404, 404, 404, 404, 451, 404, 404, 404]);
    expect((await get("/sitemaps/artists-0.xml")).body).not.toContain(`/artist/${slug}<`);
    await restore(id);
    expireFileChecks();
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 404, 200]);
  });

  it("keeps a wrap restricted that has a restriction of its own", async () => {
    const { song, publisher } = await addPublicWrap();
    const byWrap = await restrict("wrap", song);
    const artist = await restrict("artist", publisher.artist);
    await restore(artist);
    expect(await statusOf(`/api/v1/song/${song}`)).toBe(404);
    await restore(byWrap);
    expect(await statusOf(`/api/v1/song/${song}`)).toBe(200);
  });
});

describe("another node, without a restart", () => {
  let node: Awaited<ReturnType<typeof startNode>>;
  beforeAll(async () => {
    node = await startNode(studio);
  });
  afterAll(() => node.close());
  const read = (paths: readonly string[]) =>
    Promise.all(paths.map((path) => node.readStatus(path, { headers: { range: "bytes=0-999" } })));

  it("stops showing a restricted wrap: kept pages, audio that is playing, and images", async () => {
    const wrap = await addPublicWrap();
    const paths = [`/wrap/${wrap.prettyId}`, `/embed/wrap/${wrap.prettyId}`, wrap.audio, wrap.cover];
    /** Pages and the names that they have. */
    const lists: [path: string, text: string][] = [
      ["/", wrap.prettyId],
      ["/sitemaps/wraps-0.xml", wrap.prettyId],
      [`/search?q=${encodeURIComponent(wrap.name)}`, wrap.prettyId],
      [`/embed/artist/${wrap.slug}`, wrap.name],
    ];
    const readLists = () =>
      Promise.all(
        lists.map(async ([path, text]) => (await (await fetch(`${node.url}${path}`)).text()).includes(text)),
      );
    // The second time from the caches.
    for (const _ of [1, 2]) expect(await read(paths)).toEqual([200, 200, 206, 206]);
    expect(await readLists()).toEqual([true, true, true, true]);
    const id = await restrict("wrap", wrap.song);
    await expect.poll(() => read(paths.slice(0, 1))).toEqual([404]);
    expireFileChecks();
    expect(await read(paths)).toEqual([404, 404, 451, 451]);
    expect(await readLists()).toEqual([false, false, false, false]);
    await restore(id);
    await expect.poll(() => read(paths.slice(0, 1))).toEqual([200]);
    expireFileChecks();
    expect(await read(paths)).toEqual([200, 200, 206, 206]);
    expect(await readLists()).toEqual([true, true, true, true]);
  });

  it("stops showing a restricted artist, with their page, card, picture and wraps", async () => {
    const { song, slug, photo, prettyId } = await addPublicWrap();
    const paths = [`/artist/${slug}`, `/cards/artist/${slug}.png`, `/wrap/${prettyId}`, photo];
    // The second time from the caches.
    for (const _ of [1, 2]) expect(await read(paths)).toEqual([200, 200, 200, 206]);
    const id = await restrict("wrap", song, "artist");
    await expect.poll(() => read(paths.slice(0, 1))).toEqual([404]);
    expireFileChecks();
    expect(await read(paths)).toEqual([404, 404, 404, 451]);
    await restore(id);
    await expect.poll(() => read(paths.slice(0, 1))).toEqual([200]);
    expireFileChecks();
    expect(await read(paths)).toEqual([200, 200, 200, 206]);
  });
});

describe("a counter-notice", () => {
  const counterNotice = {
    statement: "We recorded it ourselves.",
    address: "2 Quay Street, Cork",
    consent: true,
    signature: "Halden Maar",
  };
  const contest = (id: number, person: Person, body: object = counterNotice) =>
    studio.call("POST", `my/restriction/${id}/contest`, { ...bearer(person.token), payload: body });
  const keep = (id: number, by: Person = admin) =>
    studio.call("POST", `admin/restriction/${id}/keep`, {
      ...bearer(by.token),
      payload: { reason: "The licence has ended." },
    });
  const ownRestrictions = async ({ token }: Person) =>
    (await studio.call("GET", "my/restrictions", bearer(token))).json.body.data;

  it("is sent once by the owner alone, again only the same, and reaches the administrators and the sender of the notice", {
    retry: 0,
  }, async () => {
    const { song, publisher } = await addPublicWrap();
    const stranger = await studio.join();
    const sent = await report("wrap", song, { email: "counter@label.example" });
    await decide(sent, restriction("wrap"));
    const [{ id }] = (await readReport(sent)).restrictions;
    expect(
      (await studio.call("POST", `my/restriction/${id}/contest`, { payload: counterNotice })).status,
    ).toBe(401);
    expect((await contest(id, stranger)).status).toBe(404);
    const incomplete = await contest(id, publisher, { statement: " ", consent: false });
    expect(incomplete.json.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "address",
      "consent",
      "signature",
      "statement",
    ]);
    const both = await Promise.all([contest(id, publisher), contest(id, publisher)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await contest(id, publisher, { ...counterNotice, statement: "Another." })).json.code).toBe(
      "E0005",
    );
    expect(await ownRestrictions(publisher)).toMatchObject([
      { id, kind: "wrap", contest_statement: "We recorded it ourselves.", contested_at: expect.any(String) },
    ]);
    expect(await ownRestrictions(stranger)).toEqual([]);
    const { json } = await studio.call("GET", "admin/reports?contested==true", bearer(admin.token));
    expect(json.body.data).toMatchObject([{ target: String(song), contested: true }]);
    expect(await subjects(admin)).toContain("A restriction was contested");
    const mail = studio.mails.mails("counter@label.example").at(-1);
    expect(mail?.subject).toBe("Your copyright notice was contested");
    for (const text of ["We recorded it ourselves.", "Halden Maar, 2 Quay Street, Cork"])
      expect(mail?.text).toContain(text);
    await keep(id);
  });

  it("is decided once by two administrators at the same instant: restored or kept, with a mail", {
    retry: 0,
  }, async () => {
    const { song, publisher } = await addPublicWrap();
    const id = await restrict("wrap", song);
    expect((await keep(id)).json.code).toBe("E0005");
    await contest(id, publisher);
    const both = await Promise.all([keep(id, admin), restore(id, other)]);
    const [kept, restored] = both.map(({ status }) => status === 200);
    // A kept restriction may still be ended later, so only keeping can be refused.
    expect(restored).toBe(true);
    const mails = await subjects(publisher);
    expect(mails.includes("Your counter-notice was decided")).toBe(kept);
    expect(mails).toContain("Your content was restored");
    expect(await statusOf(`/api/v1/song/${song}`)).toBe(200);
    expect(await ownRestrictions(publisher)).toEqual([]);
    expect((await contest(id, publisher, { ...counterNotice, statement: "Late." })).json.code).toBe("E0005");
  });
});

describe("the personal data of a report", () => {
  it("is in the data export of the account that sent it, and its restrictions in the owner's", async () => {
    const { song, publisher } = await addPublicWrap();
    const reporter = await studio.join();
    const body = { ...copyright, kind: "wrap", id: String(song) };
    const { json } = await send(body, bearer(reporter.token).headers);
    await decide(json.body.id, restriction("wrap"));
    const exported = async (person: Person) =>
      (await studio.call("GET", "my/data", bearer(person.token))).json.body;
    expect(await exported(reporter)).toMatchObject({
      takedown: { reports: [{ title: expect.any(String), name: "Réka Szabó" }] },
    });
    expect(await exported(publisher)).toMatchObject({
      takedown: { restrictions: [{ kind: "wrap", basis: "17 USC 512(c)" }] },
    });
  });

  it("goes with the account that sent it, except while a restriction depends on it, and so do its counter-notices", async () => {
    const { db } = studio.context;
    const reporter = await studio.addPublisher();
    const sendAs = async (song: number) => {
      const payload = { ...copyright, kind: "wrap", id: String(song) };
      return (await studio.call("POST", "report", { ...bearer(reporter.token), payload })).json.body.id;
    };
    const [restricted, wrap] = [await addPublicWrap(), await addPublicWrap({ publisher: reporter })];
    const reports: number[] = [];
    for (const { song } of [reported, reported, restricted]) reports.push(await sendAs(song));
    await decide(reports[1] ?? 0, { decision: "NO_ACTION", reason: "A licence was shown." });
    await decide(reports[2] ?? 0, restriction("wrap"));
    const id = await restrict("wrap", wrap.song);
    const contest = {
      statement: "We recorded it ourselves.",
      address: "2 Quay Street, Cork",
      consent: true,
      signature: "Halden Maar",
    };
    await studio.call("POST", `my/restriction/${id}/contest`, {
      ...bearer(reporter.token),
      payload: contest,
    });
    await studio.call("DELETE", `song/${wrap.song}`, bearer(reporter.token));
    const deleted = await studio.call("DELETE", "me", {
      ...bearer(reporter.token),
      payload: { password },
    });
    expect(deleted.json).toMatchObject({ success: true });
    const senders = [];
    for (const report of reports) senders.push(await readReport(report));
    const kept = { name: copyright.name, email: copyright.email, address: copyright.address };
    const gone = { name: null, email: null, address: null, signature: null };
    expect(senders).toMatchObject([kept, gone, kept]);
    const { rows } = await sql<object>`
      select contest_statement, contest_signature, contest_address, contested_by from restriction where id = ${id}`.execute(
      db,
    );
    expect(Object.values(rows[0] ?? {})).toEqual([null, null, null, null]);
  });

  it("goes a year after the decision, and the report with it unless its restriction is in force; undecided, after three years", async () => {
    const [kept, dismissed] = [await addPublicWrap(), await addPublicWrap()];
    const [restricting, without, open] = [
      await report("wrap", kept.song),
      await report("wrap", dismissed.song),
      await report("wrap", dismissed.song),
    ];
    await decide(restricting, restriction("wrap"));
    await decide(without, { decision: "NO_ACTION", reason: "It is a parody." });
    const runJob = async () => {
      const expire = toTaskList(studio.context, allJobs)["expire-reports"];
      await (expire as (payload: unknown) => Promise<void>)({});
    };
    await sql`update report set decided_at = decided_at - interval '364 days' where id in (${restricting}, ${without})`.execute(
      studio.context.db,
    );
    await runJob();
    expect(await readReport(restricting)).toMatchObject({ name: "Réka Szabó" });
    await sql`update report set decided_at = decided_at - interval '2 days' where id in (${restricting}, ${without})`.execute(
      studio.context.db,
    );
    for (const _ of [1, 2]) await runJob();
    const ended = await restrict("wrap", dismissed.song);
    await restore(ended);
    await sql`update restriction set ended_at = ended_at - interval '366 days' where id = ${ended}`.execute(
      studio.context.db,
    );
    await runJob();
    const { rows } = await sql`select from restriction where id = ${ended}`.execute(studio.context.db);
    expect(rows).toEqual([]);
    const none = { name: null, email: null, address: null, signature: null };
    expect(await readReport(restricting)).toMatchObject({ ...none, work: copyright.work });
    expect(await readReport(without)).toBeUndefined();
    expect(await readReport(open)).toMatchObject({ name: "Réka Szabó", state: "OPEN" });
    const age = (days: number) =>
      sql`update report set created_at = now() - make_interval(days => ${days}::int) where id = ${open}`.execute(
        studio.context.db,
      );
    await age(3 * 365 - 1);
    await runJob();
    expect(await readReport(open)).toMatchObject({ state: "OPEN" });
    await age(3 * 365 + 1);
    await runJob();
    expect(await readReport(open)).toBeUndefined();
  });
});
