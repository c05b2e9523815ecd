import type { Page } from "playwright-core";
import { isHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

type WalletOptions = {
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
  requests: readonly string[];
  /** The chain it is on now. */
  chainId(): number;
  /** Its owner says no (4001) to these methods, or to all that it asks its owner. */
  rejectRequests(...methods: string[]): void;
  /** Its owner is not there: it answers that an earlier question is still open (-32002). */
  leavePending(...methods: string[]): void;
  /** Its owner says yes again. */
  acceptRequests(): void;
  /** Its owner takes another of its accounts; the page is told. */
  switchAccount(index: number): Promise<void>;
  /** Its owner changes its network; the page is told. */
  switchChain(chainId: number): Promise<void>;
  /** Its owner shows this site no account any more; the page is told. */
  lock(): Promise<void>;
};

/** What a wallet asks its owner before it does it. */
const approvalMethods = [
  "eth_requestAccounts",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/** What it holds and how its owner is minded. */
type WalletState = {
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
type EmitEvent = (event: string, given: unknown) => Promise<unknown>;
type RpcResult = { result: unknown } | { error: { code: number; message: string } };

class WalletError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

let count = 0;

/** Puts a wallet into a page, before it is opened. It stays through reloads, and remembers that it was connected. */
export async function injectWallet(page: Page, given: WalletOptions): Promise<InjectedWallet> {
  const { name = "Journey Wallet", legacy = false } = given;
  count += 1;
  const id = `journeyWallet${count}`;
  const state = await createState(given);
  const tell: EmitEvent = (event, what) =>
    page.evaluate(([channel, detail]) => window.dispatchEvent(new CustomEvent(channel, { detail })), [
      id,
      { event, given: what },
    ] as const);
  await page.exposeFunction(
    id,
    (method: string, params: readonly unknown[]): Promise<RpcResult> =>
      handleRequest(state, tell, method, params).then((result) => ({ result }), toErrorResult),
  );
  await page.addInitScript(installProvider, { id, name, legacy });
  return createController(state, tell);
}

async function createState({ url, accounts = 1, chainId, knows }: WalletOptions): Promise<WalletState> {
  const local = Number(await callChain(url, "eth_chainId"));
  const keys = toKeys(accounts);
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

function createController(state: WalletState, tell: EmitEvent): InjectedWallet {
  const { accounts } = state;
  const refuse = (code: number, message: string, methods: readonly string[]) => {
    state.refusal = { code, message, methods: methods.length === 0 ? approvalMethods : methods };
  };
  return {
    addresses: accounts.map(({ address }) => address.toLowerCase()),
    keys: state.keys,
    requests: state.asked,
    chainId: () => state.chainId,
    rejectRequests: (...methods) => refuse(4001, "User rejected the request.", methods),
    leavePending: (...methods) => refuse(-32_002, "Request already pending.", methods),
    acceptRequests: () => {
      state.refusal = undefined;
    },
    async switchAccount(index) {
      const chosen = accounts.slice(index, index + 1);
      state.accounts = [...chosen, ...accounts.filter((one) => !chosen.includes(one))];
      await tell("accountsChanged", listAddresses(state));
    },
    switchChain: (chainId) => changeChain(state, tell, chainId),
    async lock() {
      state.connected = false;
      await tell("accountsChanged", []);
    },
  };
}

async function handleRequest(
  state: WalletState,
  tell: EmitEvent,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { refusal } = state;
  if (approvalMethods.includes(method)) state.asked.push(method);
  if (refusal?.methods.includes(method)) throw new WalletError(refusal.code, refusal.message);
  switch (method) {
    case "eth_requestAccounts":
      state.connected = true;
      return listAddresses(state);
    case "eth_accounts":
      return state.connected ? listAddresses(state) : [];
    case "eth_chainId":
      return toHex(state.chainId);
    case "personal_sign":
      return signText(state, params);
    case "wallet_switchEthereumChain":
      if (!state.known.has(parseChainId(params))) throw new WalletError(4902, "Unrecognized chain.");
      await changeChain(state, tell, parseChainId(params));
      return null;
    case "wallet_addEthereumChain":
      await checkDescribedChain(params);
      state.known.add(parseChainId(params));
      return null;
    default:
      return callChain(state.url, method, params);
  }
}

const listAddresses = ({ accounts }: WalletState) => accounts.map(({ address }) => address);
const toHex = (chainId: number) => `0x${chainId.toString(16)}`;

async function changeChain(state: WalletState, tell: EmitEvent, chainId: number): Promise<void> {
  state.chainId = chainId;
  await tell("chainChanged", toHex(chainId));
}

const toErrorResult = (error: unknown): RpcResult => ({
  error: { code: error instanceof WalletError ? error.code : -32_603, message: String(error) },
});

function toKeys(wanted: number | readonly `0x${string}`[]): readonly `0x${string}`[] {
  return typeof wanted === "number" ? Array.from({ length: wanted }, () => generatePrivateKey()) : wanted;
}

function signText({ accounts }: WalletState, [text, address]: readonly unknown[]): Promise<string> {
  const signer = accounts.find((one) => one.address.toLowerCase() === String(address).toLowerCase());
  if (signer === undefined) throw new WalletError(4100, "This account is not shown to this site.");
  if (!isHex(text)) throw new WalletError(-32_602, "The text to sign is expected in hexadecimal.");
  return signer.signMessage({ message: { raw: text } });
}

function parseChainId([first]: readonly unknown[]): number {
  const given = typeof first === "object" && first !== null && "chainId" in first ? first.chainId : undefined;
  if (typeof given !== "string" || !given.startsWith("0x"))
    throw new WalletError(-32_602, "The number of a chain is expected in hexadecimal.");
  return Number(given);
}

/** As wallets do: the node that a page names has to be one of the chain that it names. */
async function checkDescribedChain(params: readonly unknown[]): Promise<void> {
  const [first] = params;
  const urls = typeof first === "object" && first !== null && "rpcUrls" in first ? first.rpcUrls : [];
  const node = Array.isArray(urls) ? String(urls[0]) : "";
  const answered = Number(await callNode(node, "eth_chainId", []));
  if (answered !== parseChainId(params)) throw new WalletError(-32_602, "The node is not one of this chain.");
}

const callChain = (url: string, method: string, params: readonly unknown[] = []) =>
  callNode(`${url}/chain/local`, method, params);

async function callNode(address: string, method: string, params: readonly unknown[]): Promise<unknown> {
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
function installProvider({ id, name, legacy }: { id: string; name: string; legacy: boolean }): void {
  type Listener = (given: unknown) => void;
  const listeners = new Map<string, Set<Listener>>();
  const ask = (method: string, params: unknown): Promise<RpcResult> => {
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
