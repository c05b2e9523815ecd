import type { Page } from "playwright-core";
import { describe, inject, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createPerson, logIn } from "../../harness/people.ts";
import { startVisit } from "../../harness/visit.ts";

/** Passkeys need a host with a name, that of the program's public address. */
const url = inject("configuredUrl");

/** Adds an authenticator to the page: a device with a screen lock. It responds while `setPresent(true)`. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: (enabled: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
  };
}

const optionsPath = /auth\/passkey\/options$/;

/** Waits for home, which would otherwise come between the page and the next one in the history. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(`${url}/`);
}

describe("passkeys", () => {
  test("are added in the settings, log in, are suggested, replace the emailed code and are removed", async () => {
    const { page, open, follow, expectAccessible } = await startVisit(phone, [], url);
    const person = await createPerson(url);
    const device = await addAuthenticator(page);
    const button = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
    const passkeys = page.getByRole("list", { name: "Passkeys" });

    await open("/login?sr=SETTINGS");
    await logIn(page, person);
    await page.waitForURL(/\/my\/settings$/);
    await button("Add passkey").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Required").waitFor();
    await expect(page.getByLabel("Name of the passkey")).toBeFocused();
    await page.keyboard.type("Phone");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Added “Phone”.").waitFor();
    await passkeys.getByText("Not used yet").waitFor();
    await expectAccessible();
    // The device has one already.
    await page.getByLabel("Name of the passkey").fill("Again");
    await button("Add passkey").click();
    await page.getByText("This passkey is added already.").waitFor();
    await button("Turn on").click();
    await button("Turn off").waitFor();
    await logOut(page);

    // The suggestions wait without it. They go on waiting, because the device responds to new requests only.
    await device.setPresent(false);
    const suggested = page.waitForResponse(optionsPath);
    await follow("/login?sr=SETTINGS");
    await suggested;
    await button("Log in with a passkey").focus();
    await page.route(
      optionsPath,
      async (route) => {
        await device.setPresent(true);
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/my\/settings$/);
    await passkeys.getByText(/^Last used/).waitFor();
    await logOut(page);

    // The device chooses the only suggestion of the username.
    await follow("/login?sr=SETTINGS");
    await page.waitForURL(/\/my\/settings$/);
    await logOut(page);

    await device.setPresent(false);
    await follow("/login?sr=SETTINGS");
    await logIn(page, person);
    await page.getByLabel(/^Verification code/).waitFor();
    await device.setPresent(true);
    await button("Use a passkey instead").click();
    await page.waitForURL(/\/my\/settings$/);

    await passkeys.getByRole("button", { name: "Remove Phone" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("You can no longer log in with this passkey.").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("status").getByText("Removed “Phone”.").waitFor();
    await expect(passkeys).toHaveCount(0);
    await logOut(page);
    // The device still has the key, and would offer it.
    await device.setPresent(false);
    await follow("/login");
    await logIn(page, person);
    await button("Use a passkey instead").click();
    await page.getByText("This account has no passkey.").waitFor();
  });
});
