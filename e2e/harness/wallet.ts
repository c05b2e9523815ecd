import type { Page } from "playwright-core";
import { isHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

type Given = {
  /** Of the program whose own chain it talks to. */
  url: string;
  name?: string;
  /** How many accounts it has, or the keys of them. */
  accounts?: number | readonly `0x${string}`[];
  /** The number of the chain it is on at first; the program's own, unless it is to be on the wrong one. */
  chainId?: number;
  /** The chains it knows besides; for any other it answers 4902, until it is told of it. The program's own is known by default. */
  knows?: readonly number[];
  /** It sits at `window.ethereum` alone, as wallets did before EIP-6963. */
  legacy?: boolean;
};

/** A wallet in a page, with its keys in this process. */
export type InjectedWallet = {
  /** In lower case, in the order of the wallet. */
  addresses: readonly string[];
  /** For the same wallet in another browser, and to sign with outside of one. */
  keys: readonly `0x${string}`[];
  /** What its owner was asked for since it was injected, by method. */
  asked: readonly string[];
  /** The chain it is on now. */
  chainId(): number;
  /** Its owner says no (4001) to these methods, or to all that it asks its owner. */
  refuse(...methods: string[]): void;
  /** Its owner is not there: it answers that an earlier question is still open (-32002). */
  leaveOpen(...methods: string[]): void;
  /** Its owner says yes again. */
  accept(): void;
  /** Its owner takes another of its accounts; the page is told. */
  use(index: number): Promise<void>;
  /** Its owner changes its network; the page is told. */
  moveTo(chainId: number): Promise<void>;
  /** Its owner shows this site no account any more; the page is told. */
  lock(): Promise<void>;
};

/** What a wallet asks its owner before it does it. */
const asksOwner = [
  "eth_requestAccounts",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/** What it holds and how its owner is minded. */
type State = {
  url: string;
  /** The one in use first. */
  accounts: readonly PrivateKeyAccount[];
  keys: readonly `0x${string}`[];
  chainId: number;
  known: Set<number>;
  connected: boolean;
  asked: string[];
  refusal: { code: number; message: string; methods: readonly string[] } | undefined;
};
/** Tells the page what happened in the wallet (EIP-1193). */
type Tell = (event: string, given: unknown) => Promise<unknown>;
type Answer = { result: unknown } | { error: { code: number; message: string } };

class WalletError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

let count = 0;

/** Puts a wallet into a page, before it is opened. It stays through reloads, and remembers that it was connected. */
export async function injectWallet(page: Page, given: Given): Promise<InjectedWallet> {
  const { name = "Journey Wallet", legacy = false } = given;
  count += 1;
  const id = `journeyWallet${count}`;
  const state = await stateOf(given);
  const tell: Tell = (event, what) =>
    page.evaluate(([channel, detail]) => window.dispatchEvent(new CustomEvent(channel, { detail })), [
      id,
      { event, given: what },
    ] as const);
  await page.exposeFunction(
    id,
    (method: string, params: readonly unknown[]): Promise<Answer> =>
      answer(state, tell, method, params).then((result) => ({ result }), told),
  );
  await page.addInitScript(provide, { id, name, legacy });
  return ownerOf(state, tell);
}

async function stateOf({ url, accounts = 1, chainId, knows }: Given): Promise<State> {
  const local = Number(await askChain(url, "eth_chainId"));
  const keys = keysOf(accounts);
  return {
    url,
    keys,
    accounts: keys.map((key) => privateKeyToAccount(key)),
    chainId: chainId ?? local,
    known: new Set([...(knows ?? [local]), chainId ?? local]),
    connected: false,
    asked: [],
    refusal: undefined,
  };
}

function ownerOf(state: State, tell: Tell): InjectedWallet {
  const { accounts } = state;
  const refuse = (code: number, message: string, methods: readonly string[]) => {
    state.refusal = { code, message, methods: methods.length === 0 ? asksOwner : methods };
  };
  return {
    addresses: accounts.map(({ address }) => address.toLowerCase()),
    keys: state.keys,
    asked: state.asked,
    chainId: () => state.chainId,
    refuse: (...methods) => refuse(4001, "User rejected the request.", methods),
    leaveOpen: (...methods) => refuse(-32_002, "Request already pending.", methods),
    accept: () => {
      state.refusal = undefined;
    },
    async use(index) {
      const chosen = accounts.slice(index, index + 1);
      state.accounts = [...chosen, ...accounts.filter((one) => !chosen.includes(one))];
      await tell("accountsChanged", addressesOf(state));
    },
    moveTo: (chainId) => move(state, tell, chainId),
    async lock() {
      state.connected = false;
      await tell("accountsChanged", []);
    },
  };
}

async function answer(
  state: State,
  tell: Tell,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { refusal } = state;
  if (asksOwner.includes(method)) state.asked.push(method);
  if (refusal?.methods.includes(method)) throw new WalletError(refusal.code, refusal.message);
  switch (method) {
    case "eth_requestAccounts":
      state.connected = true;
      return addressesOf(state);
    case "eth_accounts":
      return state.connected ? addressesOf(state) : [];
    case "eth_chainId":
      return hex(state.chainId);
    case "personal_sign":
      return sign(state, params);
    case "wallet_switchEthereumChain":
      if (!state.known.has(chainIn(params))) throw new WalletError(4902, "Unrecognized chain.");
      await move(state, tell, chainIn(params));
      return null;
    case "wallet_addEthereumChain":
      await checkDescribed(params);
      state.known.add(chainIn(params));
      return null;
    default:
      return askChain(state.url, method, params);
  }
}

const addressesOf = ({ accounts }: State) => accounts.map(({ address }) => address);
const hex = (chainId: number) => `0x${chainId.toString(16)}`;

async function move(state: State, tell: Tell, chainId: number): Promise<void> {
  state.chainId = chainId;
  await tell("chainChanged", hex(chainId));
}

const told = (error: unknown): Answer => ({
  error: { code: error instanceof WalletError ? error.code : -32_603, message: String(error) },
});

function keysOf(wanted: number | readonly `0x${string}`[]): readonly `0x${string}`[] {
  return typeof wanted === "number" ? Array.from({ length: wanted }, () => generatePrivateKey()) : wanted;
}

function sign({ accounts }: State, [text, address]: readonly unknown[]): Promise<string> {
  const signer = accounts.find((one) => one.address.toLowerCase() === String(address).toLowerCase());
  if (signer === undefined) throw new WalletError(4100, "This account is not shown to this site.");
  if (!isHex(text)) throw new WalletError(-32_602, "The text to sign is expected in hexadecimal.");
  return signer.signMessage({ message: { raw: text } });
}

function chainIn([first]: readonly unknown[]): number {
  const given = typeof first === "object" && first !== null && "chainId" in first ? first.chainId : undefined;
  if (typeof given !== "string" || !given.startsWith("0x"))
    throw new WalletError(-32_602, "The number of a chain is expected in hexadecimal.");
  return Number(given);
}

/** As wallets do: the node that a page names has to be one of the chain that it names. */
async function checkDescribed(params: readonly unknown[]): Promise<void> {
  const [first] = params;
  const urls = typeof first === "object" && first !== null && "rpcUrls" in first ? first.rpcUrls : [];
  const node = Array.isArray(urls) ? String(urls[0]) : "";
  const answered = Number(await askNode(node, "eth_chainId", []));
  if (answered !== chainIn(params)) throw new WalletError(-32_602, "The node is not one of this chain.");
}

const askChain = (url: string, method: string, params: readonly unknown[] = []) =>
  askNode(`${url}/chain/local`, method, params);

async function askNode(address: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  if (answer.error !== undefined) throw new WalletError(answer.error.code, answer.error.message);
  return answer.result;
}

/** Runs in the page, before anything else does: the wallet's face there. */
function provide({ id, name, legacy }: { id: string; name: string; legacy: boolean }): void {
  type Listener = (given: unknown) => void;
  const listeners = new Map<string, Set<Listener>>();
  const ask = (method: string, params: unknown): Promise<Answer> => {
    const answering: unknown = Reflect.get(window, id);
    return typeof answering === "function" ? answering(method, params) : Promise.reject(new Error("Gone."));
  };
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await ask(method, params);
      if ("error" in answer)
        throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.result;
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
  };
  window.addEventListener(id, (told) => {
    if (!(told instanceof CustomEvent)) return;
    for (const listener of listeners.get(told.detail.event) ?? []) listener(told.detail.given);
  });
  if (legacy) {
    Reflect.set(window, "ethereum", provider);
    return;
  }
  const square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8H0z'/></svg>";
  const info = {
    uuid: crypto.randomUUID?.() ?? id,
    name,
    rdns: `example.${id.toLowerCase()}`,
    icon: `data:image/svg+xml,${encodeURIComponent(square)}`,
  };
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}
