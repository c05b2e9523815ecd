import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { readCollection } from "../harness/collection.ts";
import { expect } from "../harness/expect.ts";
import { createExperience } from "../harness/experiences.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken, logIn } from "../harness/people.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;
let free: Awaited<ReturnType<typeof createExperience>>;
const backstage = "https://ottilie.example/backstage";
/** Give nine different artworks, enough for repeated tests. */
const covers = ["salt-meridian", "concrete-lullaby", "kiln"];

beforeAll(async () => {
  program = openSharedProgram();
  free = await createExperience(program, { name: "Backstage", codes: [backstage], pictures: covers });
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const waitForHeading = (page: Page, name: string | RegExp) =>
  main(page).getByRole("heading", { name }).waitFor();

/** Joins the free experience without a wallet, by the API. Returns the artwork's number once it is rendered. */
async function keepArtwork(token: string): Promise<number> {
  const { id } = free.experience;
  const { redirect } = await callApi<{ redirect: string }>(
    program.url,
    "POST",
    `payment/${id}`,
    { keep: true },
    token,
  );
  const query = new URL(redirect).searchParams;
  const body = { code: query.get("c"), orderId: query.get("i") };
  const { participant } = await callApi<{ participant: { id: number } }>(
    program.url,
    "POST",
    "payment/confirm",
    body,
  );
  await expect.poll(() => readState(participant.id), backgroundTimeout).toBe("KEPT");
  return participant.id;
}

async function readState(artwork: number): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from participant where id = ${artwork}`.execute(
    program.db,
  );
  return rows[0]?.state;
}

describe("a fan without a wallet", () => {
  test("joins a paid experience on a phone, sees the artwork, and gets its token in a wallet linked later", async () => {
    const paid = await createExperience(program, { name: "Paid Seats", cost_per_nft: "12" });
    const fan = await createPerson(program.url);
    const { page, open, token, expectAccessible } = await visitAs(fan, {
      url: program.url,
      screen: phone,
      allowed: [/404/],
    });
    await open(`/experiences/${paid.experience.pretty_id}/participate`);
    await waitForText(page, /A wallet is an app/);
    await page.getByRole("radio", { name: /^Keep it for me/ }).check();
    await waitForText(page, /^We keep your artwork here/);
    await expectAccessible();
    await button(page, "Pay $12.00 and reserve my spot").click();
    await page.waitForURL(/\/sandbox\/checkout/);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await waitForText(page, "We keep it for you.");
    await main(page)
      .getByRole("article", { name: "New artwork 1" })
      .getByRole("img", { name: "Artwork 1 of Paid Seats" })
      .waitFor();
    await waitForText(page, "None: kept for you");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    await main(page).getByRole("link", { name: "View" }).click();
    await page.waitForURL(/\/participant\/\d+$/);
    await waitForText(page, "Kept by its owner");
    await expectAccessible();
    const artwork = Number(/\d+$/.exec(page.url())?.[0]);
    const picture = await main(page)
      .getByRole("img", { name: "Artwork 1 of Paid Seats" })
      .getAttribute("src");

    // Days later.
    await open("/my/settings");
    await button(page, "Link the demo wallet").click();
    await waitForText(page, /has been linked\.$/);
    await open("/my/art");
    await waitForText(page, "Kept for you");
    await button(page, /^Send to a wallet/).click();
    const dialog = page.getByRole("alertdialog", { name: /^Send .*Paid Seats.* to a wallet$/ });
    await dialog.getByRole("radio", { name: /Linked to your account|Connected/ }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    // The page polls until the token is minted.
    await expect(main(page).getByText(/Kept for you|On its way/)).toHaveCount(0, backgroundTimeout);

    const { wallets } = await callApi<{ wallets: { address: string }[] }>(
      program.url,
      "GET",
      "my/wallets",
      undefined,
      token,
    );
    const { rows } = await sql<{ contract_address: string }>`
      select contract_address from campaign where id = ${paid.experience.id}`.execute(program.db);
    const collection = readCollection(program.url, rows[0]?.contract_address ?? "");
    expect(await collection.ownerOf(artwork)).toBe(wallets[0]?.address);
    expect(await collection.supply()).toBe(1);
    await open(`/experiences/${paid.experience.pretty_id}/participant/${artwork}`);
    await expect(main(page).getByRole("img", { name: "Artwork 1 of Paid Seats" })).toHaveAttribute(
      "src",
      picture ?? "",
    );
  });

  test("types an address, and a mistake is shown on its field", async () => {
    const fan = await createPerson(program.url);
    const artwork = await keepArtwork(await createToken(program.url, fan));
    const { page, open, expectAccessible } = await visitAs(fan, {
      url: program.url,
      screen: desktop,
      allowed: [/400/, /404/],
    });
    await open("/my/art");
    await button(page, /^Send to a wallet/).press("Enter");
    const dialog = page.getByRole("alertdialog");
    const field = dialog.getByLabel("Wallet address");
    await field.fill("0x12");
    await field.press("Enter");
    await dialog.getByText("Enter a wallet address: 0x followed by 40 hexadecimal characters.").waitFor();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("0x12");
    await expectAccessible();
    await field.fill(`0x${"5d".repeat(20)}`);
    await field.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => readState(artwork), backgroundTimeout).toBe("MINTED");
  });

  test("confirms a code in the artwork by logging in", async () => {
    const fan = await createPerson(program.url);
    const artwork = await keepArtwork(await createToken(program.url, fan));
    const { rows } = await sql<{ id: number }>`
      select id from component where campaign_id = ${free.experience.id} and component_type = 'QR_CODE'`.execute(
      program.db,
    );
    const { page, open, expectAccessible } = await startVisit(phone, [/404/], program.url);
    await page.route(`${backstage}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Backstage</title><h1>Backstage</h1>" }),
    );
    await open(`/qr/redirect?c=${rows[0]?.id}&s=${free.song}&n=${artwork}`);
    await waitForText(page, /This artwork is kept for its owner/);
    await expectAccessible();
    await main(page).getByRole("link", { name: "Log in" }).click();
    await logIn(page, fan);
    await button(page, "Continue").click();
    await page.waitForURL(backstage);
  });

  test("is warned before leaving the account", async () => {
    const fan = await createPerson(program.url);
    await keepArtwork(await createToken(program.url, fan));
    const { page, open, expectAccessible } = await visitAs(fan, { url: program.url, allowed: [/404/] });
    await open("/my/settings");
    await button(page, "Delete my account").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("You’ll lose 1 artwork that we keep for you").waitFor();
    await expectAccessible();
    await dialog.getByRole("link", { name: "Send to a wallet first" }).click();
    await page.waitForURL(/\/my\/art$/);
  });
});
