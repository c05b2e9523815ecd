import { questionProblems } from "@wrapsody/shared/rewards/claim-questions.ts";
import { doorProblems, formatTicketCode } from "@wrapsody/shared/rewards/tickets.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  bearer,
  dumpDatabase,
  openPeople,
  type People,
  type Person,
  password,
} from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { addEntry } from "../points/ledger.ts";

let people: People;
let db: People["context"]["db"];

beforeAll(async () => {
  people = await openPeople();
  db = people.context.db;
});
afterAll(() => people.close());

const ticketLevel = {
  name: "A seat by the window",
  description: "One ticket for the concert in the lighthouse",
  reward_points_earned: 5,
  reward_type: "TICKET",
  details: "Doors open at seven.",
};

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, person?: Person, payload?: object) =>
  people.call(method, path, {
    ...(payload === undefined ? {} : { payload }),
    ...(person === undefined ? {} : bearer(person.token)),
  });

/** Creates a public wrap of a new publisher, with a level. */
async function offer(level: object = {}) {
  const owner = await people.join();
  const song = await addSong(db, { artist: `Artist of ${owner.id}` });
  await sql`update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
    db,
  );
  const { json } = await call("POST", `song/${song}/reward`, owner, { ...ticketLevel, ...level });
  return { owner, song, level: Number(json.body.id) };
}
type Offer = Awaited<ReturnType<typeof offer>>;

async function fanOf({ song }: Offer): Promise<Person> {
  const fan = await people.join();
  const entry = { accountId: fan.id, songId: song, key: "listen 1", kind: "LISTEN", points: 5 } as const;
  await db.transaction().execute((tx) => addEntry(tx, { ...entry, now: people.context.clock.now() }));
  return fan;
}

const claim = ({ song, level }: Offer, fan?: Person, answers?: Record<string, string>) =>
  call("POST", `song/${song}/reward/${level}`, fan, answers === undefined ? {} : { answers });

/** Redeems the level and returns the ticket. */
async function buyTicket(reward: Offer, fan?: Person) {
  const holder = fan ?? (await fanOf(reward));
  const { id } = (await claim(reward, holder)).json.body;
  const { json } = await call("GET", `my/claim/${id}/ticket`, holder);
  return { fan: holder, id: Number(id), code: String(json.body.code), ticket: json.body };
}

const inOneHour = () => new Date(people.context.clock.now().getTime() + 3_600_000).toISOString();

async function openDoor({ owner, song, level }: Offer, label = "Main entrance") {
  const body = { label, expires_at: inOneHour() };
  const { json } = await call("POST", `song/${song}/reward/${level}/door`, owner, body);
  const secret = new URL(json.body.link).pathname.split("/").at(-1) ?? "";
  return { id: Number(json.body.id), secret, door: json.body };
}

let attempts = 0;
async function admit(secret: string, code: string, attempt = `attempt ${attempts++}`) {
  return (await call("POST", `door/${secret}/admission`, undefined, { code, attempt })).json;
}

async function countMails(): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from graphile_worker.jobs where task_identifier = 'send-letter'`.execute(
    db,
  );
  return rows[0]?.mails ?? 0;
}

const stateOf = async (fan: Person) => (await call("GET", "my/claims", fan)).json.body.data[0];

