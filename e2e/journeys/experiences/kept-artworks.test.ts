import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { readCollection } from "../../harness/collection.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience } from "../../harness/experiences.ts";
import { main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, logIn } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

const backstage = "https://ottilie.example/backstage";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const picture = (page: Page) => main(page).getByRole("img", { name: "Artwork 1 of Kept Seats" }).first();

test("a fan without a wallet joins an experience, opens the code in the artwork, and gets its token in a wallet linked later", async () => {
  const seats = { name: "Kept Seats", codes: [backstage] };
  const { experience, song } = await createExperience(program, seats);
  const { url } = program;
  const fan = await createPerson(url);
  const allowed = [/400/, /404/];
  const { page, open, follow, token } = await visitAs(fan, { url, screen: phone, allowed });
  await open(`/experiences/${experience.pretty_id}/participate`);
  await waitForText(page, /A wallet is an app/);
  await page.getByRole("radio", { name: /^Keep it for me/ }).check();
  await waitForText(page, /^We keep your artwork here/);
  await button(page, "Reserve my spot").click();
  await page.waitForURL(/\/participate\?c=/);
  await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
  await waitForText(page, "We keep it for you.");
  await picture(page).waitFor();
  await waitForText(page, "None: kept for you");
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await main(page).getByRole("link", { name: "View artwork" }).click();
  await page.waitForURL(/\/participant\/\d+$/);
  await page.locator(".hero-facts").getByText("Yours", { exact: true }).waitFor();
  const artworkPath = new URL(page.url()).pathname;
  const artwork = Number(/\d+$/.exec(artworkPath)?.[0]);
  const file = (await picture(page).getAttribute("src")) ?? "";

  // Its code is confirmed by a login on any device.
  const components = await sql<{ id: number }>`
    select id from component where campaign_id = ${experience.id} and component_type = 'QR_CODE'`.execute(
    program.db,
  );
  const other = await startVisit(phone, [/404/], url);
  await other.page.route(`${backstage}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Backstage</title><h1>Backstage</h1>" }),
  );
  await other.open(`/qr/redirect?c=${components.rows[0]?.id}&s=${song}&n=${artwork}`);
  await waitForText(other.page, /This artwork is kept for its owner/);
  await main(other.page).getByRole("link", { name: "Log in" }).click();
  await logIn(other.page, fan);
  await button(other.page, "Continue").click();
  await other.page.waitForURL(backstage);

  // Leaving the account would lose the artwork. A wrong address is shown on its field.
  await follow("/my/settings");
  await button(page, "Delete my account").click();
  const leaving = page.getByRole("alertdialog");
  await leaving.getByText("You’ll lose 1 artwork that we keep for you").waitFor();
  await leaving.getByRole("link", { name: "Send to a wallet first" }).click();
  await page.waitForURL(/\/my\/art$/);
  await button(page, /^Send to a wallet/).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: /^Send .*Kept Seats.* to a wallet$/ });
  const field = dialog.getByRole("textbox", { name: "Wallet address" });
  await field.fill("0x12");
  await field.press("Enter");
  await dialog.getByText("Enter a wallet address: 0x followed by 40 hexadecimal characters.").waitFor();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("0x12");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await follow("/my/settings");
  await button(page, "Link the demo wallet").click();
  await waitForText(page, /has been linked\.$/);
  await follow("/my/art");
  await waitForText(page, "Kept for you");
  await button(page, /^Send to a wallet/).click();
  await dialog.getByRole("radio", { name: /Linked to your account|Connected/ }).waitFor();
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  // The page polls until the token is minted.
  await expect(main(page).getByText(/Kept for you|On its way/)).toHaveCount(0, backgroundTimeout);

  const path = "my/wallets";
  const { wallets } = await callApi<{ wallets: { address: string }[] }>(url, "GET", path, undefined, token);
  const { rows } = await sql<{ contract_address: string }>`
    select contract_address from campaign where id = ${experience.id}`.execute(program.db);
  const collection = readCollection(url, rows[0]?.contract_address ?? "");
  expect(await collection.ownerOf(artwork)).toBe(wallets[0]?.address);
  expect(await collection.supply()).toBe(1);
  await follow(artworkPath);
  await expect(picture(page)).toHaveAttribute("src", file);
});
