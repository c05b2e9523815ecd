import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, createToken, logIn, type Person } from "../harness/people.ts";
import { createDraft, createPublisher, type Publisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

type Role = "OWNER" | "EDITOR" | "READER";

const main = (page: Page) => page.getByRole("main");
const section = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const banner = (page: Page) => main(page).getByRole("complementary", { name: "Working as" });

/** Creates a label with the view of publishers and a draft. */
async function createLabel() {
  const label = await createPublisher(program.url);
  await callApi(program.url, "PATCH", "me", { key: "user_type", value: "artist" }, label.token);
  const song = await createDraft(program.url, label);
  return { label, song };
}

const invite = (label: Publisher, email: string, role: Role) =>
  callApi(program.url, "POST", "my/member-invitation", { email, role, language: "en" }, label.token);

/** Returns the path of the invitation in the latest mail. */
async function findInvitation({ email }: Person): Promise<string> {
  const { pathname, search } = new URL(
    findLink(await waitForMail(program.url, email, { subject: /invites you/ })),
  );
  return `${pathname}${search}`;
}

/** Creates a member of a label and visits the site as them, working for the label. */
async function visitAsMember(
  label: Publisher,
  role: Role,
  options: { screen?: Screen; allowed?: RegExp[] } = {},
) {
  const member = await createPerson(program.url);
  await invite(label, member.email, role);
  const code = new URL(`${program.url}${await findInvitation(member)}`).searchParams.get("invitation");
  const token = await createToken(program.url, member);
  await callApi(program.url, "POST", "my/membership", { code }, token);
  const visited = await visitAs({ ...member, token }, { url: program.url, ...options });
  await visited.open("/my/settings");
  await section(visited.page, "Accounts you work for").getByRole("button", { name: "Work here" }).click();
  await visited.page.waitForURL(/\/my\/wraps$/);
  await banner(visited.page).waitFor();
  return { ...visited, member };
}

async function setRole(label: Publisher, { email }: Person, role: Role): Promise<void> {
  type List = { members: { id: string; email: string }[] };
  const { members } = await callApi<List>(program.url, "GET", "my/members", undefined, label.token);
  const id = members.find((member) => member.email === email)?.id;
  await callApi(program.url, "PATCH", `my/member/${id}`, { role }, label.token);
}

describe("a member of a label", () => {
  test("is invited in the settings, accepts, edits a wrap, is refused payouts, and loses access on an open page", async () => {
    const { label, song } = await createLabel();
    const member = await createPerson(program.url);
    const owner = await visitAs(label, { url: program.url });
    await owner.open("/my/settings");
    const members = section(owner.page, "Members");
    await members.getByText(`${label.name} (you)`).waitFor();
    await members.getByLabel("Email address").fill(member.email);
    await members.getByRole("button", { name: "Invite member" }).click();
    await members.getByText(`An invitation was sent to ${member.email}.`).waitFor();
    await owner.expectAccessible();

    const { page, open, expectAccessible } = await startVisit(undefined, [/403/], program.url);
    await open(await findInvitation(member));
    await page.waitForURL(/\/login/);
    await logIn(page, member);
    await page.waitForURL(/\/my\/settings$/);
    await section(page, "Accounts you work for")
      .getByText(`${label.name} invites you as an editor.`)
      .waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await page.getByText(`You’re now a member of ${label.name}.`).waitFor();

    const library = page.getByRole("navigation", { name: "Library" });
    await library.getByRole("button", { name: `${label.name} Editor` }).click();
    await page.waitForURL(/\/my\/wraps$/);
    await banner(page).getByText(`You’re working for ${label.name} as an editor.`).waitFor();
    await main(page).getByRole("link", { name: "Low Water", exact: true }).click();
    await page.waitForURL(/\/my\/wrap\/\d+$/);
    await expect(page.getByLabel("Title")).toHaveValue("Low Water");
    await page.getByLabel("Title").fill("High Water");
    await main(page).getByRole("button", { name: "Update", exact: true }).click();
    await main(page).getByText("Saved.", { exact: true }).waitFor();
    const { song: stored } = await callApi<{ song: { name: string } }>(
      program.url,
      "GET",
      `my/song/${song.id}`,
      undefined,
      label.token,
    );
    expect(stored.name).toBe("High Water");
    await main(page).getByText(`You’re an editor of ${label.name}. An owner can do this.`).last().waitFor();
    await expect(main(page).getByRole("button", { name: "Delete wrap" })).toHaveCount(0);

    await open("/my/earnings?view=payouts");
    await main(page).getByText(`You’re an editor of ${label.name}. An owner can do this.`).first().waitFor();
    await open(`/my/wrap/${song.id}`);
    await page.getByLabel("Title").fill("Too late");
    await owner.page.reload();
    await members.getByRole("button", { name: `Remove ${member.name}` }).click();
    await owner.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await members.getByText(`${member.name} was removed.`).waitFor();
    await main(page).getByRole("button", { name: "Update", exact: true }).click();
    await main(page).getByText("You don’t have access to this account any more.").first().waitFor();
    await banner(page).getByRole("button", { name: "Back to your own account" }).click();
    await page.waitForURL(/\/my\/settings$/);
    await section(page, "Profile").getByText(member.email).waitFor();
  });

  test("changes nothing as a reader, and the page says why", async () => {
    const { label, song } = await createLabel();
    const { page, open, expectAccessible, member } = await visitAsMember(label, "READER");
    await expect(main(page).getByRole("checkbox")).toHaveCount(0);
    await open(`/my/wrap/${song.id}`);
    await banner(page).getByText("You can see its studio. Changes need an editor or an owner.").waitFor();
    await expect(page.getByLabel("Title")).toBeDisabled();
    await expect(main(page).getByRole("button", { name: "Update", exact: true })).toBeDisabled();
    await expectAccessible();
    await setRole(label, member, "EDITOR");
    await page.reload();
    await banner(page).getByText(`You’re working for ${label.name} as an editor.`).waitFor();
    await expect(page.getByLabel("Title")).toBeEnabled();
    await setRole(label, member, "READER");
    for (const path of ["/create", "/my/subscription", "/my/claims"]) {
      await open(path);
      await page.getByRole("heading", { name: "Not in your role" }).waitFor();
    }
    await expectAccessible();
  });

  test("as an owner manages the members of the label, and its settings are named", async () => {
    const { label } = await createLabel();
    const { page, open } = await visitAsMember(label, "OWNER");
    const other = await createPerson(program.url);
    await invite(label, other.email, "READER");
    await open("/my/settings");
    await banner(page)
      .getByText(/^Members, API keys, webhooks and storage below are those/)
      .waitFor();
    const members = section(page, "Members");
    await members.getByText("Login of this account").waitFor();
    await members.getByRole("button", { name: `Send again ${other.email}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Send again" }).click();
    await members.getByText(`An invitation was sent to ${other.email}.`).waitFor();
    await waitForMail(program.url, other.email, { subject: /invites you/, count: 2 });
    await members.getByRole("button", { name: `Revoke ${other.email}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await members.getByText(`The invitation to ${other.email} was revoked.`).waitFor();
  });

  test("accepts and chooses the account by keyboard", async () => {
    const { label } = await createLabel();
    const member = await createPerson(program.url);
    await invite(label, member.email, "READER");
    const { page, open } = await visitAs(member, { url: program.url });
    await open(await findInvitation(member));
    await page.getByRole("button", { name: "Accept invitation" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`You’re now a member of ${label.name}.`).waitFor();
    const choice = page
      .getByRole("navigation", { name: "Library" })
      .getByRole("button", { name: `${label.name} Reader` });
    await choice.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/my\/wraps$/);
    await expect(choice).toHaveAttribute("aria-current", "true");
  });

  test("works at 390 pixels, in light and dark mode", async () => {
    const { label, song } = await createLabel();
    const { page, open, expectAccessible, member } = await visitAsMember(label, "OWNER", {
      screen: phone,
      allowed: [/403/],
    });
    for (const path of ["/my/settings", "/my/wraps", `/my/wrap/${song.id}`]) {
      await open(path);
      await banner(page).waitFor();
      if (path === "/my/settings")
        await section(page, "Members").getByText("Login of this account").waitFor();
      expect(await measureOverflow(page)).toBe(0);
      await expectAccessible();
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible({ rules: ["color-contrast"] });
      await page.emulateMedia({ colorScheme: "light" });
    }
    await page.locator("summary").filter({ hasText: "Menu" }).click();
    await page.getByRole("button", { name: `${member.name} (you)` }).click();
    await page.waitForURL(/\/you$/);
  });

  test("reads why a used or foreign invitation does not work", async () => {
    const { label } = await createLabel();
    const [invited, other] = [await createPerson(program.url), await createPerson(program.url)];
    await invite(label, invited.email, "EDITOR");
    const path = await findInvitation(invited);
    const { page, open } = await visitAs(other, { url: program.url, allowed: [/400/] });
    await open(path);
    await page.getByText("This invitation is for another address.").waitFor();
    await open("/my/settings?invitation=wrong");
    await page.getByText("This invitation has expired, was used or was revoked.").waitFor();
  });

  test("keeps nothing of the label in the form drafts of their own account", async () => {
    const { label } = await createLabel();
    const { page, open, member } = await visitAsMember(label, "EDITOR");
    await open("/my/artists/create/one");
    await page.getByLabel("Name").fill("Halden");
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("-draft-")).length),
      )
      .toBe(1);
    await banner(page).getByRole("button", { name: "Back to your own account" }).click();
    await section(page, "Profile").getByText(member.email).waitFor();
    await open("/my/artists/create/one");
    await expect(page.getByLabel("Name")).toHaveValue("");
  });
});
