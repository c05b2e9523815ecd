import { describe, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import {
  callApi,
  createPerson,
  demoFan,
  generatePerson,
  logIn,
  type Person,
  submitForm,
} from "../harness/people.ts";
import { startVisit, type Visit } from "../harness/visit.ts";

async function fillSignUp({ page }: Visit, { email, name, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
}

async function submitSignUp(visited: Visit, person: Person): Promise<void> {
  await fillSignUp(visited, person);
  await submitForm(visited.page, "Sign up");
}

/** Opens an experience that anyone may join now. */
async function openExperience({ url, open }: Visit): Promise<{ path: string; name: string }> {
  const { data } = await callApi<{
    data: { pretty_id: string; name: string; is_public_mintable: boolean; cost_per_nft: number }[];
  }>(url, "GET", "drop?limit=50&offset=0&is_active==true");
  const isFree = (campaign: (typeof data)[number]) =>
    campaign.is_public_mintable && campaign.cost_per_nft === 0;
  const { pretty_id: id, name } = data.find(isFree) ?? { pretty_id: "", name: "" };
  await open(`/experiences/${id}`);
  return { path: `/experiences/${id}`, name };
}

describe("signing up", () => {
  test("creates an account through the link in an email", async () => {
    const visited = await startVisit(phone);
    const { page, open, url, expectAccessible } = visited;
    const person = generatePerson();
    await open("/");
    await page.getByText("Menu", { exact: true }).click();
    await page.getByRole("link", { name: "Sign up", exact: true }).click();
    await page.waitForURL(/\/signup$/);
    await expectAccessible();
    await fillSignUp(visited, person);
    await page.getByRole("radio", { name: "I make music" }).check();
    await submitForm(page, "Sign up");
    await page
      .getByText(`We’ve sent an email to ${person.email}. Click the link in it to finish signing up.`)
      .waitFor();
    await expectAccessible();
    await page.getByRole("link", { name: "Open the outbox" }).waitFor();

    const link = findLink(await waitForMail(url, person.email, { subject: /^Confirm your address$/ }));
    expect(new URL(link).pathname).toMatch(/^\/claim\/[^/]+\/[^/]+$/);
    await open(new URL(link).pathname);
    await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
    await expectAccessible();
    // This browser signed up, so the button logs in.
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await page.waitForURL(/\/$/);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "You" }).click();
    await page.getByRole("heading", { name: person.name }).waitFor();
    // The artist's view opens with the steps of a first release.
    const steps = page.getByRole("region", { name: "Your first release" });
    await steps.getByText("0 of 5 done").waitFor();
    await expectAccessible();
    await steps.getByRole("link", { name: "Create artist" }).click();
    await page.waitForURL(/\/my\/artists\/create\/one$/);
    await page.goBack();
    await steps.getByRole("button", { name: "Hide this list" }).click();
    await steps.waitFor({ state: "detached" });
    await open("/you");
    await page.getByText("You’re viewing Wrapsody as an artist").waitFor();
    await expect(steps).toHaveCount(0);
  });

  test("starts at Participate, and returns there through the email's link, also in another browser", async () => {
    const visited = await startVisit(phone);
    const { page, open, url, expectAccessible } = visited;
    const experience = await openExperience(visited);
    const participate = page.getByRole("link", { name: "Participate" });
    await expect(participate).toHaveAttribute("href", `${experience.path}/participate`);
    await participate.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/login\?for=participate$/);
    const reason = page.getByText(`Log in or sign up to take part in “${experience.name}”.`);
    await reason.waitFor();
    await expectAccessible();
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await page.waitForURL(/\/signup\?for=participate$/);
    await reason.waitFor();
    await expectAccessible();
    const [first, second] = [generatePerson(), generatePerson()];
    await submitSignUp(visited, first);
    const link = new URL(findLink(await waitForMail(url, first.email, { subject: /^Confirm/ })));
    await open(`${link.pathname}${link.search}`);
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await page.waitForURL(`${url}${experience.path}/participate`);
    await page.getByRole("heading", { name: "Wallet", exact: true }).waitFor();

    const to = `${experience.path}/participate`;
    await callApi(url, "POST", "user", {
      email: second.email,
      name: second.name,
      pw: second.password,
      pwconfirm: second.password,
      return_to: to,
    });
    const other = await startVisit();
    const otherLink = new URL(findLink(await waitForMail(url, second.email, { subject: /^Confirm/ })));
    await other.open(`${otherLink.pathname}${otherLink.search}`);
    await other.page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await expect(other.page.getByLabel(/^Username/)).toHaveValue(second.email);
    await other.page.getByLabel(/^Password/).fill(second.password);
    await submitForm(other.page, "Log in");
    await other.page.waitForURL(`${url}${to}`);
  });

  test("reports every invalid field together", async () => {
    const { page, open, expectAccessible } = await startVisit();
    await open("/signup");
    await submitForm(page, "Sign up");
    await expect(page.getByText("Required")).toHaveCount(4);
    await page.getByLabel("Email").fill("nobody");
    await page.getByLabel("Name").fill("n".repeat(101));
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm password", { exact: true }).fill("other");
    await submitForm(page, "Sign up");
    await page.getByText("Enter an email address.").waitFor();
    await page.getByText("Use no more than 100 characters.").waitFor();
    await page.getByText("Use at least 8 characters.").waitFor();
    await page.getByText("Passwords don’t match.").waitFor();
    await expect
      .poll(() => page.getByLabel("Email").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expectAccessible();
  });

  test("rejects a common password at its field", async () => {
    const visited = await startVisit(undefined, [/400/]);
    await visited.open("/signup");
    await submitSignUp(visited, { ...generatePerson(), password: "password123" });
    await visited.page.getByText("This password is too common.").waitFor();
    await expect(visited.page.getByLabel("Email")).toHaveValue(/@reader\.example$/);
  });

  test("does not reveal that an address has an account; its owner is notified by email", async () => {
    const visited = await startVisit();
    const { page, open, url } = visited;
    const person = await createPerson(url);
    await open("/signup");
    await submitSignUp(visited, person);
    await page.getByText(`We’ve sent an email to ${person.email}.`).waitFor();
    await waitForMail(url, person.email, { subject: /already have an account/ });
  });

  test("keeps the entered values while the network is down", async () => {
    const visited = await startVisit(undefined, [/ERR_INTERNET_DISCONNECTED/]);
    const { page, open } = visited;
    const person = generatePerson();
    await open("/signup");
    await page.context().setOffline(true);
    await submitSignUp(visited, person);
    await page.getByText("This couldn’t be sent. Your input is still here").waitFor();
    await expect(page.getByLabel("Name")).toHaveValue(person.name);
    await page.context().setOffline(false);
    await submitForm(page, "Sign up");
    await page.getByText(`We’ve sent an email to ${person.email}.`).waitFor();
  });

  test("works without a mouse, and moves the focus to the result", async () => {
    const { page, open } = await startVisit();
    const { email, name, password } = generatePerson();
    await open("/signup");
    await page.getByLabel("Email").focus();
    for (const text of [email, name, password]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    // The button that shows the password comes between.
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "Check your email" });
    await heading.waitFor();
    await expect(heading).toBeFocused();
  });

  test("is available in Spanish, including the email", async () => {
    const { page, open, url, expectAccessible } = await startVisit({ ...phone, locale: "es-ES" });
    const { email, name, password } = generatePerson();
    await open("/signup");
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByLabel("Nombre").fill(name);
    await page.getByLabel("Contraseña", { exact: true }).fill(password);
    await page.getByLabel("Confirma la contraseña", { exact: true }).fill(`${password}?`);
    await submitForm(page, "Registrarse");
    await page.getByText("Las contraseñas no coinciden.").waitFor();
    await page.getByLabel("Confirma la contraseña", { exact: true }).fill(password);
    await submitForm(page, "Registrarse");
    await page.getByText(`Hemos enviado un correo a ${email}.`).waitFor();
    await expectAccessible();
    const link = findLink(await waitForMail(url, email, { subject: /Confirma tu dirección/ }));
    await open(new URL(link).pathname);
    await page.getByRole("heading", { name: "Tu cuenta está lista" }).waitFor();
    await expectAccessible();
  });
});

