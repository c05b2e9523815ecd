import { randomUUID } from "node:crypto";
import { type SongSplits, type SplitRevision, splitWarnings } from "@wrapsody/shared/studio/splits.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer, joinAdministrator, type Person, password } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;
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
async function openWithListed(owners: Owner[]): Promise<Publisher & { song: number }> {
  const publisher = await studio.addPublisher();
  const song = await studio.createDraft(publisher, { owners });
  await studio.setAudio(song);
  expect((await submit(publisher, song)).status).toBe(200);
  return { ...publisher, song };
}

/** Proposes owners of a public wrap, and returns the proposal. */
async function propose(publisher: Publisher & { song: number }, owners: Owner[]): Promise<SplitRevision> {
  expect((await changeOwners(publisher, publisher.song, owners)).status).toBe(200);
  const { proposal } = await splitsOf(publisher, publisher.song);
  if (proposal === null) throw new Error("nothing was proposed");
  return proposal;
}

const names = (revision: SplitRevision | null) => revision?.owners.map(({ name }) => name);

describe("the owners of a draft", () => {
  it("are replaced immediately, without a history and without mails", async () => {
    const publisher = await studio.addPublisher();
    const ann = await studio.join();
    const song = await studio.createDraft(publisher, { owners: [half("Ann", ann.email), half("Bo")] });
    expect(await splitsOf(publisher, song)).toMatchObject({ is_free: true, in_force: { state: "DRAFT" } });
    for (const name of ["Cy", "Di"]) await changeOwners(publisher, song, [half(name, ann.email)]);
    const splits = await splitsOf(publisher, song);
    expect(splits).toMatchObject({ is_publisher: true, proposal: null, history: [], is_free: true });
    expect(splits.in_force).toMatchObject({
      state: "DRAFT",
      effective_from: null,
      owners: [
        { name: "Di", ownership: 50, royalty: 50, email: ann.email, has_account: true, is_you: false },
      ],
    });
    const { detail } = (await studio.call("GET", `my/song/${song}`, bearer(publisher.token))).json.body;
    expect(detail.owners).toEqual([{ name: "Di", ownership_rate: 50, royalty_rate: 50 }]);
    expect(await mailsTo(ann)).toEqual([]);
    expect((await getSplits(ann, song)).status).toBe(404);
  });

  it("are in force once it is listed, and each address is notified once", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const ann = await studio.join();
    const bo = { email: `bo-${randomUUID()}@elsewhere.example` };
    const song = await studio.createDraft(publisher, {
      owners: [half("Ann", ann.email.toUpperCase()), { ...half("Bo", bo.email), ownership: 25, royalty: 25 }],
    });
    await studio.setAudio(song);
    await submit(publisher, song);
    await studio.call("DELETE", `song/${song}/listing`, bearer(publisher.token));
    await submit(publisher, song);
    const { in_force, is_free } = await splitsOf(publisher, song);
    expect([in_force?.state, is_free]).toEqual(["CONFIRMED", false]);
    expect(in_force?.effective_from).toEqual(expect.any(String));
    expect(await mailsTo(ann)).toEqual(["You’re named as an owner of a wrap"]);
    expect(await mailsTo(bo)).toEqual(["You’re named as an owner of a wrap"]);
    const { text = "" } = studio.mails.mails(bo.email)[0] ?? {};
    expect(text).toContain("25% of the ownership");
    expect(text).toContain("/my/earnings?view=splits");
  });

  describe("get a mail that fits how one signs up here", () => {
    type Site = { sign_up: "open" | "invitation" | "closed"; contact?: string | null };
    const setSite = async (site: Site) => {
      const admin = await joinAdministrator(studio);
      const { revision } = (await studio.call("GET", "admin/site", bearer(admin.token))).json.body;
      const payload = { revision, contact: null, ...site };
      const { status } = await studio.call("PATCH", "admin/site", { ...bearer(admin.token), payload });
      expect(status).toBe(200);
    };
    /** Lists a wrap of this owner, and returns the mail to them. */
    const mailNaming = async (email: string, language: "en" | "es" = "en") => {
      const publisher = await studio.addPublisher();
      await sql`update account set language = ${language} where id = ${publisher.id}`.execute(
        studio.context.db,
      );
      const song = await studio.createDraft(publisher, { owners: [half("Ann", email), half("Bo")] });
      await studio.setAudio(song);
      expect((await submit(publisher, song)).status).toBe(200);
      await studio.runDueJobs();
      const { text = "" } = studio.mails.mails(email).at(-1) ?? {};
      return text;
    };
    afterAll(() => setSite({ sign_up: "open" }));

    it("where sign-up is open: by signing up", async () => {
      await setSite({ sign_up: "open" });
      const text = await mailNaming("open@elsewhere.example");
      expect(text).toContain("sign up with it");
      expect(text).toContain("/my/earnings?view=splits");
    });

    it("where it is by invitation: by asking the operator, not by a link that would be refused", async () => {
      await setSite({ sign_up: "invitation", contact: "desk@harbour.example" });
      const text = await mailNaming("invitation@elsewhere.example");
      expect(text).toContain("Your share is recorded.");
      expect(text).toContain("by invitation only: ask the operator");
      expect(text).toContain("reach the operator at desk@harbour.example");
      expect(text).toContain("/imprint");
      expect(text).not.toMatch(/sign up|\/signup|\/my\/earnings/);
      // Naming someone invites nobody: that is for administrators to decide.
      const payload = {
        email: "invitation@elsewhere.example",
        name: "Ann",
        pw: password,
        pwconfirm: password,
      };
      expect((await studio.call("POST", "user", { payload })).json.code).toBe("E0060");
    });

    it("where it is closed: that it is, and how to reach the operator", async () => {
      await setSite({ sign_up: "closed", contact: "desk@harbour.example" });
      const text = await mailNaming("closed@elsewhere.example", "es");
      expect(text).toContain("Tu parte ha quedado registrada");
      expect(text).toContain("no admite cuentas nuevas");
      expect(text).toContain("desk@harbour.example");
      expect(text).toContain("/imprint");
      expect(text).not.toMatch(/regístrate|\/my\/earnings/);
    });

    it("on a site that names no operator: through the publisher", async () => {
      await setSite({ sign_up: "closed" });
      const text = await mailNaming("nobody@elsewhere.example");
      expect(text).toContain("publisher who named you can reach the operator");
      expect(text).not.toContain("/imprint");
    });

    it("but those with an account log in, whatever the sign-up", async () => {
      const ann = await studio.join();
      await setSite({ sign_up: "closed" });
      const text = await mailNaming(ann.email);
      expect(text).toContain("Log in with this address");
      expect(text).toContain("/my/earnings?view=splits");
      expect(text).not.toContain("new accounts");
    });
  });

  it("are warned about if they are incomplete, and may be listed", async () => {
    const warningsOf = async (owners: Owner[]) => (await splitsOf(await openSong(owners), lastSong)).warnings;
    let lastSong = 0;
    const openSong = async (owners: Owner[]) => {
      const publisher = await openWithListed(owners);
      lastSong = publisher.song;
      return publisher;
    };
    expect(await warningsOf([])).toEqual(["NO_OWNERS"]);
    expect(await warningsOf([half("Ann"), { name: "Bo", ownership: 30 }])).toEqual(splitWarnings.slice(1));
    expect(await warningsOf([half("Ann"), half("Bo")])).toEqual([]);
  });
});

