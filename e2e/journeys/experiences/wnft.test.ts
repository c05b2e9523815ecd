import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, link, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, linkWallet } from "../../harness/people.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import type { Visit } from "../../harness/visit.ts";
import { backgroundTimeout, measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };

/** Wraps that are public without audio answer 404 to the player. */
const visitAsPublisher = (
  publisher: Publisher,
  { allowed = [], ...options }: VisitOptions = {},
): Promise<Visit> => visitAs(publisher, { url: program.url, allowed: [/404/, ...allowed], ...options });

const radio = (page: Page, name: string | RegExp) => main(page).getByRole("radio", { name });

const makePublic = ({ id }: Draft) =>
  sql`update song set status = 'ACTIVE' where id = ${id}`.execute(program.db);

/** Creates a public wrap of a publisher. */
async function createPublicWrap(publisher: Publisher, name: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, { name });
  await makePublic(song);
  return song;
}

type Token = { state: string; metadata_uri: string | null };
const fetchToken = ({ token }: Publisher, { id }: Draft) =>
  callApi<Token>(program.url, "GET", `my/song/${id}/nft`, undefined, token);

const someAddress = `0x${"5c".repeat(20)}`;

/** Adds the token of a wrap as the site stores it, without a chain. */
async function addToken({ artist }: Publisher, { id }: Draft, state: string, problem?: string) {
  await sql`
    insert into wrap_token (song_id, account_id, network, state, owner, in_custody, use_ipfs, problem, asked_at)
    select ${id}, owner_id, 'LOCAL', ${state}, ${someAddress}, true, false, ${problem ?? null}, now()
    from artist where id = ${artist}`.execute(program.db);
}

/** Adds a transfer that ended or waits for the network. */
async function addTransfer({ id }: Draft, state: string, problem?: string) {
  await sql`
    insert into wrap_token_transfer (song_id, wallet, state, problem, requested_at)
    values (${id}, ${someAddress}, ${state}, ${problem ?? null}, now())`.execute(program.db);
}

