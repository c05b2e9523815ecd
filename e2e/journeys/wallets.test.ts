import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { pauseTimers } from "../harness/interception.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson, type Person } from "../harness/people.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";
import { type InjectedWallet, injectWallet } from "../harness/wallet.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

type VisitOptions = { person?: Person; screen?: Screen; allowed?: readonly RegExp[] };

/** Opens the wallet settings of a new person with the wallet that `put` injects. */
async function openSettings(
  { person, screen = desktop, allowed = [] }: VisitOptions,
  put: (page: Page) => Promise<InjectedWallet> = (page) => injectWallet(page, { url: program.url }),
) {
  const visited = await visitAs(person ?? (await createPerson(program.url)), {
    url: program.url,
    screen,
    allowed,
  });
  const wallet = await put(visited.page);
  await visited.open("/my/settings");
  await section(visited.page).getByRole("button").first().waitFor();
  return { ...visited, wallet };
}

const section = (page: Page) =>
  page
    .getByRole("main")
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: /^(Wallets|Carteras)$/ }) });
const rows = (page: Page) => section(page).getByRole("listitem").filter({ hasText: "Linked on" });
const link = (page: Page, name = "Link Journey Wallet") =>
  section(page).getByRole("button", { name, exact: true }).click();
const waitForText = (page: Page, text: string | RegExp) => section(page).getByText(text).waitFor();

const fetchLinkedWallets = async (token: string) =>
  (
    await callApi<{ wallets: { address: string }[] }>(program.url, "GET", "my/wallets", undefined, token)
  ).wallets.map(({ address }) => address);