describe("a change of the owners of a listed wrap", () => {
  it("is in force once every named owner with an account has confirmed it", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const cy = { email: `cy-${randomUUID()}@elsewhere.example` };
    const publisher = await openWithListed([half("Ann", ann.email), half("Old")]);
    const share = { ownership: 30, royalty: 30 };
    const proposal = await propose(publisher, [
      { name: "Ann", ...share },
      { name: "Bo", ...share, email: bo.email },
      { name: "Cy", ...share, email: cy.email },
    ]);
    expect(proposal.owners.map(({ email, confirmed_at }) => [email, confirmed_at])).toEqual([
      [ann.email, null],
      [bo.email, null],
      [cy.email, null],
    ]);
    expect(await publicOwners(publisher.song)).toEqual(["Ann", "Old"]);
    const [first] = (await mySplits(ann)).data;
    expect(first).toMatchObject({ awaits_you: true, is_publisher: false, proposal: { id: proposal.id } });
    expect(first.proposal.owners.map(({ email }: { email: unknown }) => email)).toEqual([null, null, null]);
    const half1 = (await confirm(ann, proposal.id)).json.body;
    expect(half1).toMatchObject({ awaits_you: false, in_force: { state: "CONFIRMED" } });
    expect(names(half1.in_force)).toEqual(["Ann", "Old"]);
    const watched = studio.watchPages();
    studio.context.clock.move(60);
    const after = (await confirm(bo, proposal.id)).json.body;
    await expect.poll(() => watched.changes).toContainEqual([`song:${publisher.song}`]);
    await watched.close();
    expect(after).toMatchObject({ proposal: null, in_force: { id: proposal.id, decided_as: "OWNERS" } });
    expect(await publicOwners(publisher.song)).toEqual(["Ann", "Bo", "Cy"]);
    const { history } = await splitsOf(publisher, publisher.song);
    expect(history).toMatchObject([{ state: "REPLACED", owners: [{ name: "Ann" }, { name: "Old" }] }]);
    expect(await mailsTo(publisher)).toEqual(["Your change of splits is in force"]);
    expect(await mailsTo(bo)).toEqual(["Please confirm a change of splits"]);
    expect(await mailsTo(cy)).toEqual(["You’re named as an owner of a wrap"]);
    const kinds = (await studio.events(publisher.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith("splits-"))).toEqual([
      "splits-proposed",
      "splits-confirmed",
      "splits-confirmed",
    ]);
  });

  it("is in force immediately if no other account is concerned", async () => {
    const publisher = await openWithListed([half("Old")]);
    const bo = `bo-${randomUUID()}@elsewhere.example`;
    const owners = [half("Me", publisher.email), half("Bo", bo)];
    expect((await changeOwners(publisher, publisher.song, owners)).status).toBe(200);
    const splits = await splitsOf(publisher, publisher.song);
    expect(splits).toMatchObject({
      proposal: null,
      in_force: { decided_as: "PUBLISHER", state: "CONFIRMED" },
    });
    expect(splits.in_force?.owners[0]).toMatchObject({ is_you: true, has_account: true });
    expect(await publicOwners(publisher.song)).toEqual(["Me", "Bo"]);
    expect(await mailsTo(publisher)).toEqual([]);
    expect(await mailsTo({ email: bo })).toHaveLength(1);
  });

  it("also waits for an owner whom it removes", async () => {
    const ann = await studio.join();
    const publisher = await openWithListed([half("Ann", ann.email), half("Bo")]);
    const proposal = await propose(publisher, [half("Bo")]);
    expect(proposal.leaving).toEqual([{ name: "Ann", is_you: false, confirmed_at: null }]);
    expect((await mySplits(ann)).data).toMatchObject([{ awaits_you: true }]);
    await confirm(ann, proposal.id);
    expect(await publicOwners(publisher.song)).toEqual(["Bo"]);
    expect((await mySplits(ann)).data).toMatchObject([{ awaits_you: false, in_force: { id: proposal.id } }]);
  });

  it("does not wait for an account whose address is not confirmed", async () => {
    const ann = await studio.join();
    await sql`update account set verified_at = null where id = ${ann.id}`.execute(studio.context.db);
    const publisher = await openWithListed([half("Old")]);
    await changeOwners(publisher, publisher.song, [half("Ann", ann.email)]);
    expect(await publicOwners(publisher.song)).toEqual(["Ann"]);
    expect((await mySplits(ann)).total).toBe(0);
  });

  it("is declined by any named owner, and leaves the splits in force", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const publisher = await openWithListed([half("Old")]);
    const proposal = await propose(publisher, [half("Ann", ann.email), half("Bo", bo.email)]);
    await confirm(ann, proposal.id);
    expect((await decline(bo, proposal.id, "My share is missing.")).json.body.proposal).toBeNull();
    expect((await decline(bo, proposal.id)).status).toBe(200);
    const answers = [
      await confirm(ann, proposal.id),
      await decline(ann, proposal.id),
      await withdraw(publisher, proposal.id),
    ];
    expect(answers.map(({ json }) => json.code)).toEqual(["E0005", "E0005", "E0005"]);
    expect(await publicOwners(publisher.song)).toEqual(["Old"]);
    expect((await splitsOf(publisher, publisher.song)).history).toMatchObject([
      { state: "DECLINED", decided_as: "OWNERS", reason: "My share is missing." },
    ]);
    expect(await mailsTo(publisher)).toEqual(["Your change of splits was declined"]);
    expect(studio.mails.mails(publisher.email)[0]?.text).toContain("My share is missing.");
  });

  it("can be declined by an owner who signed up after it was proposed, and does not wait for them", async () => {
    const ann = await studio.join();
    const host = `${randomUUID()}.example`;
    const publisher = await openWithListed([half("Old")]);
    const proposal = await propose(publisher, [half("Ann", ann.email), half("Late", `late@${host}`)]);
    const late = await studio.join();
    await sql`update account set email = ${`Late@${host}`} where id = ${late.id}`.execute(studio.context.db);
    expect((await mySplits(late)).data).toMatchObject([{ awaits_you: true }]);
    expect((await decline(late, proposal.id)).status).toBe(200);
    const second = await propose(publisher, [half("Ann", ann.email), half("Later", `later@${host}`)]);
    await confirm(ann, second.id);
    expect(await publicOwners(publisher.song)).toEqual(["Ann", "Later"]);
  });

  it("is withdrawn by its publisher, or replaced by another", async () => {
    const ann = await studio.join();
    const publisher = await openWithListed([half("Old")]);
    const first = await propose(publisher, [half("Ann", ann.email)]);
    const second = await propose(publisher, [half("Anna", ann.email)]);
    expect(second.id).not.toBe(first.id);
    expect((await confirm(ann, first.id)).json.code).toBe("E0005");
    expect((await withdraw(publisher, second.id)).json.body.proposal).toBeNull();
    expect((await withdraw(publisher, second.id)).status).toBe(200);
    expect((await confirm(ann, second.id)).json.code).toBe("E0005");
    expect((await mySplits(ann)).total).toBe(0);
    expect(await publicOwners(publisher.song)).toEqual(["Old"]);
    const { history } = await splitsOf(publisher, publisher.song);
    expect(history.map(({ decided_as }) => decided_as)).toEqual(["PUBLISHER", "PUBLISHER"]);
  });

  it("changes nothing if it equals the splits in force or the proposal", async () => {
    const ann = await studio.join();
    const publisher = await openWithListed([half("Ann", ann.email)]);
    await changeOwners(publisher, publisher.song, [{ name: "Ann", ownership: 50, royalty: 50 }]);
    expect(await splitsOf(publisher, publisher.song)).toMatchObject({ proposal: null, history: [] });
    const proposal = await propose(publisher, [half("Ann", ann.email), half("Bo")]);
    const repeated = await propose(publisher, [half("Ann"), half("Bo", "")]);
    expect(repeated.id).toBe(proposal.id);
    await changeOwners(publisher, publisher.song, [half("Ann")]);
    expect((await splitsOf(publisher, publisher.song)).proposal?.id).toBe(proposal.id);
    expect(await mailsTo(ann)).toEqual([
      "You’re named as an owner of a wrap",
      "Please confirm a change of splits",
    ]);
  });

  it("reports wrong input at its field and stays as it was", async () => {
    const publisher = await openWithListed([half("Old")]);
    const errorsOf = async (owners: unknown) => {
      const { status, json } = await changeOwners(publisher, publisher.song, owners);
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
      (await studio.call("POST", "split/x/confirm", { ...bearer(publisher.token), payload: {} })).status,
    ).toBe(400);
    expect(await publicOwners(publisher.song)).toEqual(["Old"]);
  });

  it("is seen and decided by those whom it concerns only", async () => {
    const [ann, other, admin] = [
      await studio.join(),
      await studio.addPublisher(),
      await joinAdministrator(studio),
    ];
    const publisher = await openWithListed([half("Old")]);
    const { id } = await propose(publisher, [half("Ann", ann.email)]);
    for (const stranger of [other, admin]) {
      const answers = [
        await getSplits(stranger, publisher.song),
        await confirm(stranger, id),
        await decline(stranger, id),
        await withdraw(stranger, id),
        await changeOwners(stranger, publisher.song, [half("Thief")]),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect((await withdraw(ann, id)).status).toBe(404);
    expect((await confirm(publisher, id)).status).toBe(404);
    const anonymous = [
      await studio.call("GET", `song/${publisher.song}/splits`),
      await studio.call("GET", "my/splits"),
      await studio.call("POST", `split/${id}/confirm`, { payload: {} }),
      await studio.call("DELETE", `split/${id}`),
      await studio.call("GET", "admin/splits"),
    ];
    expect(anonymous.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await studio.call("GET", "admin/splits", bearer(ann.token))).status).toBe(403);
    expect((await splitsOf(ann, publisher.song)).in_force?.owners).toMatchObject([
      { name: "Old", email: null },
    ]);
    await studio.call("DELETE", `song/${publisher.song}`, bearer(publisher.token));
    expect((await confirm(ann, id)).status).toBe(404);
  });

  it("counts once if it is confirmed or proposed twice at the same instant", { retry: 0 }, async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const publisher = await openWithListed([half("Old")]);
    const owners = [half("Ann", ann.email), half("Bo", bo.email)];
    const proposed = await Promise.all([
      changeOwners(publisher, publisher.song, owners),
      changeOwners(publisher, publisher.song, owners),
    ]);
    expect(proposed.map(({ status }) => status)).toEqual([200, 200]);
    const { proposal, history } = await splitsOf(publisher, publisher.song);
    expect(history).toEqual([]);
    const id = proposal?.id ?? 0;
    const answers = await Promise.all([confirm(ann, id), confirm(bo, id), confirm(ann, id), confirm(bo, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await splitsOf(publisher, publisher.song)).history).toHaveLength(1);
    expect(await mailsTo(publisher)).toEqual(["Your change of splits is in force"]);
  });

  it("is confirmed once by two members of a named account at the same instant, and not by a reader", {
    retry: 0,
  }, async () => {
    const [label, first, second, reader] = [
      await studio.join(),
      await studio.join(),
      await studio.join(),
      await studio.join(),
    ];
    for (const [member, role] of [
      [first, "OWNER"],
      [second, "OWNER"],
      [reader, "READER"],
    ] as const)
      await sql`
        insert into account_member (account_id, member_id, role, invited_at, accepted_at)
        values (${label.id}, ${member.id}, ${role}, now(), now())`.execute(studio.context.db);
    const publisher = await openWithListed([half("Old")]);
    const { id } = await propose(publisher, [half("Label", label.email)]);
    const confirmAs = ({ token }: Person) =>
      studio.call("POST", `split/${id}/confirm`, {
        headers: { ...bearer(token).headers, "x-wrap-account": label.id },
        payload: {},
      });
    expect((await confirmAs(reader)).json.code).toBe("E0075");
    expect((await confirm(first, id)).json.code).toBe("E0001");
    const answers = await Promise.all([confirmAs(first), confirmAs(second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await splitsOf(publisher, publisher.song)).history).toHaveLength(1);
    expect(await publicOwners(publisher.song)).toEqual(["Label"]);
    expect(await mailsTo(publisher)).toEqual(["Your change of splits is in force"]);
    const confirmations = (await studio.events(publisher.id)).filter(
      ({ kind }) => kind === "splits-confirmed",
    );
    expect(confirmations).toHaveLength(1);
  });

  it("is either confirmed or declined, at the same instant", { retry: 0 }, async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const publisher = await openWithListed([half("Old")]);
    const { id } = await propose(publisher, [half("Ann", ann.email), half("Bo", bo.email)]);
    await confirm(ann, id);
    const [confirmed, declined] = await Promise.all([confirm(bo, id), decline(ann, id)]);
    const isConfirmed = confirmed.status === 200;
    expect([confirmed.status, declined.status].sort()).toEqual([200, 409]);
    expect(await publicOwners(publisher.song)).toEqual(isConfirmed ? ["Ann", "Bo"] : ["Old"]);
  });

  it("is limited to twenty a day", async () => {
    const ann = await studio.join();
    const publisher = await openWithListed([half("Old")]);
    for (let at = 0; at < 20; at += 1) await propose(publisher, [half(`Ann ${at}`, ann.email)]);
    const refused = await changeOwners(publisher, publisher.song, [half("Ann", ann.email)]);
    expect([refused.status, refused.json.code]).toEqual([429, "E0010"]);
    studio.context.clock.move(DAY_S);
    publisher.token = await studio.logInAgain(publisher);
    expect((await changeOwners(publisher, publisher.song, [half("Ann", ann.email)])).status).toBe(200);
  });
});

