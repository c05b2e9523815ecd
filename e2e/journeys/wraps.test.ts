import { test } from "vitest";
import { expect } from "../harness/expect.ts";
import { startVisit } from "../harness/visit.ts";

test("the list shows fourteen wraps a page, and Next leads to the rest", async () => {
  const { page, open } = await startVisit();
  await open("/wraps");
  await expect(page.locator(".sleeve")).toHaveCount(14);
  await expect(page.getByRole("link", { name: "Previous" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await page.getByText("Page 2").waitFor();
  await expect(page.locator(".sleeve")).toHaveCount(10);
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await page.getByRole("link", { name: "Previous" }).click();
  await page.getByText("Page 1").waitFor();
  await expect(page.locator(".sleeve")).toHaveCount(14);
});

test.each([
  ["salt mer", "Salt Meridian"],
  ["SALT MERIDIAN", "Salt Meridian"],
  ["kvallsbus", "Kvällsbuss"],
  ["ostinatto lifts", "Ostinato for Two Lifts"],
  ["harbor", "Six Ways to Leave a Harbour"],
])("a search for %s finds %s", async (typed, title) => {
  const { page, open } = await startVisit();
  await open(`/wraps?q=${encodeURIComponent(typed)}`);
  await expect(page.locator(".sleeve").first()).toContainText(title);
});

test("a search without results says so and keeps the query", async () => {
  const { page, open } = await startVisit();
  await open("/wraps?q=xyzzyqwv");
  await page.getByText("We couldn't find any wraps that match your request").waitFor();
  await expect(page.getByPlaceholder("search by song title...")).toHaveValue("xyzzyqwv");
});

test("an artist filter matches the exact name", async () => {
  const { page, open } = await startVisit();
  await open(`/wraps?artist=${encodeURIComponent("Kofi Amprofi")}`);
  await expect(page.locator(".sleeve")).toHaveCount(3);
  await open("/wraps?artist=Kofi");
  await page.getByText("We couldn't find any wraps that match your request").waitFor();
});

test("a query is plain text, never markup or a broken URL", async () => {
  const { page, open } = await startVisit();
  const markup = `"><img src=x onerror=alert(1)> % & ' 🎹`;
  await open("/wraps");
  await page.getByPlaceholder("search by song title...").fill(markup);
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=/);
  await page.getByText("We couldn't find any wraps that match your request").waitFor();
  await expect(page.getByPlaceholder("search by song title...")).toHaveValue(markup);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
});