describe("a ticket", () => {
  it("has a code that is stored encrypted and shown to its fan only", async () => {
    const reward = await offer();
    const { fan, id, code, ticket } = await buyTicket(reward);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(ticket).toMatchObject({
      number: id,
      state: "REQUESTED",
      admitted_at: null,
      reward: ticketLevel.name,
    });
    expect(ticket.rows.length).toBe(ticket.rows[0].length);
    expect((await call("GET", `my/claim/${id}/ticket`, fan)).json.body.code).toBe(code);
    expect(await dumpDatabase(people)).not.toContain(code);
    expect((await call("GET", `my/claim/${id}/ticket`)).status).toBe(401);
    for (const other of [reward.owner, await people.join()])
      expect((await call("GET", `my/claim/${id}/ticket`, other)).status).toBe(404);
    const merch = await offer({ reward_type: "MERCH" });
    const holder = await fanOf(merch);
    const { id: other } = (await claim(merch, holder)).json.body;
    expect((await call("GET", `my/claim/${other}/ticket`, holder)).status).toBe(404);
    expect((await call("GET", "my/claim/none/ticket", holder)).status).toBe(400);
  });

  it("is issued once, also for a claim of before there were tickets and to two calls at once", {
    retry: 0,
  }, async () => {
    const reward = await offer();
    const { fan, id } = await buyTicket(reward);
    await sql`delete from ticket where claim_id = ${id}`.execute(db);
    const codes = await Promise.all(
      [0, 1, 2].map(async () => (await call("GET", `my/claim/${id}/ticket`, fan)).json.body.code),
    );
    expect(new Set(codes).size).toBe(1);
  });
});

describe("a door", () => {
  it("admits a ticket once, fulfils its claim without a mail, and then says when", { retry: 0 }, async () => {
    const reward = await offer();
    const { fan, id, code } = await buyTicket(reward);
    const { secret } = await openDoor(reward);
    const mails = await countMails();
    expect(mails).toBeGreaterThan(0);
    const first = await admit(secret, formatTicketCode(code).toLowerCase());
    expect(first.body).toEqual({ result: "ADMITTED", number: id, admitted_at: expect.any(String) });
    const second = await admit(secret, code);
    expect(second.body).toEqual({ ...first.body, result: "ALREADY_ADMITTED" });
    expect(await stateOf(fan)).toMatchObject({ state: "FULFILLED", admitted_at: first.body.admitted_at });
    expect(
      (await call("PATCH", `claim/${id}`, reward.owner, { state: "REJECTED", reason: "No" })).json.code,
    ).toBe("E0005");
    expect(await countMails()).toBe(mails);
  });

  it("admits one of two phones at once, and the other sees when", { retry: 0 }, async () => {
    const reward = await offer();
    for (let round = 0; round < 5; round += 1) {
      const { code } = await buyTicket(reward);
      const doors = await Promise.all([openDoor(reward, "North"), openDoor(reward, "South")]);
      const answers = await Promise.all(doors.map(({ secret }) => admit(secret, code)));
      expect(answers.map(({ body }) => body.result).sort()).toEqual(["ADMITTED", "ALREADY_ADMITTED"]);
      expect(answers[0].body.admitted_at).toBe(answers[1].body.admitted_at);
    }
  });

  it("gives the repeat of a scan whose response was lost the same answer", { retry: 0 }, async () => {
    const reward = await offer();
    const { code } = await buyTicket(reward);
    const { secret } = await openDoor(reward);
    const answers = await Promise.all([0, 1].map(() => admit(secret, code, "the same scan")));
    expect(answers.map(({ body }) => body.result)).toEqual(["ADMITTED", "ADMITTED"]);
    expect((await admit(secret, code)).body.result).toBe("ALREADY_ADMITTED");
  });

  it("refuses tickets of another reward, unknown codes and rejected claims, and never names the fan", async () => {
    const [reward, other] = [await offer(), await offer()];
    const { secret } = await openDoor(reward);
    const stranger = await buyTicket(other);
    expect((await admit(secret, stranger.code)).body).toEqual({
      result: "NOT_VALID",
      number: null,
      admitted_at: null,
    });
    expect((await admit(secret, "0".repeat(26))).body.result).toBe("NOT_VALID");
    expect((await admit(secret, "Robert'); drop table ticket;--")).body.result).toBe("NOT_VALID");
    const rejected = await buyTicket(reward);
    await call("PATCH", `claim/${rejected.id}`, reward.owner, { state: "REJECTED", reason: "Sold twice" });
    const refused = await admit(secret, rejected.code);
    expect(refused.body).toEqual({ result: "REVOKED", number: rejected.id, admitted_at: null });
    expect(JSON.stringify(refused)).not.toContain("Ottilie");
    const { json } = await call("GET", `my/claim/${rejected.id}/ticket`, rejected.fan);
    expect(json.body).toMatchObject({ code: null, rows: [], state: "REJECTED" });
    expect((await stateOf(stranger.fan)).state).toBe("REQUESTED");
  });

  it("either admits a ticket or finds it rejected, if both happen at once", { retry: 0 }, async () => {
    const reward = await offer();
    const { secret } = await openDoor(reward);
    for (let round = 0; round < 4; round += 1) {
      const { fan, id, code } = await buyTicket(reward);
      const [admission, rejection] = await Promise.all([
        admit(secret, code),
        call("PATCH", `claim/${id}`, reward.owner, { state: "REJECTED", reason: "Sold twice" }),
      ]);
      const { state } = await stateOf(fan);
      expect([admission.body.result, rejection.status, state]).toEqual(
        admission.body.result === "ADMITTED" ? ["ADMITTED", 409, "FULFILLED"] : ["REVOKED", 200, "REJECTED"],
      );
    }
  });

  it("admits a ticket that the publisher has marked as fulfilled by hand", async () => {
    const reward = await offer();
    const { secret } = await openDoor(reward);
    const { id, code } = await buyTicket(reward);
    await call("PATCH", `claim/${id}`, reward.owner, { state: "FULFILLED" });
    expect((await admit(secret, code)).body.result).toBe("ADMITTED");
    expect((await admit(secret, code)).body.result).toBe("ALREADY_ADMITTED");
  });

  it("needs code and scan", async () => {
    const { secret } = await openDoor(await offer());
    const { status, json } = await call("POST", `door/${secret}/admission`, undefined, { attempt: "x" });
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ["code", "attempt"],
    ]);
  });
});