describe("an administrator", () => {
  const decideAs = ({ token }: Person, id: number, body: object) =>
    studio.call("POST", `admin/split/${id}`, { ...bearer(token), payload: body });

  it("decides about a proposal after fourteen days", async () => {
    const [ann, admin] = [await studio.join(), await joinAdministrator(studio)];
    const publisher = await openWithListed([half("Old")]);
    const waiting = async () =>
      (await studio.call("GET", "admin/splits?limit=1000", bearer(admin.token))).json.body.data.map(
        ({ song }: SongSplits) => song.id,
      );
    const { id } = await propose(publisher, [half("Ann", ann.email)]);
    expect((await decideAs(admin, id, { decision: "CONFIRMED" })).json.code).toBe("E0005");
    expect(await waiting()).not.toContain(publisher.song);
    studio.context.clock.move(14 * DAY_S);
    admin.token = await studio.logInAgain(admin);
    expect(await waiting()).toContain(publisher.song);
    expect((await decideAs(admin, id, { decision: "DECLINED" })).json.errors).toEqual([
      { field: "reason", message: "Required" },
    ]);
    const twice = await Promise.all([
      decideAs(admin, id, { decision: "CONFIRMED" }),
      decideAs(admin, id, { decision: "CONFIRMED" }),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await decideAs(admin, id, { decision: "DECLINED", reason: "No." })).json.code).toBe("E0005");
    expect(await publicOwners(publisher.song)).toEqual(["Ann"]);
    const events = (await studio.events(publisher.id)).filter(({ kind }) => kind === "splits-confirmed");
    expect(events).toMatchObject([{ detail: { by: admin.id, song: publisher.song } }]);
    expect(await mailsTo(publisher)).toEqual(["Your change of splits is in force"]);
  });

  it("may decline it with a reason", async () => {
    const [ann, admin] = [await studio.join(), await joinAdministrator(studio)];
    const publisher = await openWithListed([half("Old")]);
    const { id } = await propose(publisher, [half("Ann", ann.email)]);
    await sql`
      update song_split_revision set proposed_at = proposed_at - interval '15 days' where id = ${id}`.execute(
      studio.context.db,
    );
    expect((await decideAs(admin, id, { decision: "DECLINED", reason: "Disputed." })).status).toBe(200);
    expect((await confirm(ann, id)).json.code).toBe("E0005");
    expect(await publicOwners(publisher.song)).toEqual(["Old"]);
  });
});

