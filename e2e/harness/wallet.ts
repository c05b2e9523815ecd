import type { Page } from "playwright-core";
import { isHex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

type WalletOptions = {
  /** The program whose local chain the wallet uses. */
  url: string;
  name?: string;
  /** The number of accounts, or their keys. */
  accounts?: number | readonly `0x${string}`[];
  /** The initial chain; the program's local chain by default. */
  chainId?: number;
  /**
   * Chains that the wallet knows, the program's local chain by default. It answers 4902 for any other chain until
   * that is added.
   */
  knownChainIds?: readonly number[];
  /** Provides only `window.ethereum`, as wallets did before EIP-6963. */
  legacy?: boolean;
};

/** A wallet injected into a page, with its keys in this process. */
export type InjectedWallet = {
  /** Account addresses in lower case, in the order of the wallet. */
  addresses: readonly string[];
  /** Keys of the accounts, to inject the same wallet into another browser or to sign outside of one. */
  keys: readonly `0x${string}`[];
  /** Methods that required the owner's approval since the wallet was injected. */
  requests: readonly string[];
  /** Returns the current chain. */
  chainId(): number;
  /** Rejects these methods with 4001, or all that need the owner's approval. */
  rejectRequests(...methods: string[]): void;
  /** Answers these methods with -32002, as if an earlier request were still pending. */
  leavePending(...methods: string[]): void;
  /** Never answers these methods, as if the wallet's window were closed. */
  ignoreRequests(...methods: string[]): void;
  /** Accepts all requests again. */
  acceptRequests(): void;
  /** Switches to another account and notifies the page. */
  switchAccount(index: number): Promise<void>;
  /** Switches to another chain and notifies the page. */
  switchChain(chainId: number): Promise<void>;
  /** Disconnects the site and notifies the page. */
  lock(): Promise<void>;
};

/** Methods that need the owner's approval. */
const approvalMethods = [
  "eth_requestAccounts",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

/** Accounts, chain and pending refusal of a wallet. */
type WalletState = {
  url: string;
  /** The account in use comes first. */
  accounts: readonly PrivateKeyAccount[];
  keys: readonly `0x${string}`[];
  chainId: number;
  knownChainIds: Set<number>;
  connected: boolean;
  requests: string[];
  refusal: { error: WalletError | "no answer"; methods: readonly string[] } | undefined;
};
/** Emits a wallet event to the page (EIP-1193). */
type EmitEvent = (event: string, payload: unknown) => Promise<unknown>;
type RpcResult = { result: unknown } | { error: { code: number; message: string } };

class WalletError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

let count = 0;

/**
 * Injects a wallet into a page before it is opened. The wallet survives reloads and remembers that it was connected.
 */
export async function injectWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  const { name = "Journey Wallet", legacy = false } = options;
  count += 1;
  const id = `journeyWallet${count}`;
  const state = await createState(options);
  const emit: EmitEvent = (event, payload) =>
    page.evaluate(([channel, detail]) => window.dispatchEvent(new CustomEvent(channel, { detail })), [
      id,
      { event, payload },
    ] as const);
  await page.exposeFunction(
    id,
    (method: string, params: readonly unknown[]): Promise<RpcResult> =>
      handleRequest(state, emit, method, params).then((result) => ({ result }), toErrorResult),
  );
  await page.addInitScript(installProvider, { id, name, legacy });
  return createController(state, emit);
}

async function createState({
  url,
  accounts = 1,
  chainId,
  knownChainIds,
}: WalletOptions): Promise<WalletState> {
  const local = Number(await callChain(url, "eth_chainId"));
  const keys = toKeys(accounts);
  return {
    url,
    keys,
    accounts: keys.map((key) => privateKeyToAccount(key)),
    chainId: chainId ?? local,
    knownChainIds: new Set([...(knownChainIds ?? [local]), chainId ?? local]),
    connected: false,
    requests: [],
    refusal: undefined,
  };
}

function createController(state: WalletState, emit: EmitEvent): InjectedWallet {
  const { accounts } = state;
  const refuse = (error: WalletError | "no answer", methods: readonly string[]) => {
    state.refusal = { error, methods: methods.length === 0 ? approvalMethods : methods };
  };
  return {
    addresses: accounts.map(({ address }) => address.toLowerCase()),
    keys: state.keys,
    requests: state.requests,
    chainId: () => state.chainId,
    rejectRequests: (...methods) => refuse(new WalletError(4001, "User rejected the request."), methods),
    leavePending: (...methods) => refuse(new WalletError(-32_002, "Request already pending."), methods),
    ignoreRequests: (...methods) => refuse("no answer", methods),
    acceptRequests: () => {
      state.refusal = undefined;
    },
    async switchAccount(index) {
      const chosen = accounts.slice(index, index + 1);
      state.accounts = [...chosen, ...accounts.filter((account) => !chosen.includes(account))];
      await emit("accountsChanged", listAddresses(state));
    },
    switchChain: (chainId) => changeChain(state, emit, chainId),
    async lock() {
      state.connected = false;
      await emit("accountsChanged", []);
    },
  };
}

async function handleRequest(
  state: WalletState,
  emit: EmitEvent,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const { refusal } = state;
  if (approvalMethods.includes(method)) state.requests.push(method);
  if (refusal?.methods.includes(method)) {
    if (refusal.error === "no answer") return new Promise(() => undefined);
    throw refusal.error;
  }
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
      if (!state.knownChainIds.has(parseChainId(params))) throw new WalletError(4902, "Unrecognized chain.");
      await changeChain(state, emit, parseChainId(params));
      return null;
    case "wallet_addEthereumChain":
      await checkDescribedChain(params);
      state.knownChainIds.add(parseChainId(params));
      return null;
    default:
      return callChain(state.url, method, params);
  }
}

