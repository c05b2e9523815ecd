import type { Page } from "playwright-core";
import { describe, inject, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { pauseCall } from "../../harness/interception.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";
import { injectWallet } from "../../harness/wallet.ts";

const program = openSharedProgram();

const section = (page: Page) =>
  page
    .getByRole("main")
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: "Wallets" }) });
const rows = (page: Page) => section(page).getByRole("listitem").filter({ hasText: "Linked on" });
const button = (page: Page, name: string | RegExp) => section(page).getByRole("button", { name });
const link = (page: Page, name = "Link Journey Wallet") => button(page, name).click();
const waitForText = (page: Page, text: string | RegExp) => section(page).getByText(text).waitFor();
const rejection = "You rejected the request in Journey Wallet. Nothing has changed.";

const fetchLinkedWallets = async (token: string) =>
  (
    await callApi<{ wallets: { address: string }[] }>(program.url, "GET", "my/wallets", undefined, token)
  ).wallets.map(({ address }) => address);

describe("a browser wallet in the settings", () => {
  test("is linked account by account, on a supported network, and nothing changes while its owner rejects requests", async () => {
    const person = await createPerson(program.url);
    const { page, open, token } = await visitAs(person, { url: program.url, screen: phone });
    // The wallet knows only Ethereum.
    const wallet = await injectWallet(page, {
      url: program.url,
      accounts: 2,
      chainId: 1,
      knownChainIds: [],
    });
    const releaseNetworks = await pauseCall(page, "GET", "chain/networks");
    await open("/my/settings");
    await waitForText(page, "No wallets linked yet.");
    await wallet.switchAccount(1);
    wallet.rejectRequests("eth_requestAccounts");
    await link(page);
    await waitForText(page, rejection);
    wallet.acceptRequests();
    await link(page);
    // Before the supported networks are known, nothing is signed.
    const connections = ["eth_requestAccounts", "eth_requestAccounts"];
    await expect.poll(() => wallet.requests).toEqual(connections);
    releaseNetworks();
    await waitForText(page, "Journey Wallet is on an unsupported network.");
    expect(wallet.requests).toEqual(connections);

    wallet.rejectRequests("wallet_switchEthereumChain");
    await link(page, "Switch to Local test chain");
    await waitForText(page, rejection);
    expect(wallet.chainId()).toBe(1);
    // The button to switch is still offered. The wallet adds the network first, because it does not know it.
    wallet.rejectRequests("personal_sign");
    await link(page, "Switch to Local test chain");
    await expect.poll(() => wallet.requests.at(-1)).toBe("personal_sign");
    await waitForText(page, rejection);
    expect(wallet.requests.filter((method) => method.startsWith("wallet_"))).toEqual([
      "wallet_switchEthereumChain",
      ...["wallet_switchEthereumChain", "wallet_addEthereumChain", "wallet_switchEthereumChain"],
    ]);
    expect(wallet.chainId()).toBe(31_337);
    expect(await fetchLinkedWallets(token)).toEqual([]);

    // The account in use comes first.
    wallet.acceptRequests();
    const [first = "", second = ""] = wallet.addresses;
    await link(page);
    await rows(page).first().waitFor();
    expect(await fetchLinkedWallets(token)).toEqual([second]);
    await link(page);
    await rows(page).nth(1).waitFor();
    expect(await fetchLinkedWallets(token)).toEqual([second, first]);
    await link(page);
    await waitForText(page, /^The account selected in Journey Wallet is already linked\./);
    expect(wallet.requests.filter((method) => method === "personal_sign")).toHaveLength(3);
    expect(await measureOverflow(page)).toBe(0);
  });

  test("of an older kind is linked by keyboard after failures, copied, and unlinked after a confirmation", async () => {
    const person = await createPerson(program.url);
    const { page, open, token } = await visitAs(person, { url: program.url, allowed: [/400/, /503/] });
    const wallet = await injectWallet(page, { url: program.url, legacy: true });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.route("**/api/v1/my/wallets", (route) =>
      route.fulfill({ status: 400, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await open("/my/settings");
    await button(page, "Try again").waitFor();
    await page.unroute("**/api/v1/my/wallets");
    await button(page, "Try again").click();
    await waitForText(page, "No wallets linked yet.");

    wallet.leavePending();
    await link(page, "Link Browser wallet");
    await waitForText(page, /^Browser wallet has a pending request\./);
    wallet.acceptRequests();
    await page.route("**/api/v1/my/wallets", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, json: { success: false, code: "E0037", message: "", errors: [] } })
        : route.continue(),
    );
    await link(page, "Link Browser wallet");
    await waitForText(page, "The network isn’t responding. Please try again.");
    await page.unroute("**/api/v1/my/wallets");
    await button(page, "Link Browser wallet").press("Enter");
    await waitForText(page, /has been linked\.$/);
    expect(await fetchLinkedWallets(token)).toEqual(wallet.addresses);

    await button(page, /^Copy 0x/).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.addresses[0]);
    const dialog = page.getByRole("alertdialog");
    await button(page, /^Unlink/).click();
    await dialog.getByText(/^Its tokens will no longer appear in your account\./).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await fetchLinkedWallets(token)).toEqual(wallet.addresses);
    await button(page, /^Unlink/).click();
    await dialog.getByRole("button", { name: "Unlink" }).click();
    await waitForText(page, /has been unlinked\.$/);
    await waitForText(page, "No wallets linked yet.");
    expect(await fetchLinkedWallets(token)).toEqual([]);
    await expect(section(page).getByRole("list", { name: "Wallets" })).toBeFocused();
  });
});