describe("a browser wallet", () => {
  test.each<[string, Screen]>([
    ["a phone", phone],
    ["a desktop", desktop],
  ])("is linked by its signature on %s, and nothing changes if its owner declines", async (_, screen) => {
    const { page, token, wallet, expectAccessible } = await openSettings({ screen });
    await waitForText(page, "No wallets linked yet.");
    await expectAccessible();
    wallet.rejectRequests("eth_requestAccounts");
    await link(page);
    await waitForText(page, "You rejected the request in Journey Wallet. Nothing has changed.");
    await expectAccessible();
    wallet.rejectRequests("personal_sign");
    await link(page);
    await expect.poll(() => wallet.requests.at(-1)).toBe("personal_sign");
    await waitForText(page, "You rejected the request in Journey Wallet. Nothing has changed.");
    expect(await fetchLinkedWallets(token)).toEqual([]);
    wallet.acceptRequests();
    await link(page);
    await waitForText(page, /has been linked\.$/);
    expect(await fetchLinkedWallets(token)).toEqual(wallet.addresses);
    await expect(rows(page)).toHaveCount(1);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
  });

  test("with a pending request is reported as already open", async () => {
    const { page, wallet } = await openSettings({}, (own) =>
      injectWallet(own, { url: program.url, legacy: true }),
    );
    wallet.leavePending();
    await link(page, "Link Browser wallet");
    await waitForText(page, /^Browser wallet has a pending request\./);
    wallet.acceptRequests();
    await link(page, "Link Browser wallet");
    await waitForText(page, /has been linked\.$/);
  });

  test("without an account is reported", async () => {
    const { page } = await openSettings({}, (own) => injectWallet(own, { url: program.url, accounts: 0 }));
    await link(page);
    await waitForText(page, "We could not load your wallet accounts.");
  });

  test("on the wrong network is switched to a supported one if its owner agrees", async () => {
    const { page, token, wallet, expectAccessible } = await openSettings({}, (own) =>
      injectWallet(own, { url: program.url, chainId: 1 }),
    );
    await link(page);
    await waitForText(page, "Journey Wallet is on an unsupported network.");
    await expectAccessible();
    expect(wallet.requests).not.toContain("personal_sign");
    wallet.rejectRequests("wallet_switchEthereumChain");
    await link(page, "Switch to Local test chain");
    await waitForText(page, "You rejected the request in Journey Wallet. Nothing has changed.");
    expect(wallet.chainId()).toBe(1);
    wallet.acceptRequests();
    // The button to switch is still offered.
    await link(page, "Switch to Local test chain");
    await waitForText(page, /has been linked\.$/);
    expect(wallet.chainId()).toBe(31_337);
    expect(await fetchLinkedWallets(token)).toEqual(wallet.addresses);
  });

  test("is not asked to sign before the supported networks are known", async () => {
    const released = Promise.withResolvers<void>();
    const { page, wallet } = await openSettings({}, async (own) => {
      await own.route("**/api/v1/chain/networks", async (route) => {
        await released.promise;
        await route.continue();
      });
      return injectWallet(own, { url: program.url, chainId: 1 });
    });
    await link(page);
    await expect.poll(() => wallet.requests).toEqual(["eth_requestAccounts"]);
    released.resolve();
    await waitForText(page, "Journey Wallet is on an unsupported network.");
    expect(wallet.requests).toEqual(["eth_requestAccounts"]);
  });

  test("adds an unknown network first", async () => {
    const { page, wallet } = await openSettings({}, (own) =>
      injectWallet(own, { url: program.url, chainId: 1, knownChainIds: [] }),
    );
    await link(page);
    await link(page, "Switch to Local test chain");
    await waitForText(page, /has been linked\.$/);
    expect(wallet.requests.filter((method) => method.startsWith("wallet_"))).toEqual([
      ...["wallet_switchEthereumChain", "wallet_addEthereumChain", "wallet_switchEthereumChain"],
    ]);
    expect(wallet.chainId()).toBe(31_337);
  });

  test("with several accounts is linked account by account, starting with the one in use", async () => {
    const { page, token, wallet } = await openSettings({}, (own) =>
      injectWallet(own, { url: program.url, accounts: 2 }),
    );
    const [first = "", second = ""] = wallet.addresses;
    await wallet.switchAccount(1);
    await link(page);
    await rows(page).first().waitFor();
    expect(await fetchLinkedWallets(token)).toEqual([second]);
    await link(page);
    await rows(page).nth(1).waitFor();
    expect(await fetchLinkedWallets(token)).toEqual([second, first]);
    await link(page);
    await waitForText(page, /^The account selected in Journey Wallet is already linked\./);
    expect(wallet.requests.filter((method) => method === "personal_sign")).toHaveLength(2);
  });

  test("is not linked by a signature of another account", async () => {
    const { page, token } = await openSettings({ allowed: [/400/] });
    const other = `0x${"12".repeat(65)}`;
    await page.route("**/api/v1/my/wallets", (route) => {
      const sent: unknown = route.request().postDataJSON();
      if (route.request().method() !== "POST" || typeof sent !== "object") return route.continue();
      return route.continue({ postData: JSON.stringify({ ...sent, signature: other }) });
    });
    await link(page);
    await waitForText(page, "The signature doesn’t match this wallet.");
    await page.unroute("**/api/v1/my/wallets");
    await link(page);
    await waitForText(page, /has been linked\.$/);
    expect(await fetchLinkedWallets(token)).toHaveLength(1);
  });

  test("is not linked while the network is down, and is afterwards", async () => {
    const { page } = await openSettings({ allowed: [/503/] });
    await page.route("**/api/v1/my/wallets", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, json: { success: false, code: "E0037", message: "", errors: [] } })
        : route.continue(),
    );
    await link(page);
    await waitForText(page, "The network isn’t responding. Please try again.");
    await page.unroute("**/api/v1/my/wallets");
    await link(page);
    await waitForText(page, /has been linked\.$/);
  });
});

describe("the demo wallet", () => {
  test("is labelled as worthless, can be linked, and stays in its browser", async () => {
    const { page, token, open } = await openSettings({});
    await waitForText(page, "A demo wallet stored in this browser. It holds nothing of value.");
    await link(page, "Link the demo wallet");
    await waitForText(page, /has been linked\.$/);
    const [address] = await fetchLinkedWallets(token);
    expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    await open("/my/settings");
    await link(page, "Link the demo wallet");
    await waitForText(page, /^The account selected in Demo wallet is already linked\./);
    expect(await fetchLinkedWallets(token)).toEqual([address]);
  });

  test("is not offered if the program has no local chain", async () => {
    const none = { success: true, body: { networks: [] } };
    const { page, expectAccessible } = await openWithoutWallet(desktop, (own) =>
      own.route("**/api/v1/chain/networks", (route) => route.fulfill({ json: none })),
    );
    await waitForText(page, "No wallet found in this browser.");
    await expectAccessible();
  });
});