describe("a door link", () => {
  it("is shown once, says what it is for, and only its hash is stored", async () => {
    const reward = await offer();
    const { secret, door } = await openDoor(reward);
    expect(door).toMatchObject({ label: "Main entrance", state: "OPEN", admitted: 0 });
    expect((await call("GET", `door/${secret}`)).json.body).toMatchObject({
      label: "Main entrance",
      reward: ticketLevel.name,
    });
    expect(await dumpDatabase(people)).not.toContain(secret);
    const { code } = await buyTicket(reward);
    await buyTicket(reward);
    await admit(secret, code);
    const { json } = await call("GET", `song/${reward.song}/reward/${reward.level}/doors`, reward.owner);
    expect(json.body).toMatchObject({
      tickets: 2,
      admitted: 1,
      doors: [{ label: "Main entrance", admitted: 1 }],
    });
    expect(JSON.stringify(json)).not.toContain(secret);
  });

  it("stops when it expires or is revoked, also twice; others of the reward go on", {
    retry: 0,
  }, async () => {
    const reward = await offer();
    const [first, second] = [await openDoor(reward), await openDoor(reward, "Back door")];
    const path = `song/${reward.song}/reward/${reward.level}/door/${first.id}`;
    const revocations = await Promise.all([0, 1].map(() => call("DELETE", path, reward.owner)));
    expect(revocations.map(({ status }) => status)).toEqual([200, 200]);
    const { code } = await buyTicket(reward);
    expect((await call("GET", `door/${first.secret}`)).json.code).toBe("E0077");
    expect((await admit(first.secret, code)).code).toBe("E0077");
    await sql`update door_link set expires_at = ${people.context.clock.now()} where id = ${second.id}`.execute(
      db,
    );
    expect((await admit(second.secret, code)).code).toBe("E0077");
    expect((await admit("x".repeat(43), code)).code).toBe("E0077");
    const third = await openDoor(reward);
    expect((await admit(third.secret, code)).body.result).toBe("ADMITTED");
    const { json } = await call("GET", `song/${reward.song}/reward/${reward.level}/doors`, reward.owner);
    expect(json.body.doors.map(({ state }: { state: string }) => state)).toEqual([
      "OPEN",
      "EXPIRED",
      "REVOKED",
    ]);
  });

  it("is the publisher's alone, and only of a ticket reward", async () => {
    const reward = await offer();
    const { id } = await openDoor(reward);
    const path = `song/${reward.song}/reward/${reward.level}/door`;
    const body = { label: "Mine", expires_at: inOneHour() };
    const stranger = await people.join();
    for (const [person, status] of [
      [undefined, 401],
      [stranger, 404],
    ] as const) {
      expect((await call("GET", `${path}s`, person)).status).toBe(status);
      expect((await call("POST", path, person, body)).status).toBe(status);
      expect((await call("DELETE", `${path}/${id}`, person)).status).toBe(status);
    }
    const merch = await offer({ reward_type: "MERCH" });
    expect(
      (await call("POST", `song/${merch.song}/reward/${merch.level}/door`, merch.owner, body)).status,
    ).toBe(404);
    expect((await call("DELETE", `${path}/999999`, reward.owner)).status).toBe(404);
    // Claims of a deleted level stay owed.
    await call("DELETE", `song/${reward.song}/reward/${reward.level}`, reward.owner);
    expect((await call("POST", path, reward.owner, body)).status).toBe(200);
  });

  it("needs a label and an end that is neither past nor too far", async () => {
    const reward = await offer();
    const add = async (body: object) =>
      (await call("POST", `song/${reward.song}/reward/${reward.level}/door`, reward.owner, body)).json.errors;
    expect(await add({ label: " ", expires_at: "tomorrow" })).toEqual([
      { field: "label", message: doorProblems.noLabel },
      { field: "expires_at", message: doorProblems.noEnd },
    ]);
    const at = (days: number) =>
      new Date(people.context.clock.now().getTime() + days * 86_400_000).toISOString();
    expect(await add({ label: "A", expires_at: at(-1) })).toMatchObject([{ message: doorProblems.past }]);
    expect(await add({ label: "A", expires_at: at(400) })).toMatchObject([{ message: doorProblems.tooLate }]);
  });

  it("exists at most twenty times at once", { retry: 0 }, async () => {
    const reward = await offer();
    const body = { label: "Gate", expires_at: inOneHour() };
    const path = `song/${reward.song}/reward/${reward.level}/door`;
    const added = await Promise.all(Array.from({ length: 23 }, () => call("POST", path, reward.owner, body)));
    expect(added.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(added.find(({ status }) => status === 400)?.json.errors).toEqual([
      { field: "label", message: doorProblems.tooMany },
    ]);
  });
});

describe("the questions of a level", () => {
  const questions = [
    { label: "Size", kind: "CHOICE", choices: ["S", "M", "M"], is_required: true },
    { label: "Where do we send it?", kind: "ADDRESS", is_required: true },
    { label: "A note", is_required: false },
  ];
  const answers = { 0: "M", 1: "Rua do Farol 7\nLisboa" };
  const merch = { reward_type: "MERCH", questions };

  it("are shown with it, and answers that are missing or not offered cost no points", async () => {
    const reward = await offer(merch);
    const { json } = await call("GET", `song/${reward.song}/reward`);
    expect(json.body[0].questions).toEqual([
      { label: "Size", kind: "CHOICE", choices: ["S", "M"], is_required: true },
      { label: "Where do we send it?", kind: "ADDRESS", choices: [], is_required: true },
      { label: "A note", kind: "TEXT", choices: [], is_required: false },
    ]);
    const fan = await fanOf(reward);
    const refused = await claim(reward, fan, { 0: "XXL" });
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      [
        { field: "answers.0", message: questionProblems.noChoice },
        { field: "answers.1", message: questionProblems.noAnswer },
      ],
    ]);
    expect((await call("GET", `my/rewards/${reward.song}`, fan)).json.body).toBe(5);
    expect((await claim(reward, fan, answers)).status).toBe(200);
  });

  it.each(["FULFILLED", "REJECTED"])(
    "have answers for fan and publisher, encrypted, until the claim is %s",
    async (state) => {
      const reward = await offer(merch);
      const fan = await fanOf(reward);
      const kept = [
        { question: "Size", answer: "M" },
        { question: "Where do we send it?", answer: "Rua do Farol 7\nLisboa" },
      ];
      const both = await Promise.all([
        claim(reward, fan, answers),
        claim(reward, fan, { ...answers, 0: "S" }),
      ]);
      const { id } = both[0].json.body;
      expect(both[1].json.body.id).toBe(id);
      if (both[0].json.body.answers[0].answer === "S") kept[0] = { question: "Size", answer: "S" };
      const read = async () => ({
        fan: (await stateOf(fan)).answers,
        publisher: (await call("GET", "my/claims/received", reward.owner)).json.body.data[0].answers,
        exported: (await call("GET", "my/data", fan)).json.body.rewards.claims[0].answers,
      });
      expect(await read()).toEqual({ fan: kept, publisher: kept, exported: kept });
      expect(await dumpDatabase(people)).not.toContain("Rua do Farol");
      await call("PATCH", `claim/${id}`, reward.owner, { state: "CONTACTED" });
      expect((await read()).publisher).toEqual(kept);
      const { json } = await call("PATCH", `claim/${id}`, reward.owner, { state, reason: "Out of stock" });
      expect(json.body.answers).toEqual([]);
      expect(await read()).toEqual({ fan: [], publisher: [], exported: [] });
      const { rows } =
        await sql`select from reward_claim where id = ${id} and answers_sealed is null`.execute(db);
      expect(rows).toHaveLength(1);
    },
  );

  it("have answers that a door erases with the admission, and an account with its deletion", async () => {
    const reward = await offer({ questions });
    const [fan, leaving] = [await fanOf(reward), await fanOf(reward)];
    await claim(reward, fan, answers);
    const { json: ticket } = await call("GET", `my/claim/${(await stateOf(fan)).id}/ticket`, fan);
    const { secret } = await openDoor(reward);
    await admit(secret, ticket.body.code);
    expect((await stateOf(fan)).answers).toEqual([]);
    await claim(reward, leaving, answers);
    expect((await call("DELETE", "me", leaving, { password })).status).toBe(200);
    const { json } = await call("GET", "my/claims/received", reward.owner);
    expect(json.body.data).toMatchObject([
      { fan: null, answers: [] },
      { state: "FULFILLED", answers: [] },
    ]);
  });

  it("are refused with a message at each field", async () => {
    const owner = await people.join();
    const song = await addSong(db, { artist: `Artist of ${owner.id}` });
    await sql`update artist set owner_id = ${owner.id} where id = (select artist_id from song where id = ${song})`.execute(
      db,
    );
    const add = async (level: object) =>
      (await call("POST", `song/${song}/reward`, owner, { ...ticketLevel, ...level })).json.errors;
    expect(
      await add({ questions: [{ label: " " }, { label: "Size", kind: "CHOICE", choices: ["M", "M"] }] }),
    ).toEqual([
      { field: "questions.0.label", message: questionProblems.noLabel },
      { field: "questions.1.choices", message: questionProblems.fewChoices },
    ]);
    expect(await add({ questions: Array.from({ length: 6 }, () => ({ label: "Why?" })) })).toEqual([
      { field: "questions", message: questionProblems.tooMany },
    ]);
    expect(await add({ reward_type: "WRAPPED_MP3", questions: [{ label: "Why?" }] })).toEqual([
      { field: "questions", message: questionProblems.instant },
    ]);
  });
});
