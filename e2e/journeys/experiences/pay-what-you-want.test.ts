import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience } from "../../harness/experiences.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { createPerson } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const quickChoice = (page: Page, name: string) =>
  page.getByRole("group", { name: "Quick choices" }).getByRole("button", { name, exact: true });
const amount = (page: Page) => page.getByRole("spinbutton", { name: "Your amount" });

test("a fan on a phone starts from the suggestion, learns the minimum, and is led to pay the chosen amount by keyboard", async () => {
  const pricing = { pricing: "PAY_WHAT_YOU_WANT", cost_per_nft: "2", suggested_price: "6" };
  const { experience } = await createExperience(program, { name: "From 2", ...pricing });
  const fan = await createPerson(program.url);
  const { page, open } = await visitAs(fan, {
    url: program.url,
    screen: phone,
    allowed: [/400/],
  });
  await open(`/experiences/${experience.pretty_id}/participate`);
  await page.getByRole("radio", { name: /^Keep it for me/ }).check();
  await expect(amount(page)).toHaveValue("6");
  await expect(quickChoice(page, "$6")).toHaveAttribute("aria-pressed", "true");
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await amount(page).fill("");
  await button(page, /^Pay –/).click();
  await main(page).getByText("Enter an amount.").waitFor();
  await amount(page).fill("1");
  await button(page, "Pay $1.00 and reserve my spot").press("Enter");
  await main(page).getByText("Enter at least $2.00.").waitFor();
  await expect(amount(page)).toBeFocused();
  await quickChoice(page, "$9").press("Enter");
  await expect(amount(page)).toHaveValue("9");
  await expect(main(page).getByText("Enter at least $2.00.")).toHaveCount(0);
  await button(page, "Pay $9.00 and reserve my spot").press("Enter");
  await page.waitForURL(/\/sandbox\/checkout/);
  await page.getByText("$9.00").first().waitFor();
  const { rows } = await sql`
    select total_cents, fee_cents from participation where campaign_id = ${experience.id}`.execute(
    program.db,
  );
  expect(rows).toEqual([{ total_cents: 900, fee_cents: 63 }]);
});