describe("an owner who deletes their account", () => {
  it("no longer blocks a proposal, and their address is erased", async () => {
    const [ann, bo] = [await studio.join(), await studio.join()];
    const publisher = await openWithListed([half("Ann", ann.email), half("Old")]);
    const { id } = await propose(publisher, [half("Ann", ann.email), half("Bo", bo.email)]);
    await confirm(bo, id);
    const exported = await studio.call("GET", "my/data", bearer(ann.token));
    expect(exported.json.body.catalogue.splits).toMatchObject([
      { song_id: publisher.song, name: "Ann", email: ann.email, ownership: 50, state: "CONFIRMED" },
      { revision: id, state: "PROPOSED" },
    ]);
    const gone = await studio.call("DELETE", "me", { ...bearer(ann.token), payload: { password } });
    expect(gone.status).toBe(200);
    const splits = await splitsOf(publisher, publisher.song);
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
    const publisher = await openWithListed([]);
    await sql`
      insert into song_owner (song_id, position, name, ownership_points, royalty_points)
      values (${publisher.song}, 0, 'Petra', 10000, 2500)`.execute(studio.context.db);
    const both = await Promise.all([
      splitsOf(publisher, publisher.song),
      splitsOf(publisher, publisher.song),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0]).toMatchObject({
      in_force: { state: "CONFIRMED", owners: [{ name: "Petra", ownership: 100, royalty: 25 }] },
      warnings: ["ROYALTY_BELOW_100"],
    });
  });
});
