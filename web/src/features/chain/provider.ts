/** Wallet provider of EIP-1193. Responses are `unknown`, because wallets are third-party code. */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
};

/**
 * Why a wallet rejected a request. DECLINED: its owner declined. PENDING: an earlier request is still open.
 * NO_ACCOUNTS: it has no accounts, or exposes none to this site. UNKNOWN_NETWORK: the network is not configured in
 * it. FAILED: any other error.
 */
export type Refusal = "DECLINED" | "PENDING" | "NO_ACCOUNTS" | "UNKNOWN_NETWORK" | "FAILED";

/** Error codes of EIP-1193, EIP-1474 and EIP-3085. */
const refusals: Readonly<Record<number, Refusal>> = {
  4001: "DECLINED",
  4100: "NO_ACCOUNTS",
  4902: "UNKNOWN_NETWORK",
  [-32_002]: "PENDING",
};

export function refusalOf(error: unknown): Refusal {
  return numbersOf(error).flatMap((number) => refusals[number] ?? [])[0] ?? "FAILED";
}

/** Returns all error codes, because phone wallets wrap the error of a node or an inner wallet. */
function numbersOf(error: unknown): number[] {
  if (typeof error !== "object" || error === null) return [];
  const own = "code" in error && typeof error.code === "number" ? [error.code] : [];
  const data = "data" in error ? error.data : undefined;
  if (typeof data !== "object" || data === null || !("originalError" in data)) return own;
  return [...numbersOf(data.originalError), ...own];
}

/** Parses the accounts of a response or an event, the selected one first. Returns lower-case addresses. */
export function readAccounts(response: unknown): string[] {
  if (!Array.isArray(response)) return [];
  const addresses = response.filter(
    (address): address is string => typeof address === "string" && isAddress(address),
  );
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
}

/** Parses a chain id, which wallets write in hexadecimal. */
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

/** Requests the signature of a text by an account (`personal_sign`). The wallet shows the text to its owner. */
export async function signText(provider: Provider, text: string, account: string): Promise<string> {
  const bytes = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0"));
  const signature = await provider.request({
    method: "personal_sign",
    params: [`0x${bytes.join("")}`, account],
  });
  if (typeof signature !== "string") throw new Error("The wallet answered no signature.");
  return signature;
}
