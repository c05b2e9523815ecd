import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../../harness/mails.ts";
import { callApi, createPerson, createToken, logIn, type Person } from "../../harness/people.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
/** Has the view of publishers and a draft. */
let label: Publisher;
let song: Draft;

beforeAll(async () => {
  label = await createPublisher(program.url);
  await callApi(program.url, "PATCH", "me", { key: "user_type", value: "artist" }, label.token);
  song = await createDraft(program.url, label);
});

type Role = "OWNER" | "EDITOR" | "READER";

const section = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const banner = (page: Page) => main(page).getByRole("complementary", { name: "Working as" });
const update = (page: Page) => main(page).getByRole("button", { name: "Update", exact: true });

const invite = (email: string, role: Role) =>
  callApi(program.url, "POST", "my/member-invitation", { email, role, language: "en" }, label.token);

/** Returns the path of the invitation in the latest mail. */
async function findInvitation({ email }: Person): Promise<string> {
  const { pathname, search } = new URL(
    findLink(await waitForMail(program.url, email, { subject: /invites you/ })),
  );
  return `${pathname}${search}`;
}

/** Creates a member of the label, with a session and the path of the invitation, which is used. */
async function createMember(role: Role): Promise<Person & { token: string; invitation: string }> {
  const member = await createPerson(program.url);
  await invite(member.email, role);
  const invitation = await findInvitation(member);
  const code = new URL(invitation, program.url).searchParams.get("invitation");
  const token = await createToken(program.url, member);
  await callApi(program.url, "POST", "my/membership", { code }, token);
  return { ...member, token, invitation };
}

/** Starts to work for the label in the settings. */
async function startWork(page: Page): Promise<void> {
  await section(page, "Accounts you work for").getByRole("button", { name: "Work here" }).click();
  await page.waitForURL(/\/my\/wraps$/);
  await banner(page).waitFor();
}

async function setRole({ email }: Person, role: Role): Promise<void> {
  type List = { members: { id: string; email: string }[] };
  const { members } = await callApi<List>(program.url, "GET", "my/members", undefined, label.token);
  const id = members.find((member) => member.email === email)?.id;
  await callApi(program.url, "PATCH", `my/member/${id}`, { role }, label.token);
}

/** Returns the stored title of the draft. */
async function readTitle(): Promise<string> {
  const path = `my/song/${song.id}`;
  type Answer = { song: { name: string } };
  return (await callApi<Answer>(program.url, "GET", path, undefined, label.token)).song.name;
}

