import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { readStored, writeStored } from "../../lib/storage/storage.ts";
import type { Provider } from "./provider.ts";

/** Key for browsers that forbid storage; lost when the page closes. */
let ownKey: `0x${string}` | undefined;

/** Returns the EIP-1193 provider of the demo wallet. */
export function openDemo(chainId: number, rpcUrl: string): Provider {
  const account = privateKeyToAccount(demoKey());
  return {
    async request({ method, params }) {
      const param: unknown = Array.isArray(params) ? params[0] : undefined;
      switch (method) {
        case "eth_requestAccounts":
        case "eth_accounts":
          return [account.address];
        case "eth_chainId":
          return `0x${chainId.toString(16)}`;
        case "personal_sign":
          return account.signMessage({ message: { raw: hexOf(param) } });
        case "wallet_switchEthereumChain":
        case "wallet_addEthereumChain":
          return assertOwnNetwork(chainId, param);
        default:
          return callRpc(rpcUrl, method, params ?? []);
      }
    },
  };
}

function demoKey(): `0x${string}` {
  const stored = readStored("demoWallet");
  if (stored !== undefined && isKey(stored)) return stored;
  ownKey ??= generatePrivateKey();
  writeStored("demoWallet", ownKey);
  return ownKey;
}

const isKey = (text: string): text is `0x${string}` => /^0x[0-9a-f]{64}$/.test(text);

function hexOf(value: unknown): `0x${string}` {
  if (typeof value === "string" && isHex(value)) return value;
  throw providerError(-32_602, "The text to sign is expected in hexadecimal.");
}

const isHex = (text: string): text is `0x${string}` => /^0x([0-9a-f]{2})*$/i.test(text);

/** Rejects any network but its own. */
function assertOwnNetwork(ownChainId: number, param: unknown): null {
  const chainId =
    typeof param === "object" && param !== null && "chainId" in param ? param.chainId : undefined;
  if (Number(chainId) !== ownChainId) throw providerError(4001, "The demo wallet stays on its own network.");
  return null;
}

/** Forwards reads and signed transactions to the local chain. */
async function callRpc(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer: unknown = await response.json();
  if (typeof answer !== "object" || answer === null)
    throw providerError(-32_603, "The chain did not answer.");
  if ("error" in answer) throw Object.assign(new Error("The chain refused."), answer.error);
  return "result" in answer ? answer.result : null;
}

function providerError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