/** Opens a page in a browser without a wallet. */
async function openWithoutWallet(screen: Screen, before: (page: Page) => Promise<unknown>) {
  const visited = await visitAs(await createPerson(program.url), { url: program.url, screen });
  await before(visited.page);
  await visited.open("/my/settings");
  await waitForText(visited.page, "No wallets linked yet.");
  return visited;
}

test("a phone without a wallet is offered the wallet app's browser", async () => {
  const { page, expectAccessible } = await openWithoutWallet(phone, (own) =>
    own.addInitScript(() =>
      Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)" }),
    ),
  );
  await waitForText(page, /^This browser has no wallet\./);
  await expectAccessible();
  const app = section(page).getByRole("link", { name: "Open in wallet app" });
  await expect(app).toHaveAttribute(
    "href",
    `https://link.metamask.io/dapp/${new URL(program.url).host}/my/settings`,
  );
});

describe("a linked wallet", () => {
  test("can be copied, and unlinked after a confirmation that can be cancelled", async () => {
    const { page, token, wallet, expectAccessible } = await openSettings({});
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await link(page);
    await rows(page).first().waitFor();
    // The toast disappears after some seconds.
    await pauseTimers(page, 4_000);
    await rows(page)
      .getByRole("button", { name: /^Copy 0x/ })
      .click();
    await waitForText(page, /^0x\S* copied$/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.addresses[0]);

    const unlink = rows(page).getByRole("button", { name: /^Unlink/ });
    const dialog = page.getByRole("alertdialog");
    await unlink.click();
    await dialog.getByText(/^Its tokens will no longer appear in your account\./).waitFor();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await fetchLinkedWallets(token)).toEqual(wallet.addresses);
    await unlink.click();
    await dialog.getByRole("button", { name: "Unlink" }).click();
    await waitForText(page, /has been unlinked\.$/);
    await waitForText(page, "No wallets linked yet.");
    expect(await fetchLinkedWallets(token)).toEqual([]);
    const list = section(page).getByRole("list", { name: "Wallets" });
    await expect(list).toBeFocused();
  });

  test("belongs to the last account that proves ownership", async () => {
    const first = await openSettings({});
    await link(first.page);
    await rows(first.page).first().waitFor();
    const key = first.wallet.keys[0];
    const second = await openSettings({}, (page) =>
      injectWallet(page, { url: program.url, accounts: key === undefined ? [] : [key] }),
    );
    await link(second.page);
    await rows(second.page).first().waitFor();
    expect(await fetchLinkedWallets(second.token)).toEqual(first.wallet.addresses);
    expect(await fetchLinkedWallets(first.token)).toEqual([]);
    await first.open("/my/settings");
    await waitForText(first.page, "No wallets linked yet.");
  });

  test("can be listed again after a failure to load", async () => {
    const visited = await visitAs(await createPerson(program.url), { url: program.url, allowed: [/500/] });
    const { page } = visited;
    await page.route("**/api/v1/my/wallets", (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await visited.open("/my/settings");
    await section(page)
      .getByText(/we are having problems communicating/)
      .waitFor();
    await page.unroute("**/api/v1/my/wallets");
    await section(page).getByRole("button", { name: "Try again" }).click();
    await waitForText(page, "No wallets linked yet.");
  });
});

test("wallets are linked by keyboard, with every focus stop visible, and in Spanish", async () => {
  const { page, open, token, wallet, expectAccessible } = await openSettings({
    screen: { ...desktop, locale: "es-ES" },
  });
  await section(page).getByText("Aún no hay carteras vinculadas.").waitFor();
  await section(page).getByRole("button", { name: "Vincular Journey Wallet" }).focus();
  await page.keyboard.press("Enter");
  await section(page)
    .getByText(/^Se ha vinculado /)
    .waitFor();
  expect(await fetchLinkedWallets(token)).toEqual(wallet.addresses);
  await open("/my/settings");
  await section(page)
    .getByText(/^Vinculada el/)
    .waitFor();
  await expectAccessible();
  const stops = await tabThroughPage(page);
  expect(stops.map(({ name }) => name.trim())).toEqual(
    expect.arrayContaining(["Vincular Journey Wallet", "Vincular la cartera de prueba"]),
  );
  expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
});

describe("the choice of a wallet for an artwork", () => {
  const choice = (page: Page) => page.getByRole("main").locator("fieldset").first();
  const chosen = (page: Page) => choice(page).getByRole("radio", { checked: true });
  const pressButton = (page: Page, name: string) =>
    page.getByRole("main").getByRole("button", { name }).click();

  /** Opens a free experience of the demo catalogue on the local chain. */
  async function openChoice(before: (page: Page, url: string) => Promise<unknown>) {
    const url = inject("siteUrl");
    const visited = await visitAs(await createPerson(url), { url, screen: phone });
    await before(visited.page, url);
    await visited.open("/experiences/kitchen-radio/participate");
    await choice(visited.page).getByRole("radio").first().waitFor();
    return visited;
  }

  test("selects the account that was just connected, and follows it to another one", async () => {
    const wallets: InjectedWallet[] = [];
    const { page, expectAccessible } = await openChoice(async (own, url) => {
      wallets.push(await injectWallet(own, { url, accounts: 2 }));
    });
    const [wallet] = wallets;
    if (wallet === undefined) throw new Error("There is no wallet.");
    await choice(page).getByRole("textbox", { name: "Wallet address" }).waitFor();
    wallet.rejectRequests();
    await pressButton(page, "Connect Journey Wallet");
    await page.getByText("You rejected the request in Journey Wallet. Nothing has changed.").waitFor();
    wallet.acceptRequests();
    await pressButton(page, "Connect Journey Wallet");
    await choice(page).getByText("Connected: Journey Wallet").first().waitFor();
    const [first = "", second = ""] = wallet.addresses;
    await expect(chosen(page).locator("..")).toContainText(first);
    await expect(chosen(page)).toBeFocused();
    await expectAccessible();
    await wallet.switchAccount(1);
    await expect(chosen(page).locator("..")).toContainText(second);
    // By keyboard: the wallet's other account, then a typed address.
    await chosen(page).focus();
    await page.keyboard.press("ArrowDown");
    await expect(chosen(page).locator("..")).toContainText(first);
    await page.keyboard.press("ArrowDown");
    await choice(page).getByRole("textbox", { name: "Wallet address" }).fill("0x12");
    await page.reload();
    // The wallet is remembered and shows its accounts without asking.
    await choice(page).getByText("Connected: Journey Wallet").first().waitFor();
    expect(wallet.requests.filter((method) => method === "eth_requestAccounts")).toHaveLength(2);
    await wallet.lock();
    await page.getByRole("button", { name: "Connect Journey Wallet" }).waitFor();
    await choice(page).getByRole("textbox", { name: "Wallet address" }).waitFor();
  });

  test("reports a wallet on another network, and switches it on request", async () => {
    const wallets: InjectedWallet[] = [];
    const { page, expectAccessible } = await openChoice(async (own, url) => {
      wallets.push(await injectWallet(own, { url, chainId: 1, knownChainIds: [] }));
    });
    const [wallet] = wallets;
    if (wallet === undefined) throw new Error("There is no wallet.");
    await pressButton(page, "Connect Journey Wallet");
    const warning = page.getByText(
      "Journey Wallet is on Ethereum, but this experience is on Local test chain.",
    );
    await warning.waitFor();
    await expectAccessible();
    wallet.rejectRequests("wallet_switchEthereumChain");
    await pressButton(page, "Switch to Local test chain");
    await page.getByText("You rejected the request in Journey Wallet. Nothing has changed.").waitFor();
    // Joining remains possible.
    const [address = "no address"] = wallet.addresses;
    await expect(chosen(page).locator("..")).toContainText(address);
    wallet.acceptRequests();
    await pressButton(page, "Switch to Local test chain");
    await warning.waitFor({ state: "detached" });
    expect(wallet.chainId()).toBe(31_337);
    await wallet.switchChain(424_242);
    await page.getByText("Journey Wallet is on another network (chain ID 424242)").waitFor();
  });

  test("forgets a disconnected wallet", async () => {
    const { page } = await openChoice(async () => undefined);
    await pressButton(page, "Use the demo wallet");
    await choice(page).getByText("Connected: Demo wallet").waitFor();
    await pressButton(page, "Disconnect Demo wallet");
    await page.getByRole("button", { name: "Use the demo wallet" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Use the demo wallet" }).waitFor();
    await expect(choice(page).getByText("Connected: Demo wallet")).toHaveCount(0);
  });
});
