import { Failure } from "../../../platform/failure.ts";

/**
 * A node does not answer, or not in time: nobody knows anything, so try again. Callers are told E0037 and no more, because what a
 * node says may hold its key; `alarm` is for whoever mends it, without the node's address.
 */
export class ChainUnreachable extends Failure {
  readonly network: string;
  readonly alarm: string;

  constructor(network: string, reason: string) {
    const alarm = `${network} cannot be reached at the moment (${reason}); try again.`;
    super("E0037", { retryAfter: RETRY_AFTER_SECONDS, cause: new Error(alarm) });
    this.network = network;
    this.alarm = alarm;
  }
}

/** Seconds that callers are asked to wait. */
const RETRY_AFTER_SECONDS = 5;

/** A node answers what cannot be true: nothing is believed that it says now. */
export class InvalidRpcResponseError extends ChainUnreachable {}

/** A node says no, and says why. */
export class RpcError extends Error {
  override name = "RpcError";
  readonly code: number;
  /** Of a revert: what the contract threw, in hexadecimal. */
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(redactUrls(message));
    this.code = code;
    this.data = data;
  }
}

/** Addresses of nodes often hold the key to them. */
const redactUrls = (text: string) => text.replace(/\b[a-z]+:\/\/\S+/gi, "…").slice(0, 300);

export type SendErrorKind = "KNOWN" | "NONCE_TOO_LOW" | "NO_FUNDS" | "UNDERPRICED" | "OTHER";

/** Each kind of node words its answers in its own way. */
const SEND_ERROR_PATTERNS: readonly [SendErrorKind, RegExp][] = [
  ["KNOWN", /already (known|imported|in)|known transaction|alreadyknown/i],
  [
    "NONCE_TOO_LOW",
    /nonce (is )?(too low|already used)|nonce_too_low|oldnonce|invalid nonce|nonce too small/i,
  ],
  ["NO_FUNDS", /insufficient (funds|balance)|upfront.?cost/i],
  ["UNDERPRICED", /underpriced|fee (is )?too low|less than block base fee|fee cap/i],
];

export function classifySendError({ message }: RpcError): SendErrorKind {
  return SEND_ERROR_PATTERNS.find(([, wording]) => wording.test(message))?.[0] ?? "OTHER";
}

/** Whether it was the contract that said no, and not the node that has troubles of its own. */
export function isRevert({ code, message, data }: RpcError): boolean {
  return (
    code === 3 ||
    (typeof data === "string" && data.length >= 10) ||
    /revert|invalid opcode|out of gas/i.test(message)
  );
}
