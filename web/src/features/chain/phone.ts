/** Deep link of the MetaMask app, which opens a page in its own browser. The URL follows without its scheme. */
const appBrowser = "https://link.metamask.io/dapp/";

/**
 * Returns a link that opens this page in the wallet app on phones; undefined elsewhere, where wallets are extensions.
 */
export function walletAppLink(): string | undefined {
  if (!/Android|iPhone|iPad|iPod/i.test(navigator.userAgent)) return undefined;
  const { host, pathname, search } = window.location;
  return `${appBrowser}${host}${pathname}${search}`;
}
