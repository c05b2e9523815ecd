import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Database, sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import type { Visit } from "../harness/visit.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startIsolatedProgram();
});
afterAll(() => program.close());

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };

/** Wraps that are public without audio answer 404 to the player. */
const visitAsPublisher = (
  publisher: Publisher,
  { allowed = [], ...options }: VisitOptions = {},
): Promise<Visit> => visitAs(publisher, { url: program.url, allowed: [/404/, ...allowed], ...options });

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const radio = (page: Page, name: string | RegExp) => main(page).getByRole("radio", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

/** Creates a public wrap of a publisher. */
async function createPublicWrap(publisher: Publisher, name = "Salt Meridian"): Promise<Draft> {
  const song = await createDraft(program.url, publisher, { name });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  return song;
}

type Token = {
  state: string;
  metadata_uri: string | null;
  contract_address: string | null;
  plan: { used: number };
};
const fetchToken = ({ token }: Publisher, { id }: Draft) =>
  callApi<Token>(program.url, "GET", `my/song/${id}/nft`, undefined, token);
const fetchJson = async (path: string) => (await fetch(`${program.url}${path}`)).json();

/** Takes the advisory lock of the local chain while `run` runs, so that no transaction is sent. */
async function withChainLocked(db: Database, run: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtextextended('chain LOCAL', 0))`.execute(connection);
    try {
      await run();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('chain LOCAL', 0))`.execute(connection);
    }
  });
  await sql`select graphile_worker.add_job('work-on-chain', '{"network":"LOCAL"}')`.execute(db);
}

/** Issues the token of a wrap to a publisher without a wallet. */
async function mintInCustody(publisher: Publisher, song: Draft): Promise<void> {
  await callApi(program.url, "POST", `song/${song.id}/nft`, { mintOn: "LOCAL" }, publisher.token);
  await expect.poll(async () => (await fetchToken(publisher, song)).state, backgroundTimeout).toBe("MINTED");
}

let wallets = 0;
/** Links wallets to an account. Returns their addresses, first linked first. */
async function linkWallets({ email }: Publisher, count: number): Promise<[string, string]> {
  const addresses = Array.from(
    { length: count },
    () => `0x${(0xfade00 + ++wallets).toString(16).padStart(40, "0")}`,
  );
  for (const address of addresses)
    await sql`insert into wallet (address, account_id, linked_at)
      select ${address}, id, clock_timestamp() from account where email = ${email}`.execute(program.db);
  const [first = "", second = ""] = addresses;
  return [first, second];
}