const listAddresses = ({ accounts }: WalletState) => accounts.map(({ address }) => address);
const toHex = (chainId: number) => `0x${chainId.toString(16)}`;

async function changeChain(state: WalletState, emit: EmitEvent, chainId: number): Promise<void> {
  state.chainId = chainId;
  await emit("chainChanged", toHex(chainId));
}

const toErrorResult = (error: unknown): RpcResult => ({
  error: { code: error instanceof WalletError ? error.code : -32_603, message: String(error) },
});

function toKeys(countOrKeys: number | readonly `0x${string}`[]): readonly `0x${string}`[] {
  return typeof countOrKeys === "number"
    ? Array.from({ length: countOrKeys }, () => generatePrivateKey())
    : countOrKeys;
}

function signText({ accounts }: WalletState, [text, address]: readonly unknown[]): Promise<string> {
  const signer = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase());
  if (signer === undefined) throw new WalletError(4100, "This account is not shown to this site.");
  if (!isHex(text)) throw new WalletError(-32_602, "The text to sign is expected in hexadecimal.");
  return signer.signMessage({ message: { raw: text } });
}

function parseChainId([first]: readonly unknown[]): number {
  const chainId =
    typeof first === "object" && first !== null && "chainId" in first ? first.chainId : undefined;
  if (typeof chainId !== "string" || !chainId.startsWith("0x"))
    throw new WalletError(-32_602, "The number of a chain is expected in hexadecimal.");
  return Number(chainId);
}

/** Verifies, as wallets do, that the RPC node of a page serves the chain that the page names. */
async function checkDescribedChain(params: readonly unknown[]): Promise<void> {
  const [first] = params;
  const urls = typeof first === "object" && first !== null && "rpcUrls" in first ? first.rpcUrls : [];
  const node = Array.isArray(urls) ? String(urls[0]) : "";
  const actual = Number(await callNode(node, "eth_chainId", []));
  if (actual !== parseChainId(params)) throw new WalletError(-32_602, "The node is not one of this chain.");
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

/** Installs the wallet's provider. Runs in the page, before its own scripts. */
function installProvider({ id, name, legacy }: { id: string; name: string; legacy: boolean }): void {
  type Listener = (payload: unknown) => void;
  const listeners = new Map<string, Set<Listener>>();
  const callWallet = (method: string, params: unknown): Promise<RpcResult> => {
    const handler: unknown = Reflect.get(window, id);
    return typeof handler === "function" ? handler(method, params) : Promise.reject(new Error("Gone."));
  };
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await callWallet(method, params);
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
  window.addEventListener(id, (event) => {
    if (!(event instanceof CustomEvent)) return;
    for (const listener of listeners.get(event.detail.event) ?? []) listener(event.detail.payload);
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
