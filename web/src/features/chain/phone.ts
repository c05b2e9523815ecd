/** Where MetaMask's app opens an address in its own browser, in which there is a wallet. The address goes without its scheme. */
const appBrowser = "https://link.metamask.io/dapp/";

/** On a phone: the link that opens this very page in the wallet app. Undefined elsewhere: there, wallets are extensions. */
export function walletAppLink(): string | undefined {
  if (!/Android|iPhone|iPad|iPod/i.test(navigator.userAgent)) return undefined;
  const { host, pathname, search } = window.location;
  return `${appBrowser}${host}${pathname}${search}`;
}
