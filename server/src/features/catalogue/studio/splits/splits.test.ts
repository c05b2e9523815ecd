import { type SongSplits, type SplitRevision, splitWarnings } from "@wrapsody/shared/splits.ts";
import { studioTexts } from "@wrapsody/shared/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer, joinAdministrator, type Person, password } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type House = Awaited<ReturnType<Studio["addPublisher"]>>;
type Owner = { name: string; ownership: number; royalty?: number | null; email?: string | null };
type SplitsWithHistory = SongSplits & { history: SplitRevision[] };

const DAY_S = 24 * 60 * 60;
const half = (name: string, email?: string | null): Owner => ({
  name,
  ownership: 50,
  royalty: 50,
  ...(email === undefined ? {} : { email }),
});

const changeOwners = ({ token }: Person, song: number, owners: unknown) =>
  studio.call("PATCH", `song/${song}`, { ...bearer(token), payload: { owners } });
const getSplits = ({ token }: Person, song: number | string) =>
  studio.call("GET", `song/${song}/splits`, bearer(token));
const splitsOf = async (person: Person, song: number): Promise<SplitsWithHistory> =>
  (await getSplits(person, song)).json.body;
const confirm = ({ token }: Person, id: number) =>
  studio.call("POST", `split/${id}/confirm`, { ...bearer(token), payload: {} });
const decline = ({ token }: Person, id: number, reason?: string) =>
  studio.call("POST", `split/${id}/decline`, {
    ...bearer(token),
    payload: reason === undefined ? {} : { reason },
  });
const withdraw = ({ token }: Person, id: number) => studio.call("DELETE", `split/${id}`, bearer(token));
const mySplits = async ({ token }: Person) =>
  (await studio.call("GET", "my/splits", bearer(token))).json.body;
const submit = ({ token }: Person, song: number) =>
  studio.call("POST", `song/${song}/listing`, bearer(token));

/** Lists the names of owners on the page of a wrap. */
async function publicOwners(song: number): Promise<string[]> {
  const { json } = await studio.call("GET", `song/${song}?detail=true`);
  return json.body.owners.map(({ name }: { name: string }) => name);
}

async function mailsTo({ email }: Pick<Person, "email">): Promise<(string | undefined)[]> {
  await studio.runDueJobs();
  return studio.mails.mails(email).map(({ subject }) => subject);
}

/** A publisher with a public wrap of these owners. */
async function openWithListed(owners: Owner[]): Promise<House & { song: number }> {
  const house = await studio.addPublisher();
  const song = await studio.createDraft(house, { owners });
  await studio.setAudio(song);
  expect((await submit(house, song)).status).toBe(200);
  return { ...house, song };
}

/** Proposes owners of a public wrap, and returns the proposal. */
async function propose(house: House & { song: number }, owners: Owner[]): Promise<SplitRevision> {
  expect((await changeOwners(house, house.song, owners)).status).toBe(200);
  const { proposal } = await splitsOf(house, house.song);
  if (proposal === null) throw new Error("nothing was proposed");
  return proposal;
}

const names = (revision: SplitRevision | null) => revision?.owners.map(({ name }) => name);

