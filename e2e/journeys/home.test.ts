import { expect } from "@playwright/test";
import { describe, test } from "vitest";
import { measureOverflow, startVisit } from "../harness/visit.ts";

describe("home", () => {
  test("shows the eight newest wraps, eight dapps and two featured wraps", async () => {
    const { page, open } = await startVisit();
    await open("/");
    const newest = page.getByRole("region", { name: "Wraps for you" });
    expect(await newest.getByRole("link", { name: /Salt Meridian/ }).count()).toBeGreaterThan(0);
    await expect(newest.locator(".sleeve")).toHaveCount(8);
    await expect(page.getByRole("region", { name: "Dapps for you" }).locator("a.pr")).toHaveCount(8);
    await expect(page.getByText("Featured wrap")).toHaveCount(2);
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
    await expect(page.getByRole("link", { name: "Get started" })).toHaveAttribute("href", "/you");
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
