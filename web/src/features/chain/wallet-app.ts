/** Deep link of the MetaMask app, which opens a page in its own browser. The URL follows without its scheme. */
const appBrowser = "https://link.metamask.io/dapp/";

/** Returns true on phones, where wallets are apps. Elsewhere they are extensions. */
export function mayHaveWalletApp(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent);
}

/** Returns a link that opens a page in the wallet app, in the language in which it is shown: the app's browser has no cookie of it. */
export function walletAppLink(
  { host, pathname, search, hash }: Pick<Location, "host" | "pathname" | "search" | "hash">,
  language: string,
): string {
  const others = search.split(/[?&]/).filter((part) => part !== "" && !part.startsWith("lang="));
  return `${appBrowser}${host}${pathname}?${[...others, `lang=${language}`].join("&")}${hash}`;
}
