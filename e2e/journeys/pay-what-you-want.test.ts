import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience } from "../harness/experiences.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { createPerson } from "../harness/people.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;
beforeAll(() => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const quickChoice = (page: Page, name: string) =>
  page.getByRole("group", { name: "Quick choices" }).getByRole("button", { name, exact: true });
const amount = (page: Page) => page.getByRole("spinbutton", { name: "Your amount" });

/** Opens the page on which a fan joins an experience that suggests $6, and leaves the artwork here. */
async function openParticipation(minimum: string) {
  const pricing = { pricing: "PAY_WHAT_YOU_WANT", cost_per_nft: minimum, suggested_price: "6" };
  const { experience } = await createExperience(program, { name: `From ${minimum}`, ...pricing });
  const fan = await createPerson(program.url);
  const visited = await visitAs(fan, { url: program.url, screen: phone, allowed: [/400/] });
  await visited.open(`/experiences/${experience.pretty_id}/participate`);
  await visited.page.getByRole("radio", { name: /^Keep it for me/ }).check();
  return { ...visited, experience };
}

async function readOrders(campaignId: number) {
  const { rows } = await sql`
    select total_cents, fee_cents from participation where campaign_id = ${campaignId}`.execute(program.db);
  return rows;
}

describe("a fan who chooses what to pay, on a phone", () => {
  test("starts from the suggestion, learns the minimum, and pays the chosen amount by keyboard", async () => {
    const { page, experience, expectAccessible } = await openParticipation("2");
    await expect(amount(page)).toHaveValue("6");
    await expect(quickChoice(page, "$6")).toHaveAttribute("aria-pressed", "true");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await amount(page).fill("1");
    await button(page, "Pay $1.00 and reserve my spot").press("Enter");
    await main(page).getByText("Enter at least $2.00.").waitFor();
    await expect(amount(page)).toBeFocused();
    await expectAccessible();
    await quickChoice(page, "$9").press("Enter");
    await expect(amount(page)).toHaveValue("9");
    await expect(main(page).getByText("Enter at least $2.00.")).toHaveCount(0);
    await button(page, "Pay $9.00 and reserve my spot").press("Enter");
    await page.waitForURL(/\/sandbox\/checkout/);
    await page.getByText("$9.00").first().waitFor();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.waitForURL(/\/participate\?c=/);
    await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
    expect(await readOrders(experience.id)).toEqual([{ total_cents: 900, fee_cents: 63 }]);
  });

  test("joins for nothing where the minimum is 0, but not without an amount", async () => {
    const { page, experience } = await openParticipation("0");
    await amount(page).fill("");
    await button(page, /^Pay –/).click();
    await main(page).getByText("Enter an amount.").waitFor();
    await quickChoice(page, "Free").click();
    await button(page, "Reserve my spot").click();
    await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
    expect(await readOrders(experience.id)).toEqual([{ total_cents: 0, fee_cents: 0 }]);
  });
});
