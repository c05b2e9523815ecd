/** A wallet as a page reaches it (EIP-1193). What it answers is read as anything at all: wallets are not ours. */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
};

/**
 * Why a wallet did not do what it was asked for. DECLINED: its owner said no. PENDING: it still waits for an answer to something
 * earlier. NO_ACCOUNTS: it has none, or shows none to this site. UNKNOWN_NETWORK: it does not know the network. FAILED: anything else.
 */
export type Refusal = "DECLINED" | "PENDING" | "NO_ACCOUNTS" | "UNKNOWN_NETWORK" | "FAILED";

/** By the numbers of EIP-1193, EIP-1474 and EIP-3085. */
const refusals: Readonly<Record<number, Refusal>> = {
  4001: "DECLINED",
  4100: "NO_ACCOUNTS",
  4902: "UNKNOWN_NETWORK",
  [-32_002]: "PENDING",
};

export function refusalOf(error: unknown): Refusal {
  return numbersOf(error).flatMap((number) => refusals[number] ?? [])[0] ?? "FAILED";
}

/** The wallets of phones wrap what a node or an inner wallet said. */
function numbersOf(error: unknown): number[] {
  if (typeof error !== "object" || error === null) return [];
  const own = "code" in error && typeof error.code === "number" ? [error.code] : [];
  const data = "data" in error ? error.data : undefined;
  if (typeof data !== "object" || data === null || !("originalError" in data)) return own;
  return [...numbersOf(data.originalError), ...own];
}

/** The accounts that a wallet answers or tells of, the one in use first; addresses in lower case. */
export function readAccounts(response: unknown): string[] {
  if (!Array.isArray(response)) return [];
  const addresses = response.filter(
    (address): address is string => typeof address === "string" && isAddress(address),
  );
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}

/** The number of a chain, which wallets write in hexadecimal. */
export function readChainId(value: unknown): number | undefined {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}

export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The signature of a text by an account of the wallet (`personal_sign`), which the wallet shows its owner. */
export async function signText(provider: Provider, text: string, account: string): Promise<string> {
  const bytes = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0"));
  const signature = await provider.request({
    method: "personal_sign",
    params: [`0x${bytes.join("")}`, account],
  });
  if (typeof signature !== "string") throw new Error("The wallet answered no signature.");
  return signature;
}