describe("claiming an account", () => {
  const failed = "We couldn’t claim this account. Please contact your provider for a new claim code.";

  test("succeeds a second time and with the other form of the address", async () => {
    const visited = await startVisit();
    const { page, open, url } = visited;
    const person = generatePerson();
    await open("/signup");
    await submitSignUp(visited, person);
    const link = new URL(findLink(await waitForMail(url, person.email, { subject: /^Confirm/ })));
    const [, , uid, code] = link.pathname.split("/");
    for (const path of [link.pathname, link.pathname, `/user/${uid}/claim/${code}`]) {
      await open(path);
      await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
    }
  });

  test.each(["/claim/01890a5d-ac96-774b-bcce-b302099a8057/not-a-code", "/user/nobody/claim/not-a-code"])(
    "fails the same way for every invalid code: %s",
    async (path) => {
      const { page, open, expectAccessible } = await startVisit(undefined, [/400/]);
      await open(path);
      await page.getByText(failed).waitFor();
      await expectAccessible();
    },
  );

  test("can be retried after a network failure", async () => {
    const visited = await startVisit(undefined, [/ERR_FAILED/]);
    const { page, open, url, expectAccessible } = visited;
    const person = generatePerson();
    await open("/signup");
    await submitSignUp(visited, person);
    const link = new URL(findLink(await waitForMail(url, person.email, { subject: /^Confirm/ })));
    await page.route("**/api/v1/user/*/claim/*", (route) => route.abort());
    await open(link.pathname);
    await page.getByText("We couldn’t claim the account.").waitFor();
    await expectAccessible();
    await page.unroute("**/api/v1/user/*/claim/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
  });

  test("never sends the link as a referrer", async () => {
    const { page, open } = await startVisit(undefined, [/400/]);
    const answered = page.waitForResponse(/\/claim\/nobody\/secret-code$/);
    await open("/claim/nobody/secret-code");
    expect((await answered).headers()["referrer-policy"]).toBe("no-referrer");
    await page.getByText(failed).waitFor();
  });

  test("keeps the session of a user who is already logged in", async () => {
    const { page, open, url } = await startVisit(undefined, [/400/]);
    await open("/login");
    await logIn(page, demoFan);
    await page.waitForURL(/\/$/);
    await open("/claim/nobody/no-code");
    await page.getByText(failed).waitFor();
    await page.goto(`${url}/you`);
    await page.getByText(demoFan.email).waitFor();
  });
});