describe("the owners of a draft", () => {
  it("are replaced immediately, without a history and without mails", async () => {
    const house = await studio.addPublisher();
    const ann = await studio.join();
    const song = await studio.createDraft(house, { owners: [half("Ann", ann.email), half("Bo")] });
    expect(await splitsOf(house, song)).toMatchObject({ is_free: true, in_force: { state: "DRAFT" } });
    for (const name of ["Cy", "Di"]) await changeOwners(house, song, [half(name, ann.email)]);
    const splits = await splitsOf(house, song);
    expect(splits).toMatchObject({ is_publisher: true, proposal: null, history: [], is_free: true });
    expect(splits.in_force).toMatchObject({
      state: "DRAFT",
      effective_from: null,
      owners: [
        { name: "Di", ownership: 50, royalty: 50, email: ann.email, has_account: true, is_you: false },
      ],
    });
    const { detail } = (await studio.call("GET", `my/song/${song}`, bearer(house.token))).json.body;
    expect(detail.owners).toEqual([{ name: "Di", ownership_rate: 50, royalty_rate: 50 }]);
    expect(await mailsTo(ann)).toEqual([]);
    expect((await getSplits(ann, song)).status).toBe(404);
  });

  it("are in force once it is listed, and each address is notified once", async () => {
    const house = await studio.addPublisher();
    const ann = await studio.join();
    const bo = { email: "bo@elsewhere.example" };
    const song = await studio.createDraft(house, {
      owners: [half("Ann", ann.email.toUpperCase()), { ...half("Bo", bo.email), ownership: 25, royalty: 25 }],
    });
    await studio.setAudio(song);
    await submit(house, song);
    await studio.call("DELETE", `song/${song}/listing`, bearer(house.token));
    await submit(house, song);
    const { in_force, is_free } = await splitsOf(house, song);
    expect([in_force?.state, is_free]).toEqual(["CONFIRMED", false]);
    expect(in_force?.effective_from).toEqual(expect.any(String));
    expect(await mailsTo(ann)).toEqual(["You’re named as an owner of a wrap"]);
    expect(await mailsTo(bo)).toEqual(["You’re named as an owner of a wrap"]);
    const { text = "" } = studio.mails.mails(bo.email)[0] ?? {};
    expect(text).toContain("25% of the ownership");
    expect(text).toContain("/my/earnings?view=splits");
  });

  it("are warned about if they are incomplete, and may be listed", async () => {
    const warningsOf = async (owners: Owner[]) => (await splitsOf(await openSong(owners), lastSong)).warnings;
    let lastSong = 0;
    const openSong = async (owners: Owner[]) => {
      const house = await openWithListed(owners);
      lastSong = house.song;
      return house;
    };
    expect(await warningsOf([])).toEqual(["NO_OWNERS"]);
    expect(await warningsOf([half("Ann"), { name: "Bo", ownership: 30 }])).toEqual(splitWarnings.slice(1));
    expect(await warningsOf([half("Ann"), half("Bo")])).toEqual([]);
  });
});