describe("the wNFT of a wrap", () => {
  test("is issued into custody after a network failure, and transferred to a wallet that was linked later", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Low Water");
    // 400: the wallet is unlinked while the dialog is open.
    const { page, open, follow, expectAccessible } = await visitAsPublisher(publisher, {
      allowed: [/ERR_INTERNET_DISCONNECTED/, /400/],
    });
    await open("/my/wraps");
    await link(page, "Issue wNFT: Low Water").click();
    await page.waitForURL(/\/my\/wrap\/\d+\/wnft$/);
    await waitForText(page, "You have no linked wallet");
    // An unreachable network is shown disabled, with the reason.
    for (const name of ["Linea", "Polygon", "Ethereum"]) await expect(radio(page, name)).toBeDisabled();
    await waitForText(page, "Not connected.");
    await expect(radio(page, "Local test chain")).toBeChecked();
    await expect(radio(page, "On our servers (editable)")).toBeChecked();
    await radio(page, "On IPFS (not editable)").check();
    await waitForText(page, "No external IPFS node is connected");

    await page.context().setOffline(true);
    await button(page, "Issue wNFT").click();
    const terms = page.getByRole("alertdialog", { name: "Issue the wNFT of “Low Water”?" });
    await terms.getByText("This site holds it for you").waitFor();
    await terms.getByText("It’s the only wNFT in your plan.").waitFor();
    await terms.getByText("To receive resale royalties, link a wallet before you issue it.").waitFor();
    await expect(terms.getByLabel("Resale royalty")).toHaveCount(0);
    await expectAccessible();
    await terms.getByRole("button", { name: "Issue wNFT" }).click();
    await main(page).getByRole("alert").waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await waitForText(page, /^Draft restored/);
    await expect(radio(page, "On IPFS (not editable)")).toBeChecked();
    await button(page, "Issue wNFT").click();
    await terms.getByRole("button", { name: "Issue wNFT" }).click();
    // The page updates without a reload.
    await main(page).getByText("wNFT has already been issued for this wrap.").waitFor(backgroundTimeout);
    const uri = (await fetchToken(publisher, song)).metadata_uri ?? "";
    const fetchFixed = (address: string) => fetch(`${program.url}${address.replace("ipfs://", "/ipfs/")}`);
    await expect(link(page, uri)).toHaveAttribute("href", uri.replace("ipfs://", "/ipfs/"));
    const metadata = (await (await fetchFixed(uri)).json()) as { name: string; image: string };
    expect(metadata.name).toBe("Low Water");
    const picture = await fetchFixed(metadata.image);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    await waitForText(page, "This site holds the token for you.");
    await waitForText(page, "Link a wallet that works on Local test chain to receive the token yourself.");
    // As after a contract refused the token.
    await addTransfer(song, "FAILED", "The receiver's address cannot hold tokens.");
    const [first, second] = [await linkWallet(program, publisher), await linkWallet(program, publisher)];
    await open(`/my/wrap/${song.id}/wnft`);
    await waitForText(page, "This site still holds it for you.");
    await button(page, "Transfer to your wallet").press("Enter");
    const dialog = page.getByRole("alertdialog", {
      name: "Transfer the wNFT of “Low Water” to your wallet?",
    });
    await dialog.getByText("It stays on Local test chain.").waitFor();
    await dialog.getByText(first, { exact: true }).waitFor();
    await dialog.getByText("This can’t be undone.").waitFor();
    await dialog.getByRole("combobox", { name: "Receiving wallet" }).selectOption(second);
    await dialog.getByText(second, { exact: true }).waitFor();
    // Unlinked in another tab meanwhile.
    await sql`delete from wallet where address = ${second}`.execute(program.db);
    await dialog.getByRole("button", { name: "Transfer wNFT" }).press("Enter");
    await dialog.getByText("This wallet isn’t linked to your account on this network any more.").waitFor();
    await dialog.getByRole("combobox").selectOption(first);
    await dialog.getByRole("button", { name: "Transfer wNFT" }).press("Enter");
    await main(page).getByText("The wNFT is in your wallet.").waitFor(backgroundTimeout);
    await waitForText(page, "The token went to your wallet.");
    for (const outcome of ["Failed", "Transferred"])
      await expect(main(page).getByRole("listitem").filter({ hasText: outcome })).toHaveCount(1);
    await follow(`/wrap/${song.pretty_id}`);
    await waitForText(page, "Minted");
    await waitForText(page, "This token is on a local test chain");
  });

  test("requires a public wrap and a free place in the plan, takes a royalty, and is shown while the network confirms it", async () => {
    const publisher = await createPublisher(program.url);
    const wallet = await linkWallet(program, publisher);
    const song = await createDraft(program.url, publisher, { name: "Unbroken".repeat(12) });
    const other = await createPublicWrap(publisher, "Harbour Light");
    const { page, open, follow } = await visitAsPublisher(publisher, {
      screen: phone,
      allowed: [/403/],
    });
    await open(`/my/wrap/${song.id}/wnft`);
    await waitForText(page, "This wrap isn’t public yet");
    await makePublic(song);
    await addToken(publisher, song, "FAILED", "The receiver’s address cannot hold tokens.");
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, "The wNFT couldn’t be issued.");
    await link(page, "Issue wNFT").click();
    await waitForText(page, "The receiver’s address cannot hold tokens.");
    await button(page, "Issue wNFT").press("Enter");
    const terms = page.getByRole("alertdialog");
    const rate = terms.getByLabel("Resale royalty");
    await rate.fill("12");
    await terms.getByText(wallet).waitFor();
    await rate.press("Enter");
    await terms.getByText("Enter a rate from 0 to 10.").waitFor();
    await expect(rate).toBeFocused();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    // Another tab requested the only token of the plan.
    await addToken(publisher, other, "MINTING");
    await sql`update song set nft_hash = 'PENDING', nft_network = 'LOCAL' where id = ${other.id}`.execute(
      program.db,
    );
    await rate.fill("7.5");
    const requested = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/nft"),
    );
    await rate.press("Enter");
    expect(Number((await requested).postDataJSON().royalty_rate)).toBe(7.5);
    await waitForText(page, "You’ve reached your plan’s wNFT limit");
    await waitForText(
      page,
      "The Free plan includes one wNFT, and you’ve issued 1. Premium includes wNFTs for all your songs.",
    );
    await expect(link(page, "Upgrade to Premium")).toHaveAttribute("href", "/my/subscription");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect((await fetchToken(publisher, song)).state).toBe("FAILED");

    await follow(`/my/wrap/${other.id}`);
    await expect(button(page, "Minting in progress...")).toBeDisabled();
    await follow(`/wrap/${other.pretty_id}`);
    await waitForText(page, "Minting has been requested.");
    await expect(link(page, /blockchain explorer/)).toHaveCount(0);
    await sql`
      update song set nft_id = id::text, nft_hash = ${someAddress}, nft_confirmed = true where id = ${other.id}`.execute(
      program.db,
    );
    await addTransfer(other, "PENDING");
    await open(`/my/wrap/${other.id}/wnft`);
    await waitForText(page, "Transferring on Local test chain.");
    await expect(button(page, "Transfer to your wallet")).toHaveCount(0);
  });
});
