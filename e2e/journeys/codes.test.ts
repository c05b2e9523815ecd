import { readFile } from "node:fs/promises";
import { type SpotCode, spotCodeProblems } from "@wrapsody/shared/spot-codes.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, type Experience } from "../harness/experiences.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, generatePerson, submitForm } from "../harness/people.ts";
import type { Publisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;
beforeAll(() => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const codeField = (page: Page) => page.getByRole("textbox", { name: "Have a code?" });

/** Creates codes for an experience by the API. */
async function addCodes(
  publisher: Publisher,
  { id }: Experience,
  batch: object = { discount: "PERCENT", percent: 50, count: 2 },
): Promise<SpotCode[]> {
  const body = { name: "Press", ...batch };
  const created = await callApi<{ id: number }>(
    program.url,
    "POST",
    `drop/${id}/codes`,
    body,
    publisher.token,
  );
  const path = `my/dapp/${id}/codes/${created.id}`;
  return (await callApi<{ data: SpotCode[] }>(program.url, "GET", path, undefined, publisher.token)).data;
}

async function readOrders(campaignId: number) {
  const { rows } = await sql`
    select state, total_cents, discount_cents from participation where campaign_id = ${campaignId}`.execute(
    program.db,
  );
  return rows;
}

describe("codes, on a phone", () => {
  test("are created, downloaded, printed and revoked by their publisher", async () => {
    const { experience, publisher } = await createExperience(program, { name: "Ebb", cost_per_nft: "8" });
    const { page, open, expectAccessible } = await visitAs(publisher, {
      url: program.url,
      screen: phone,
      allowed: [/400/],
    });
    await open(`/my/experiences/${experience.id}`);
    await page.getByRole("link", { name: "Manage codes" }).click();
    await main(page).getByText("No codes yet.").waitFor();
    await button(page, "Create codes").click();
    await main(page).getByText("Enter a name.").waitFor();
    await expect(page.getByLabel("Name of the batch")).toBeFocused();
    await expectAccessible();
    await page.getByLabel("Name of the batch").fill("Press");
    await page.getByLabel("Number of codes").fill("20");
    await page.getByRole("radio", { name: "A percentage off" }).check();
    await main(page).getByText("If less than $0.50 is left to pay, the spot is free.").waitFor();
    await page.getByLabel("Percentage off", { exact: true }).fill("25");
    await page.reload();
    await main(page)
      .getByText(/^Draft restored/)
      .waitFor();
    await expect(page.getByLabel("Name of the batch")).toHaveValue("Press");
    await expect(page.getByLabel("Number of codes")).toHaveValue("20");
    await expect(page.getByLabel("Percentage off", { exact: true })).toHaveValue("25");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Create codes").click();
    await main(page).getByText("Created 20 codes: “Press”.").waitFor();
    await main(page).getByText("20 unused").waitFor();
    await main(page).getByRole("link", { name: "Press" }).click();
    await main(page).getByText("25% off, without an end").waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const downloading = page.waitForEvent("download");
    await button(page, "Download CSV").click();
    const file = await readFile((await (await downloading).path()) ?? "", "utf8");
    expect(file.split("\r\n")).toHaveLength(22);
    expect(file).toMatch(
      /^\uFEFFcode,link,state\r\n[0-9A-Z-]{19},http\S+\/participate#code=[0-9A-Z-]{19},UNUSED\r\n/,
    );
    await main(page)
      .getByRole("button", { name: /^Revoke .{4}-/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await main(page).getByText("19 unused, 1 revoked").waitFor();
    await page.getByRole("link", { name: "QR sheet" }).click();
    await expect(main(page).getByRole("img", { name: /^QR code of / })).toHaveCount(19);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: "print" });
    await expect(button(page, "Print")).toBeHidden();
    await expect(main(page).getByText("25% off").first()).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.goBack();
    await button(page, "Revoke unused codes").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke unused codes" }).click();
    await main(page).getByText("none unused, 20 revoked").waitFor();
  });

  test("survive signing up in another browser, and are never in an address that is shared", async () => {
    const { experience, publisher } = await createExperience(program, { name: "Flow", cost_per_nft: "8" });
    const [code] = await addCodes(publisher, experience);
    if (code === undefined) throw new Error("no code");
    const visited = await startVisit(phone, [], program.url);
    const requests: string[] = [];
    visited.page.on("request", (request) =>
      requests.push(`${request.url()} ${request.headers().referer ?? ""}`),
    );
    await visited.open(code.link.replace(program.url, ""));
    await visited.page.waitForURL(/\/login\?/);
    expect(requests.filter((each) => each.includes(code.code))).toEqual([]);
    await main(visited.page).getByRole("link", { name: "Sign up" }).click();
    const person = generatePerson();
    await visited.page.getByLabel("Email").fill(person.email);
    await visited.page.getByLabel("Name").fill(person.name);
    await visited.page.getByLabel("Password", { exact: true }).fill(person.password);
    await visited.page.getByLabel("Confirm password", { exact: true }).fill(person.password);
    await submitForm(visited.page, "Sign up");
    const mail = await waitForMail(program.url, person.email, { subject: /^Confirm/ });
    const link = new URL(findLink(mail));
    const { page, open, expectAccessible } = await startVisit(phone, [], program.url);
    await open(`${link.pathname}${link.search}`);
    await main(page).getByRole("link", { name: "Log in" }).click();
    await page.getByLabel(/^Password/).fill(person.password);
    await submitForm(page, "Log in");
    await main(page).getByText("50% off: $4.00 instead of $8.00.").waitFor();
    await page.waitForURL(`${program.url}/experiences/${experience.pretty_id}/participate`);
    await page.reload();
    await main(page).getByText("50% off: $4.00 instead of $8.00.").waitFor();
    await page.getByRole("radio", { name: /^Keep it for me/ }).check();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Pay $4.00 and reserve my spot").click();
    await page.waitForURL(/\/sandbox\/checkout/);
    await page.getByText("$4.00").first().waitFor();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
    expect(await readOrders(experience.id)).toEqual([
      { state: "FULFILLED", total_cents: 400, discount_cents: 400 },
    ]);
    const receipt = await waitForMail(program.url, person.email, { subject: /receipt/i });
    expect(receipt.text).toContain("Discount by code: -$4.00");
  });
});

describe("a code, by keyboard", () => {
  test("is typed, refused on its field without losing the form, and opens a private experience", async () => {
    const { experience, publisher } = await createExperience(program, {
      name: "Slack",
      cost_per_nft: "8",
      is_public_mintable: false,
    });
    const [code] = await addCodes(publisher, experience, { discount: "FREE", count: 1 });
    if (code === undefined) throw new Error("no code");
    const fan = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAs(fan, { url: program.url, allowed: [/400/] });
    await open(`/experiences/${experience.pretty_id}/participate`);
    await codeField(page).fill("AAAA-BBBB-CCCC-DDDD");
    await codeField(page).press("Enter");
    await main(page).getByText(spotCodeProblems.invalid).waitFor();
    await expect(codeField(page)).toBeFocused();
    await expectAccessible();
    await codeField(page).fill(code.code.toLowerCase());
    await codeField(page).press("Enter");
    await main(page).getByText("A free spot: Free instead of $8.00.").waitFor();
    await page.getByRole("radio", { name: /^Keep it for me/ }).press("Space");
    // The publisher revokes the code while the form is open.
    const { data } = await callApi<{ data: { id: number }[] }>(
      program.url,
      "GET",
      `my/dapp/${experience.id}/codes`,
      undefined,
      publisher.token,
    );
    await callApi(
      program.url,
      "DELETE",
      `drop/${experience.id}/codes/${data[0]?.id}`,
      undefined,
      publisher.token,
    );
    await button(page, "Reserve my spot").press("Enter");
    await main(page).getByText(spotCodeProblems.revoked).waitFor();
    const [other] = await addCodes(publisher, experience, { discount: "FREE", count: 1 });
    await codeField(page).fill(other?.code ?? "");
    await codeField(page).press("Enter");
    await main(page).getByText("A free spot: Free instead of $8.00.").waitFor();
    await page.getByRole("radio", { name: /^Keep it for me/ }).press("Space");
    await button(page, "Reserve my spot").press("Enter");
    await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
    expect(await readOrders(experience.id)).toEqual([
      { state: "FULFILLED", total_cents: 0, discount_cents: 800 },
    ]);
  });
});