describe("a change of the owners of a listed wrap", () => {
  it("is in force once every named owner with an account has confirmed it", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const cy = { email: "cy@elsewhere.example" };
    const house = await openWithListed([half("Ann", ann.email), half("Old")]);
    const share = { ownership: 30, royalty: 30 };
    const proposal = await propose(house, [
      { name: "Ann", ...share },
      { name: "Bo", ...share, email: bo.email },
      { name: "Cy", ...share, email: cy.email },
    ]);
    expect(proposal.owners.map(({ email, confirmed_at }) => [email, confirmed_at])).toEqual([
      [ann.email, null],
      [bo.email, null],
      [cy.email, null],
    ]);
    expect(await publicOwners(house.song)).toEqual(["Ann", "Old"]);
    const [first] = (await mySplits(ann)).data;
    expect(first).toMatchObject({ awaits_you: true, is_publisher: false, proposal: { id: proposal.id } });
    expect(first.proposal.owners.map(({ email }: { email: unknown }) => email)).toEqual([null, null, null]);
    const half1 = (await confirm(ann, proposal.id)).json.body;
    expect(half1).toMatchObject({ awaits_you: false, in_force: { state: "CONFIRMED" } });
    expect(names(half1.in_force)).toEqual(["Ann", "Old"]);
    const watched = studio.watchPages();
    studio.context.clock.move(60);
    const after = (await confirm(bo, proposal.id)).json.body;
    await expect.poll(() => watched.changes).toContainEqual([`song:${house.song}`]);
    await watched.close();
    expect(after).toMatchObject({ proposal: null, in_force: { id: proposal.id, decided_as: "OWNERS" } });
    expect(await publicOwners(house.song)).toEqual(["Ann", "Bo", "Cy"]);
    const { history } = await splitsOf(house, house.song);
    expect(history).toMatchObject([{ state: "REPLACED", owners: [{ name: "Ann" }, { name: "Old" }] }]);
    expect(await mailsTo(house)).toEqual(["Your change of splits is in force"]);
    expect(await mailsTo(bo)).toEqual(["Please confirm a change of splits"]);
    expect(await mailsTo(cy)).toEqual(["You’re named as an owner of a wrap"]);
    const kinds = (await studio.events(house.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith("splits-"))).toEqual([
      "splits-proposed",
      "splits-confirmed",
      "splits-confirmed",
    ]);
  });

  it("is in force immediately if no other account is concerned", async () => {
    const house = await openWithListed([half("Old")]);
    const owners = [half("Me", house.email), half("Bo", "bo2@elsewhere.example")];
    expect((await changeOwners(house, house.song, owners)).status).toBe(200);
    const splits = await splitsOf(house, house.song);
    expect(splits).toMatchObject({
      proposal: null,
      in_force: { decided_as: "PUBLISHER", state: "CONFIRMED" },
    });
    expect(splits.in_force?.owners[0]).toMatchObject({ is_you: true, has_account: true });
    expect(await publicOwners(house.song)).toEqual(["Me", "Bo"]);
    expect(await mailsTo(house)).toEqual([]);
    expect(await mailsTo({ email: "bo2@elsewhere.example" })).toHaveLength(1);
  });

  it("also waits for an owner whom it removes", async () => {
    const ann = await studio.join();
    const house = await openWithListed([half("Ann", ann.email), half("Bo")]);
    const proposal = await propose(house, [half("Bo")]);
    expect(proposal.leaving).toEqual([{ name: "Ann", is_you: false, confirmed_at: null }]);
    expect((await mySplits(ann)).data).toMatchObject([{ awaits_you: true }]);
    await confirm(ann, proposal.id);
    expect(await publicOwners(house.song)).toEqual(["Bo"]);
    expect((await mySplits(ann)).data).toMatchObject([{ awaits_you: false, in_force: { id: proposal.id } }]);
  });

  it("does not wait for an account whose address is not confirmed", async () => {
    const ann = await studio.join();
    await sql`update account set verified_at = null where id = ${ann.id}`.execute(studio.context.db);
    const house = await openWithListed([half("Old")]);
    await changeOwners(house, house.song, [half("Ann", ann.email)]);
    expect(await publicOwners(house.song)).toEqual(["Ann"]);
    expect((await mySplits(ann)).total).toBe(0);
  });

  it("is declined by any named owner, and leaves the splits in force", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const house = await openWithListed([half("Old")]);
    const proposal = await propose(house, [half("Ann", ann.email), half("Bo", bo.email)]);
    await confirm(ann, proposal.id);
    expect((await decline(bo, proposal.id, "My share is missing.")).json.body.proposal).toBeNull();
    expect((await decline(bo, proposal.id)).status).toBe(200);
    const answers = [
      await confirm(ann, proposal.id),
      await decline(ann, proposal.id),
      await withdraw(house, proposal.id),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(["E0005", "E0005", "E0005"]);
    expect(await publicOwners(house.song)).toEqual(["Old"]);
    expect((await splitsOf(house, house.song)).history).toMatchObject([
      { state: "DECLINED", decided_as: "OWNERS", reason: "My share is missing." },
    ]);
    expect(await mailsTo(house)).toEqual(["Your change of splits was declined"]);
    expect(studio.mails.mails(house.email)[0]?.text).toContain("My share is missing.");
  });

  it("can be declined by an owner who signed up after it was proposed, and does not wait for them", async () => {
    const ann = await studio.join();
    const house = await openWithListed([half("Old")]);
    const proposal = await propose(house, [half("Ann", ann.email), half("Late", "late@elsewhere.example")]);
    const late = await studio.join();
    await sql`update account set email = 'Late@elsewhere.example' where id = ${late.id}`.execute(
      studio.context.db,
    );
    expect((await mySplits(late)).data).toMatchObject([{ awaits_you: true }]);
    expect((await decline(late, proposal.id)).status).toBe(200);
    const second = await propose(house, [half("Ann", ann.email), half("Later", "later@elsewhere.example")]);
    await confirm(ann, second.id);
    expect(await publicOwners(house.song)).toEqual(["Ann", "Later"]);
  });

  it("is withdrawn by its publisher, or replaced by another", async () => {
    const ann = await studio.join();
    const house = await openWithListed([half("Old")]);
    const first = await propose(house, [half("Ann", ann.email)]);
    const second = await propose(house, [half("Anna", ann.email)]);
    expect(second.id).not.toBe(first.id);
    expect((await confirm(ann, first.id)).json.code).toBe("E0005");
    expect((await withdraw(house, second.id)).json.body.proposal).toBeNull();
    expect((await withdraw(house, second.id)).status).toBe(200);
    expect((await confirm(ann, second.id)).json.code).toBe("E0005");
    expect((await mySplits(ann)).total).toBe(0);
    expect(await publicOwners(house.song)).toEqual(["Old"]);
    const { history } = await splitsOf(house, house.song);
    expect(history.map(({ decided_as }) => decided_as)).toEqual(["PUBLISHER", "PUBLISHER"]);
  });

  it("changes nothing if it equals the splits in force or the proposal", async () => {
    const ann = await studio.join();
    const house = await openWithListed([half("Ann", ann.email)]);
    await changeOwners(house, house.song, [{ name: "Ann", ownership: 50, royalty: 50 }]);
    expect(await splitsOf(house, house.song)).toMatchObject({ proposal: null, history: [] });
    const proposal = await propose(house, [half("Ann", ann.email), half("Bo")]);
    const again = await propose(house, [half("Ann"), half("Bo", "")]);
    expect(again.id).toBe(proposal.id);
    await changeOwners(house, house.song, [half("Ann")]);
    expect((await splitsOf(house, house.song)).proposal?.id).toBe(proposal.id);
    expect(await mailsTo(ann)).toEqual([
      "You’re named as an owner of a wrap",
      "Please confirm a change of splits",
    ]);
  });

  it("reports wrong input at its field and stays as it was", async () => {
    const house = await openWithListed([half("Old")]);
    const errorsOf = async (owners: unknown) => {
      const { status, json } = await changeOwners(house, house.song, owners);
      return [status, json.errors];
    };
    expect(await errorsOf([half("A"), half("B"), half("C")])).toEqual([
      400,
      [{ field: "owners", message: studioTexts.splits }],
    ]);
    expect(await errorsOf([half("A", "no address")])).toEqual([
      400,
      [{ field: "owners.0.email", message: "Enter an email address." }],
    ]);
    expect(await errorsOf([{ name: "", ownership: 50 }])).toEqual([
      400,
      [{ field: "owners.0.name", message: "Required" }],
    ]);
    expect((await errorsOf("Ann"))[0]).toBe(400);
    expect(
      (await studio.call("POST", "split/x/confirm", { ...bearer(house.token), payload: {} })).status,
    ).toBe(400);
    expect(await publicOwners(house.song)).toEqual(["Old"]);
  });

  it("is seen and decided by those whom it concerns only", async () => {
    const [ann, other, admin] = [
      await studio.join(),
      await studio.addPublisher(),
      await joinAdministrator(studio),
    ];
    const house = await openWithListed([half("Old")]);
    const { id } = await propose(house, [half("Ann", ann.email)]);
    for (const stranger of [other, admin]) {
      const answers = [
        await getSplits(stranger, house.song),
        await confirm(stranger, id),
        await decline(stranger, id),
        await withdraw(stranger, id),
        await changeOwners(stranger, house.song, [half("Thief")]),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect((await withdraw(ann, id)).status).toBe(404);
    expect((await confirm(house, id)).status).toBe(404);
    const anonymous = [
      await studio.call("GET", `song/${house.song}/splits`),
      await studio.call("GET", "my/splits"),
      await studio.call("POST", `split/${id}/confirm`, { payload: {} }),
      await studio.call("DELETE", `split/${id}`),
      await studio.call("GET", "admin/splits"),
    ];
    expect(anonymous.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await studio.call("GET", "admin/splits", bearer(ann.token))).status).toBe(403);
    expect((await splitsOf(ann, house.song)).in_force?.owners).toMatchObject([{ name: "Old", email: null }]);
    await studio.call("DELETE", `song/${house.song}`, bearer(house.token));
    expect((await confirm(ann, id)).status).toBe(404);
  });

  it("counts once if it is confirmed or proposed twice at the same instant", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const house = await openWithListed([half("Old")]);
    const owners = [half("Ann", ann.email), half("Bo", bo.email)];
    const proposed = await Promise.all([
      changeOwners(house, house.song, owners),
      changeOwners(house, house.song, owners),
    ]);
    expect(proposed.map(({ status }) => status)).toEqual([200, 200]);
    const { proposal, history } = await splitsOf(house, house.song);
    expect(history).toEqual([]);
    const id = proposal?.id ?? 0;
    const answers = await Promise.all([confirm(ann, id), confirm(bo, id), confirm(ann, id), confirm(bo, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await splitsOf(house, house.song)).history).toHaveLength(1);
    expect(await mailsTo(house)).toEqual(["Your change of splits is in force"]);
  });

  it("is either confirmed or declined, at the same instant", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const house = await openWithListed([half("Old")]);
    const { id } = await propose(house, [half("Ann", ann.email), half("Bo", bo.email)]);
    await confirm(ann, id);
    const [confirmed, declined] = await Promise.all([confirm(bo, id), decline(ann, id)]);
    const isConfirmed = confirmed.status === 200;
    expect([confirmed.status, declined.status].sort()).toEqual([200, 409]);
    expect(await publicOwners(house.song)).toEqual(isConfirmed ? ["Ann", "Bo"] : ["Old"]);
  });

  it("is limited to twenty a day", async () => {
    const ann = await studio.join();
    const house = await openWithListed([half("Old")]);
    for (let at = 0; at < 20; at += 1) await propose(house, [half(`Ann ${at}`, ann.email)]);
    const refused = await changeOwners(house, house.song, [half("Ann", ann.email)]);
    expect([refused.status, refused.json.code]).toEqual([429, "E0010"]);
    studio.context.clock.move(DAY_S);
    house.token = await studio.logInAgain(house);
    expect((await changeOwners(house, house.song, [half("Ann", ann.email)])).status).toBe(200);
  });
});