describe("a member of a label", () => {
  test("is invited in the settings, accepts by keyboard, edits a wrap, and loses access on an open page", async () => {
    const member = await createPerson(program.url);
    const owner = await visitAs(label, { url: program.url });
    await owner.open("/my/settings");
    const members = section(owner.page, "Members");
    await members.getByText(`${label.name} (you)`).waitFor();
    await members.getByLabel("Email address").fill(member.email);
    await members.getByRole("button", { name: "Invite member" }).click();
    await members.getByText(`An invitation was sent to ${member.email}.`).waitFor();

    const { page, open } = await startVisit(undefined, [/403/], program.url);
    await open(await findInvitation(member));
    await page.waitForURL(/\/login/);
    await logIn(page, member);
    await page.waitForURL(/\/my\/settings$/);
    await section(page, "Accounts you work for")
      .getByText(`${label.name} invites you as an editor.`)
      .waitFor();
    await page.getByRole("button", { name: "Accept invitation" }).press("Enter");
    await page.getByText(`You’re now a member of ${label.name}.`).waitFor();

    const library = page.getByRole("navigation", { name: "Library" });
    const choice = library.getByRole("button", { name: `${label.name} Editor` });
    await choice.press("Enter");
    await page.waitForURL(/\/my\/wraps$/);
    await banner(page).getByText(`You’re working for ${label.name} as an editor.`).waitFor();
    await expect(choice).toHaveAttribute("aria-current", "true");
    const former = await readTitle();
    await main(page).getByRole("link", { name: former, exact: true }).click();
    await page.waitForURL(/\/my\/wrap\/\d+$/);
    await expect(page.getByLabel("Title")).toHaveValue(former);
    const title = `High Water for ${member.email}`;
    await page.getByLabel("Title").fill(title);
    await update(page).click();
    await main(page).getByText("Saved.", { exact: true }).waitFor();
    expect(await readTitle()).toBe(title);
    await main(page).getByText(`You’re an editor of ${label.name}. An owner can do this.`).last().waitFor();
    await expect(main(page).getByRole("button", { name: "Delete wrap" })).toHaveCount(0);

    await page.getByLabel("Title").fill("Too late");
    await owner.page.reload();
    await members
      .getByRole("listitem")
      .filter({ hasText: member.email })
      .getByRole("button", { name: /^Remove/ })
      .click();
    await owner.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await members.getByText(`${member.name} was removed.`).waitFor();
    await update(page).click();
    await main(page).getByText("You don’t have access to this account any more.").first().waitFor();
    await banner(page).getByRole("button", { name: "Back to your own account" }).click();
    await page.waitForURL(/\/my\/settings$/);
    await section(page, "Profile").getByText(member.email).waitFor();
  });

  test("changes nothing as a reader, and leaves nothing of the label in their own form drafts as an editor", async () => {
    const member = await createMember("READER");
    const { page, open, follow } = await visitAs(member, { url: program.url, allowed: [/400/, /403/] });
    await open(member.invitation);
    await page.getByText("This invitation has expired, was used or was revoked.").waitFor();
    await startWork(page);
    await expect(main(page).getByRole("checkbox")).toHaveCount(0);
    await follow("/create");
    await page.getByRole("heading", { name: "Not in your role" }).waitFor();
    await follow(`/my/wrap/${song.id}`);
    await banner(page).getByText("You can see its studio. Changes need an editor or an owner.").waitFor();
    await expect(page.getByLabel("Title")).toBeDisabled();
    await expect(update(page)).toHaveCount(0);

    await setRole(member, "EDITOR");
    await page.reload();
    await banner(page).getByText(`You’re working for ${label.name} as an editor.`).waitFor();
    await expect(page.getByLabel("Title")).toBeEnabled();
    await follow("/my/artists/create/one");
    await page.getByLabel("Name").fill("Halden");
    const countDrafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("-draft-")).length);
    await expect.poll(countDrafts).toBe(1);
    await banner(page).getByRole("button", { name: "Back to your own account" }).click();
    await section(page, "Profile").getByText(member.email).waitFor();
    await follow("/my/artists/create/one");
    await expect(page.getByLabel("Name")).toHaveValue("");
  });

  test("manages the members as an owner on a phone, where another person's invitation does not work", async () => {
    const [member, other] = [await createMember("OWNER"), await createPerson(program.url)];
    await invite(other.email, "READER");
    const { page, open, follow, expectAccessible } = await visitAs(member, {
      url: program.url,
      screen: phone,
      allowed: [/400/, /403/],
    });
    await open(await findInvitation(other));
    await page.getByText("This invitation is for another address.").waitFor();
    await startWork(page);

    await follow("/my/settings");
    await banner(page)
      .getByText(/^Members, API keys, webhooks and storage below are those/)
      .waitFor();
    const members = section(page, "Members");
    await members.getByText("Login of this account").waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
    await members.getByRole("button", { name: `Send again ${other.email}` }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Send again" }).click();
    await members.getByText(`An invitation was sent to ${other.email}.`).waitFor();
    await waitForMail(program.url, other.email, { subject: /invites you/, count: 2 });
    await members.getByRole("button", { name: `Revoke ${other.email}` }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await members.getByText(`The invitation to ${other.email} was revoked.`).waitFor();

    await page.locator("summary").filter({ hasText: "Menu" }).click();
    await page.getByRole("button", { name: `${member.name} (you)` }).click();
    await page.waitForURL(/\/you$/);
  });
});
