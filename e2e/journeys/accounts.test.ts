import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { phone } from "../harness/chromium.ts";
import { visit } from "../harness/visit.ts";

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(/^Username/).fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
}

describe("logging in", () => {
  test.each(["/you", "/my/art", "/my/artists/create/one", "/create", "/create/one"])(
    "is asked of anonymous visitors to %s",
    async (path) => {
      const { page, open } = await visit();
      await open(path);
      await page.waitForURL(/\/login\?err=E01/);
      await page.getByText("no session was detected.").waitFor();
    },
  );

  test("leads back to where the reader was going, and out again", async () => {
    const { page, open, expectAccessible } = await visit(phone);
    await open("/you");
    await page.waitForURL(/\/login/);
    await expectAccessible();
    await logIn(page, "fan@wrapsody.example", "window seat please");
    await page.waitForURL(/\/you/);
    await page.getByText("fan@wrapsody.example").waitFor();
    await expectAccessible();
    await page.reload();
    await page.getByText("fan@wrapsody.example").waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForFunction(() => localStorage.getItem("wrapsody-token") === null);
    await open("/you");
    await page.waitForURL(/\/login\?err=E01/);
  });

  test("with a wrong password says so, and keeps what was typed", async () => {
    const { page, open } = await visit(undefined, [/400/]);
    await open("/login");
    await logIn(page, "fan@wrapsody.example", "not this one");
    await page
      .getByText(
        "We encoutered an error attempting to log you in. Please double check your username and password and try again.",
      )
      .waitFor();
    expect(await page.getByLabel(/^Username/).inputValue()).toBe("fan@wrapsody.example");
  });

  test("names the fields that are missing", async () => {
    const { page, open, expectAccessible } = await visit();
    await open("/login");
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await page.getByText("Required").first().waitFor();
    expect(await page.getByText("Required").count()).toBe(2);
    expect(await page.getByLabel(/^Username/).evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await expectAccessible();
  });

  test("that the server has forgotten ends with a word about it", async () => {
    const { page, open } = await visit(undefined, [/401/]);
    await open("/login");
    await page.evaluate(() => localStorage.setItem("wrapsody-token", "x".repeat(43)));
    await open("/you");
    await page.waitForURL(/\/login/);
    await page.getByText("your session is not valid.").waitFor();
  });
});

test("the view is switched, and kept on the server", async () => {
  const { page, open } = await visit();
  await open("/login?sr=YOU");
  await logIn(page, "premium@wrapsody.example", "low tide ledger");
  await page.waitForURL(/\/you/);
  await page.getByRole("button", { name: "Switch to fan view" }).click();
  await page.getByRole("button", { name: "Switch to artist view" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Switch to artist view" }).click();
  await page.getByRole("button", { name: "Switch to fan view" }).waitFor();
});
