import { readFile } from "node:fs/promises";
import { type SpotCode, spotCodeProblems } from "@wrapsody/shared/experiences/spot-codes.ts";
import type { Page } from "playwright-core";
import { beforeAll, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, type Experience } from "../../harness/experiences.ts";
import { main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../../harness/mails.ts";
import {
  callApi,
  createPerson,
  createToken,
  generatePerson,
  type Person,
  submitForm,
} from "../../harness/people.ts";
import type { Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
let experience: Experience;
let publisher: Publisher;
beforeAll(async () => {
  ({ experience, publisher } = await createExperience(program, {
    name: "Slack",
    cost_per_nft: "8",
    is_public_mintable: false,
    // Give nine different artworks, enough for repeated tests.
    pictures: ["salt-meridian", "concrete-lullaby", "kiln"],
  }));
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const codeField = (page: Page) => page.getByRole("textbox", { name: "Have a code?" });

/** Creates a code for the experience by the API; `batch` is the id of its batch. */
async function addCode(discount: object): Promise<SpotCode & { batch: number }> {
  const { token } = publisher;
  const body = { name: "Press", count: 1, ...discount };
  const path = `drop/${experience.id}/codes`;
  const { id: batch } = await callApi<{ id: number }>(program.url, "POST", path, body, token);
  const { data } = await callApi<{ data: SpotCode[] }>(
    program.url,
    "GET",
    `my/dapp/${experience.id}/codes/${batch}`,
    undefined,
    token,
  );
  if (data[0] === undefined) throw new Error("The batch has no code.");
  return { ...data[0], batch };
}

async function listOrders({ email }: Person) {
  const { rows } = await sql`
    select p.state, p.total_cents, p.discount_cents from participation p
      join account a on a.id = p.account_id and a.email = ${email}`.execute(program.db);
  return rows;
}

test("codes are created, downloaded, printed and revoked by their publisher on a phone", async () => {
  const { page, open } = await visitAs(publisher, {
    url: program.url,
    screen: phone,
    allowed: [/400/],
  });
  await open(`/my/experiences/${experience.id}?tab=access`);
  await page.getByRole("link", { name: "Manage codes" }).click();
  const name = `Press ${Date.now()}`;
  await button(page, "Create codes").click();
  await waitForText(page, "Enter a name.");
  await expect(page.getByLabel("Name of the batch")).toBeFocused();
  await page.getByLabel("Name of the batch").fill(name);
  await page.getByLabel("Number of codes").fill("4");
  await page.getByRole("radio", { name: "A percentage off" }).check();
  await waitForText(page, "If less than $0.50 is left to pay, the spot is free.");
  await page.getByLabel("Percentage off", { exact: true }).fill("25");
  await page.reload();
  await waitForText(page, /^Draft restored/);
  await expect(page.getByLabel("Name of the batch")).toHaveValue(name);
  await expect(page.getByLabel("Percentage off", { exact: true })).toHaveValue("25");
  await button(page, "Create codes").click();
  await waitForText(page, `Created 4 codes: “${name}”.`);
  await main(page).getByRole("link", { name }).click();
  await waitForText(page, "25% off, without an end");
  const downloading = page.waitForEvent("download");
  await button(page, "Download CSV").click();
  const file = await readFile((await (await downloading).path()) ?? "", "utf8");
  expect(file.split("\r\n")).toHaveLength(6);
  expect(file).toMatch(
    /^\uFEFFcode,link,state\r\n[0-9A-Z-]{19},http\S+\/participate#code=[0-9A-Z-]{19},UNUSED\r\n/,
  );
  await main(page)
    .getByRole("button", { name: /^Revoke .{4}-/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await waitForText(page, "3 unused, 1 revoked");
  await page.getByRole("link", { name: "QR sheet" }).click();
  await expect(main(page).getByRole("img", { name: /^QR code of / })).toHaveCount(3);
  await page.emulateMedia({ media: "print" });
  await expect(button(page, "Print")).toBeHidden();
  await expect(main(page).getByText("25% off").first()).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.goBack();
  await button(page, "Revoke unused codes").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke unused codes" }).click();
  await waitForText(page, "none unused, 4 revoked");
});

test("a code survives signing up in another browser, and is never in an address that is shared", async () => {
  const code = await addCode({ discount: "PERCENT", percent: 50 });
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
  const { pathname, search } = new URL(findLink(mail));
  const { page, open } = await startVisit(phone, [], program.url);
  await open(`${pathname}${search}`);
  await button(page, "Confirm").waitFor();
  // Opening the link elsewhere, as mail filters do, confirms nothing.
  await expect(createToken(program.url, person)).rejects.toThrow();
  await button(page, "Confirm").click();
  await main(page).getByRole("link", { name: "Log in" }).click();
  await expect(page.getByLabel(/^Username/)).toHaveValue(person.email);
  await page.getByLabel(/^Password/).fill(person.password);
  await submitForm(page, "Log in");
  await waitForText(page, "50% off: $4.00 instead of $8.00.");
  await page.waitForURL(`${program.url}/experiences/${experience.pretty_id}/participate`);
  await page.reload();
  await waitForText(page, "50% off: $4.00 instead of $8.00.");
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await button(page, "Pay $4.00 and reserve my spot").click();
  await page.waitForURL(/\/sandbox\/checkout/);
  await page.getByText("$4.00").first().waitFor();
  expect(await listOrders(person)).toEqual([
    { state: "AWAITING_PAYMENT", total_cents: 400, discount_cents: 400 },
  ]);
});

test("a code is typed, refused on its field without losing the form, and opens a private experience by keyboard", async () => {
  const code = await addCode({ discount: "FREE" });
  const fan = await createPerson(program.url);
  const { page, open } = await visitAs(fan, { url: program.url, allowed: [/400/] });
  await open(`/experiences/${experience.pretty_id}/participate`);
  await codeField(page).fill("AAAA-BBBB-CCCC-DDDD");
  await codeField(page).press("Enter");
  await waitForText(page, spotCodeProblems.invalid);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(code.code.toLowerCase());
  await codeField(page).press("Enter");
  await waitForText(page, "A free spot: Free instead of $8.00.");
  // The publisher revokes the code while the form is open.
  const path = `drop/${experience.id}/codes/${code.batch}`;
  await callApi(program.url, "DELETE", path, undefined, publisher.token);
  await button(page, "Reserve my spot").press("Enter");
  await waitForText(page, spotCodeProblems.revoked);
  await codeField(page).fill((await addCode({ discount: "FREE" })).code);
  await codeField(page).press("Enter");
  await waitForText(page, "A free spot: Free instead of $8.00.");
  await button(page, "Reserve my spot").press("Enter");
  await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
  expect(await listOrders(fan)).toEqual([{ state: "FULFILLED", total_cents: 0, discount_cents: 800 }]);
});