test("a phone without a wallet is offered the wallet app, and on a local chain the demo wallet, which stays in its browser", async () => {
  const { page, open, token, expectAccessible } = await visitAs(await createPerson(program.url), {
    url: program.url,
    screen: phone,
  });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)" }),
  );
  await page.route("**/api/v1/chain/networks", (route) =>
    route.fulfill({ json: { success: true, body: { networks: [] } } }),
  );
  await open("/my/settings");
  await waitForText(page, /^This browser has no wallet\./);
  await expect(section(page).getByRole("link", { name: "Open in wallet app" })).toHaveAttribute(
    "href",
    `https://link.metamask.io/dapp/${new URL(program.url).host}/my/settings?lang=en`,
  );
  await expect(button(page, "Link the demo wallet")).toHaveCount(0);

  await page.unroute("**/api/v1/chain/networks");
  await open("/my/settings");
  await waitForText(page, "A demo wallet stored in this browser. It holds nothing of value.");
  await waitForText(page, /^This browser has no wallet\./);
  await expectAccessible();
  await link(page, "Link the demo wallet");
  await waitForText(page, /has been linked\.$/);
  const linked = await fetchLinkedWallets(token);
  expect(linked).toEqual([expect.stringMatching(/^0x[0-9a-f]{40}$/)]);
  await open("/my/settings");
  await link(page, "Link the demo wallet");
  await waitForText(page, /^The account selected in Demo wallet is already linked\./);
  expect(await fetchLinkedWallets(token)).toEqual(linked);
});

test("the wallet for an artwork is chosen among connected accounts and a typed address, whatever its network", async () => {
  const url = inject("siteUrl");
  const visited = await visitAs(await createPerson(url), { url, screen: phone });
  const { page, open } = visited;
  const wallet = await injectWallet(page, { url, accounts: 2, chainId: 1, knownChainIds: [] });
  const choice = page.getByRole("main").locator("fieldset").first();
  const chosen = choice.getByRole("radio", { checked: true });
  const field = choice.getByRole("textbox", { name: "Wallet address" });
  const choose = (name: string) => page.getByRole("main").getByRole("button", { name });
  // A free experience of the demo catalogue on the local chain.
  await open("/experiences/kitchen-radio/participate");
  await chosen.waitFor();
  wallet.rejectRequests();
  await choose("Connect Journey Wallet").click();
  await page.getByText(rejection).waitFor();
  wallet.acceptRequests();
  await choose("Connect Journey Wallet").click();
  await choice.getByText("Connected: Journey Wallet").first().waitFor();
  const [first = "", second = ""] = wallet.addresses;
  await expect(chosen.locator("..")).toContainText(first);
  await expect(chosen).toBeFocused();

  const sentence = "Journey Wallet is on Ethereum, but this experience is on Local test chain.";
  await page.getByText(sentence).waitFor();
  wallet.rejectRequests("wallet_switchEthereumChain");
  await choose("Switch to Local test chain").click();
  await page.getByText(rejection).waitFor();
  // Joining remains possible.
  await expect(chosen.locator("..")).toContainText(first);
  wallet.acceptRequests();
  await choose("Switch to Local test chain").click();
  await page.getByText(sentence).waitFor({ state: "detached" });
  expect(wallet.chainId()).toBe(31_337);
  await wallet.switchChain(424_242);
  await page.getByText("Journey Wallet is on another network (chain ID 424242)").waitFor();

  await wallet.switchAccount(1);
  await expect(chosen.locator("..")).toContainText(second);
  // By keyboard: the wallet's other account, then a typed address.
  await chosen.focus();
  await page.keyboard.press("ArrowDown");
  await expect(chosen.locator("..")).toContainText(first);
  await page.keyboard.press("ArrowDown");
  await field.fill("0x12");
  await page.reload();
  // The wallet is remembered and shows its accounts without asking.
  await choice.getByText("Connected: Journey Wallet").first().waitFor();
  expect(wallet.requests.filter((method) => method === "eth_requestAccounts")).toHaveLength(2);
  await wallet.lock();
  await choose("Connect Journey Wallet").waitFor();
  await expect(chosen.locator("..")).toContainText("Keep it for me");

  // A disconnected wallet is forgotten.
  const demo = choice.getByRole("radio", { name: /^Use the demo wallet/ });
  await demo.click();
  await choice.getByText("Connected: Demo wallet").waitFor();
  await choose("Disconnect Demo wallet").click();
  await demo.waitFor();
  await page.reload();
  await demo.waitFor();
  await expect(choice.getByText("Connected: Demo wallet")).toHaveCount(0);
});
