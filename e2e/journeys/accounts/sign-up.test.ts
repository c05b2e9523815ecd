import { describe, inject, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../../harness/mails.ts";
import { demoFan, generatePerson, type Person, submitForm } from "../../harness/people.ts";
import { startVisit, type Visit } from "../../harness/visit.ts";

async function fillSignUp({ page }: Visit, { email, name, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
}

/** Returns the link that confirms a person's address. */
async function findClaimLink({ url }: Visit, { email }: Person): Promise<URL> {
  return new URL(findLink(await waitForMail(url, email, { subject: /^Confirm your address$/ })));
}

describe("signing up", () => {
  test("after invalid, refused and unsent input leads through the emailed link to the view of artists", async () => {
    const visited = await startVisit(phone, [/400/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/]);
    const { page, open, follow, expectAccessible } = visited;
    const person = generatePerson();
    const confirmation = page.getByLabel("Confirm password", { exact: true });
    await open("/");
    const tabs = page.getByRole("navigation", { name: "Main" });
    const player = page.locator(".player");
    const [below, above] = [await tabs.boundingBox(), await player.boundingBox()];
    expect([below?.y, (below?.y ?? 0) + (below?.height ?? 0)]).toEqual([
      (above?.y ?? 0) + (above?.height ?? 0),
      phone.height,
    ]);
    await tabs.getByRole("link", { name: "Sign up" }).click();
    await page.waitForURL(/\/signup$/);
    await expect(tabs.locator("[aria-current]")).toHaveText(/^Sign up/);
    await expect(page.getByRole("term")).toHaveText([
      "Listen",
      "Earn points",
      "Redeem",
      "Own artwork",
      "Or publish",
    ]);
    await fillSignUp(visited, { email: "nobody", name: "", password: "short" });
    await confirmation.fill("other");
    await submitForm(page, "Sign up");
    await page.getByText("Enter an email address.").waitFor();
    await page.getByText("Required").waitFor();
    await page.getByText("Use at least 8 characters.").waitFor();
    await page.getByText("Passwords don’t match.").waitFor();
    await expect(page.getByLabel("Email")).toBeFocused();

    await page.getByRole("radio", { name: "I make music" }).check();
    await fillSignUp(visited, { ...person, password: "password123" });
    await submitForm(page, "Sign up");
    await page.getByText("This password is too common.").waitFor();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);

    await fillSignUp(visited, person);
    await page.context().setOffline(true);
    await confirmation.press("Enter");
    await page.getByText("This couldn’t be sent. Your input is still here").waitFor();
    await expect(page.getByLabel("Name")).toHaveValue(person.name);
    await page.context().setOffline(false);
    await confirmation.press("Enter");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
    await page
      .getByText(`We’ve sent an email to ${person.email}. Click the link in it to finish signing up.`)
      .waitFor();
    await page.getByRole("link", { name: "Open the outbox" }).waitFor();

    const link = await findClaimLink(visited, person);
    expect(link.pathname).toMatch(/^\/claim\/[^/]+\/[^/]+$/);
    await page.route("**/api/v1/user/*/claim/*", (route) => route.abort());
    await follow(link.pathname);
    await page.getByText("We couldn’t claim the account.").waitFor();
    await page.unroute("**/api/v1/user/*/claim/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is ready");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    // This browser signed up, so the button logs in.
    await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await page.waitForURL(/\/you$/);
    await page.getByRole("heading", { name: person.name }).waitFor();
    // The artist's view opens with the steps of a first release.
    const steps = page.getByRole("region", { name: "Your first release" });
    await steps.getByText("0 of 5 done").waitFor();
    await expectAccessible();
    const next = steps.getByRole("link", { name: "Create artist" });
    await expect(next).toHaveAttribute("href", "/my/artists/create/one");
    await steps.getByRole("button", { name: "Hide this list" }).click();
    await steps.waitFor({ state: "detached" });
    await open("/you");
    await page.getByText("You’re viewing Wrapsody as an artist").waitFor();
    await expect(steps).toHaveCount(0);
  });

  test("is available in Spanish, including the email, whose code also works at the other address of the page", async () => {
    const { page, open, url } = await startVisit({ ...phone, locale: "es-ES" });
    const { email, name, password } = generatePerson();
    await open("/signup");
    await page.getByLabel("Correo electrónico").fill(email);
    await page.getByLabel("Nombre").fill(name);
    await page.getByLabel("Contraseña", { exact: true }).fill(password);
    const confirmation = page.getByLabel("Confirma la contraseña", { exact: true });
    await confirmation.fill(`${password}?`);
    await submitForm(page, "Registrarse");
    await page.getByText("Las contraseñas no coinciden.").waitFor();
    await confirmation.fill(password);
    await submitForm(page, "Registrarse");
    await page.getByText(`Hemos enviado un correo a ${email}.`).waitFor();
    const link = findLink(await waitForMail(url, email, { subject: /Confirma tu dirección/ }));
    const [, , uid, code] = new URL(link).pathname.split("/");
    await open(`/user/${uid}/claim/${code}`);
    await page.getByRole("heading", { name: "Tu cuenta está lista" }).waitFor();
  });
});

test("claiming an account with an invalid code fails, and keeps the session of a person who is logged in", async () => {
  const visited = await visitAs(demoFan, { url: inject("siteUrl"), allowed: [/400/] });
  const { page, open, follow } = visited;
  await open("/claim/nobody/no-code");
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Get a new link" })).toHaveAttribute("href", "/signup");
  await page
    .getByText("We couldn’t claim this account. Please contact your provider for a new claim code.")
    .waitFor();
  await follow("/you");
  await page.getByText(demoFan.email).waitFor();
});