describe("an administrator", () => {
  const decideAs = ({ token }: Person, id: number, body: object) =>
    studio.call("POST", `admin/split/${id}`, { ...bearer(token), payload: body });

  it("decides about a proposal after fourteen days", async () => {
    const [ann, admin] = [await studio.join(), await joinAdministrator(studio)];
    const house = await openWithListed([half("Old")]);
    const waiting = async () =>
      (await studio.call("GET", "admin/splits?limit=1000", bearer(admin.token))).json.body.data.map(
        ({ song }: SongSplits) => song.id,
      );
    const { id } = await propose(house, [half("Ann", ann.email)]);
    expect((await decideAs(admin, id, { decision: "CONFIRMED" })).json.code).toBe("E0005");
    expect(await waiting()).not.toContain(house.song);
    studio.context.clock.move(14 * DAY_S);
    admin.token = await studio.logInAgain(admin);
    expect(await waiting()).toContain(house.song);
    expect((await decideAs(admin, id, { decision: "DECLINED" })).json.errors).toEqual([
      { field: "reason", message: "Required" },
    ]);
    const twice = await Promise.all([
      decideAs(admin, id, { decision: "CONFIRMED" }),
      decideAs(admin, id, { decision: "CONFIRMED" }),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await decideAs(admin, id, { decision: "DECLINED", reason: "No." })).json.code).toBe("E0005");
    expect(await publicOwners(house.song)).toEqual(["Ann"]);
    const events = (await studio.events(house.id)).filter(({ kind }) => kind === "splits-confirmed");
    expect(events).toMatchObject([{ detail: { by: admin.id, song: house.song } }]);
    expect(await mailsTo(house)).toEqual(["Your change of splits is in force"]);
  });

  it("may decline it with a reason", async () => {
    const [ann, admin] = [await studio.join(), await joinAdministrator(studio)];
    const house = await openWithListed([half("Old")]);
    const { id } = await propose(house, [half("Ann", ann.email)]);
    await sql`
      update song_split_revision set proposed_at = proposed_at - interval '15 days' where id = ${id}`.execute(
      studio.context.db,
    );
    expect((await decideAs(admin, id, { decision: "DECLINED", reason: "Disputed." })).status).toBe(200);
    expect((await confirm(ann, id)).json.code).toBe("E0005");
    expect(await publicOwners(house.song)).toEqual(["Old"]);
  });
});