/** Confirms the terms. */
async function issueToken(page: Page, name = "Issue wNFT"): Promise<void> {
  await button(page, name).click();
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

describe("the wNFT of a wrap", () => {
  test("is offered in the list of wraps, with the networks and wallets that it needs", async () => {
    const publisher = await createPublisher(program.url);
    await createPublicWrap(publisher);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open("/my/wraps");
    await link(page, "Issue wNFT: Salt Meridian").click();
    await page.waitForURL(/\/my\/wrap\/\d+\/wnft$/);
    await waitForText(page, "You have no linked wallet");
    await expectAccessible();

    // An unreachable network is shown disabled, with the reason.
    for (const name of ["Linea", "Polygon", "Ethereum"]) await expect(radio(page, name)).toBeDisabled();
    await waitForText(page, "Not connected.");
    await expect(radio(page, "Local test chain")).toBeChecked();
    await expect(radio(page, "On our servers (editable)")).toBeChecked();
    await waitForText(page, "No external IPFS node is connected");
    await expect(link(page, "Bulk import")).toHaveAttribute("href", "/create/bulk");
    const stops = await tabThroughPage(page);
    expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  });

  test("is issued by a button, awaited, and then public", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open(`/my/wrap/${song.id}/wnft`);
    await withChainLocked(program.db, async () => {
      await button(page, "Issue wNFT").click();
      const terms = page.getByRole("alertdialog", { name: "Issue the wNFT of “Salt Meridian”?" });
      await terms.getByText("This site holds it for you").waitFor();
      await terms.getByText("It’s the only wNFT in your plan.").waitFor();
      await expectAccessible();
      await page.keyboard.press("Escape");
      await terms.waitFor({ state: "detached" });
      await issueToken(page);
      await waitForText(page, "Minting in progress...");
      await waitForText(page, "Minting on Local test chain in progress.");
      await expect(button(page, "Issue wNFT")).toHaveCount(0);
      await expectAccessible();
      const manage = await page.context().newPage();
      await manage.goto(`${program.url}/my/wrap/${song.id}`);
      await button(manage, "Minting in progress...").waitFor();
      await expect(button(manage, "Minting in progress...")).toBeDisabled();
      await manage.goto(`${program.url}/wrap/${song.pretty_id}`);
      await waitForText(manage, "Minting has been requested.");
      await expect(link(manage, /blockchain explorer/)).toHaveCount(0);
      await manage.close();
    });
    // The page updates without a reload.
    await main(page).getByText("wNFT has already been issued for this wrap.").waitFor(backgroundTimeout);
    await waitForText(page, "Minted");
    await waitForText(page, "This site holds the token for you.");
    await expectAccessible();
    expect(await fetchJson(`/metadata/wraps/${song.id}`)).toMatchObject({ name: "Salt Meridian" });

    await link(page, "Manage wrap").click();
    await page.waitForURL(/\/my\/wrap\/\d+$/);
    await waitForText(page, "Minted");
    await link(page, "View wNFT").waitFor();
    await expectAccessible();
    await open(`/wrap/${song.pretty_id}`);
    await waitForText(page, "Minted");
    await waitForText(page, "This token is on a local test chain");
    await expectAccessible();
  });

  test("is limited to one on the free plan, and the page leads to Premium", async () => {
    const publisher = await createPublisher(program.url);
    const [first, second] = [
      await createPublicWrap(publisher, "First"),
      await createPublicWrap(publisher, "Second"),
    ];
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, {
      screen: phone,
      allowed: [/403/],
    });
    await open(`/my/wrap/${second.id}/wnft`);
    await button(page, "Issue wNFT").waitFor();
    // Meanwhile, in another tab.
    await callApi(program.url, "POST", `song/${first.id}/nft`, { mintOn: "LOCAL" }, publisher.token);
    await issueToken(page);
    await waitForText(page, "You’ve reached your plan’s wNFT limit");
    await waitForText(
      page,
      "The Free plan includes one wNFT, and you’ve issued 1. Premium includes wNFTs for all your songs.",
    );
    await expect(link(page, "Upgrade to Premium")).toHaveAttribute("href", "/my/subscription");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible();
    expect((await fetchToken(publisher, second)).state).toBe("NONE");
  });

  test("with metadata on IPFS keeps its original content, also in Spanish", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Long Division");
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open(`/my/wrap/${song.id}/wnft`);
    await page.getByRole("contentinfo").getByText("Español").click();
    await main(page).getByRole("heading", { level: 1, name: "Emitir wNFT" }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await radio(page, "En IPFS (no editable)").check();
    await issueToken(page, "Emitir wNFT");
    await main(page).getByText("Ya se ha emitido el wNFT de este wrap.").waitFor(backgroundTimeout);
    const uri = (await fetchToken(publisher, song)).metadata_uri ?? "";
    const path = await link(page, uri).getAttribute("href");
    expect(path).toBe(uri.replace("ipfs://", "/ipfs/"));
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const metadata = (await fetchJson(path ?? "")) as { name: string; image: string };
    expect(metadata.name).toBe("Long Division");
    const picture = await fetch(`${program.url}${metadata.image.replace("ipfs://", "/ipfs/")}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  test("requires a public wrap, and explains why it could not be issued", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher, { name: "Unbroken".repeat(12) });
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open(`/my/wrap/${song.id}/wnft`);
    await waitForText(page, "This wrap isn’t public yet");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    // The state after the chain rejected the transaction.
    await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
    await sql`
      insert into wrap_token (song_id, network, state, owner, in_custody, use_ipfs, problem, asked_at)
      values (${song.id}, 'LOCAL', 'FAILED', '0x', true, false, 'The receiver’s address cannot hold tokens.', now())`.execute(
      program.db,
    );
    await open(`/my/wrap/${song.id}`);
    await waitForText(page, "The wNFT couldn’t be issued.");
    await link(page, "Issue wNFT").click();
    await waitForText(page, "The receiver’s address cannot hold tokens.");
    await button(page, "Issue wNFT").waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  test("can be retried with the same choice after a network failure", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Harbour Light");
    const { page, open } = await visitAsPublisher(publisher, {
      screen: desktop,
      allowed: [/ERR_INTERNET_DISCONNECTED/],
    });
    await open(`/my/wrap/${song.id}/wnft`);
    await radio(page, "On IPFS (not editable)").check();
    await page.context().setOffline(true);
    await issueToken(page);
    await main(page).getByRole("alert").waitFor();
    await expect(radio(page, "On IPFS (not editable)")).toBeChecked();
    await page.context().setOffline(false);
    await page.reload();
    await waitForText(page, /^Draft restored/);
    await expect(radio(page, "On IPFS (not editable)")).toBeChecked();
    await issueToken(page);
    await main(page).getByText("wNFT has already been issued for this wrap.").waitFor(backgroundTimeout);
    const other = await createPublisher(program.url);
    const stranger = await visitAsPublisher(other);
    await stranger.open(`/my/wrap/${song.id}/wnft`);
    await waitForText(stranger.page, "Wrap not found");
  });

  test("in custody is transferred to a wallet that was linked later", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Low Water");
    // 400: the wallet is unlinked while the dialog is open.
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { allowed: [/400/] });
    await mintInCustody(publisher, song);
    await open(`/my/wrap/${song.id}/wnft`);
    await waitForText(page, "This site holds the token for you.");
    await waitForText(page, "Link a wallet that works on Local test chain to receive the token yourself.");
    await expect(link(page, "Link a wallet")).toHaveAttribute("href", "/my/settings");
    await expectAccessible();

    const [first, second] = await linkWallets(publisher, 2);
    await open(`/my/wrap/${song.id}/wnft`);
    await button(page, "Transfer to your wallet").click();
    const dialog = page.getByRole("alertdialog", {
      name: "Transfer the wNFT of “Low Water” to your wallet?",
    });
    await dialog.getByText("It stays on Local test chain.").waitFor();
    await dialog.getByText(first, { exact: true }).waitFor();
    await dialog.getByText("This can’t be undone.").waitFor();
    await expectAccessible();
    await dialog.getByRole("combobox", { name: "Receiving wallet" }).selectOption(second);
    await dialog.getByText(second, { exact: true }).waitFor();
    // Unlinked in another tab meanwhile.
    await sql`delete from wallet where address = ${second}`.execute(program.db);
    await withChainLocked(program.db, async () => {
      await dialog.getByRole("button", { name: "Transfer wNFT" }).click();
      await dialog.getByText("This wallet isn’t linked to your account on this network any more.").waitFor();
      await dialog.getByRole("combobox").selectOption(first);
      await dialog.getByRole("button", { name: "Transfer wNFT" }).click();
      await waitForText(page, "Transferring to your wallet...");
      await waitForText(page, "Transferring on Local test chain.");
      await expect(button(page, "Transfer to your wallet")).toHaveCount(0);
      await expectAccessible();
    });
    await main(page).getByText("The wNFT is in your wallet.").waitFor(backgroundTimeout);
    await waitForText(page, "The token went to your wallet.");
    await expect(main(page).getByRole("listitem").filter({ hasText: "Transferred" })).toHaveCount(1);
    await expectAccessible();
  });

  test("is transferred by keyboard on a phone, after a contract refused it", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Low Water");
    await mintInCustody(publisher, song);
    await linkWallets(publisher, 1);
    // As after a contract refused the token.
    await sql`
      insert into wrap_token_transfer (song_id, wallet, state, problem, requested_at, ended_at)
      values (${song.id}, ${`0x${"5c".repeat(20)}`}, 'FAILED', 'The receiver''s address cannot hold tokens.', now(), now())`.execute(
      program.db,
    );
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open(`/my/wrap/${song.id}/wnft`);
    await waitForText(page, "This site still holds it for you.");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Transfer to your wallet").focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await main(page).getByText("The wNFT is in your wallet.").waitFor(backgroundTimeout);
    await expect(main(page).getByRole("listitem").filter({ hasText: "Failed" })).toHaveCount(1);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});
