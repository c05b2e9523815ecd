import { describe, expect, test } from "vitest";
import { measureOverflow, startVisit } from "../harness/visit.ts";

describe("home", () => {
  test("shows the eight newest wraps, eight dapps and two featured wraps", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const newest = page.getByRole("region", { name: "Wraps for you" });
    expect(await newest.getByRole("link", { name: /Salt Meridian/ }).count()).toBeGreaterThan(0);
    expect(await newest.locator(".sleeve").count()).toBe(8);
    expect(await page.getByRole("region", { name: "Dapps for you" }).locator("a.pr").count()).toBe(8);
    expect(await page.getByText("Featured wrap").count()).toBe(2);
  });

  test("searches for wraps that sound like the query", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await page.getByPlaceholder("search by song title...").fill("slat meridan");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/wraps\?q=slat/);
    await page
      .getByRole("link", { name: /Salt Meridian/ })
      .first()
      .waitFor();
  });

  test("links Get started to You", async () => {
    const { page, open } = await startVisit();
    await open("/");
    expect(await page.getByRole("link", { name: "Get started" }).getAttribute("href")).toBe("/you");
  });

  test("warns that a preview may lose its data", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await page.getByText("Preview build. Data may not persist.").waitFor();
  });
});

test.each(["/", "/wrap/six-ways-to-leave-a-harbour", "/experiences/tide-tables", "/wraps"])(
  "%s fits a screen 320 pixels wide",
  async (path) => {
    const { page, open } = await startVisit({ width: 320, height: 640 });
    await open(path);
    expect(await measureOverflow(page)).toBe(0);
  },
);