describe("an owner who deletes their account", () => {
  it("no longer blocks a proposal, and their address is erased", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const house = await openWithListed([half("Ann", ann.email), half("Old")]);
    const { id } = await propose(house, [half("Ann", ann.email), half("Bo", bo.email)]);
    await confirm(bo, id);
    const exported = await studio.call("GET", "my/data", bearer(ann.token));
    expect(exported.json.body.catalogue.splits).toMatchObject([
      { song_id: house.song, name: "Ann", email: ann.email, ownership: 50, state: "CONFIRMED" },
      { revision: id, state: "PROPOSED" },
    ]);
    const gone = await studio.call("DELETE", "me", { ...bearer(ann.token), payload: { password } });
    expect(gone.status).toBe(200);
    const splits = await splitsOf(house, house.song);
    expect(splits).toMatchObject({ proposal: null, in_force: { id } });
    expect(splits.in_force?.owners).toMatchObject([
      { name: "Ann", email: null, has_account: false },
      { name: "Bo", email: bo.email },
    ]);
    const { rows } = await sql`
      select from song_split where lower(email) = lower(${ann.email}) or account_id = ${ann.id}`.execute(
      studio.context.db,
    );
    expect(rows).toEqual([]);
  });
});

describe("a wrap that a node of the previous version added", () => {
  it("has the owners of song_owner in force", async () => {
    const house = await openWithListed([]);
    await sql`
      insert into song_owner (song_id, position, name, ownership_points, royalty_points)
      values (${house.song}, 0, 'Petra', 10000, 2500)`.execute(studio.context.db);
    const both = await Promise.all([splitsOf(house, house.song), splitsOf(house, house.song)]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject({
      in_force: { state: "CONFIRMED", owners: [{ name: "Petra", ownership: 100, royalty: 25 }] },
      warnings: ["ROYALTY_BELOW_100"],
    });
  });
});
