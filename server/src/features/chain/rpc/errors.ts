import { Failure } from "../../../platform/failure.ts";

/** Seconds after which callers may retry. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The node does not answer, or not in time, so nothing is known. Callers get E0037 without details, because a node's messages may
 * hold its API key. `alarm` is the message for the operator, without the RPC URL.
 */
export class ChainUnreachable extends Failure {
  readonly network: string;
  readonly alarm: string;

  constructor(network: string, reason: string) {
    const alarm = `${network} is unreachable (${reason}); try again.`;
    super("E0037", { retryAfter: RETRY_AFTER_SECONDS, cause: new Error(alarm) });
    this.network = network;
    this.alarm = alarm;
  }
}

/** The node's response is invalid, so nothing it says now is trusted. */
export class InvalidRpcResponseError extends ChainUnreachable {}

/** An error response of the node. */
export class RpcError extends Error {
  override name = "RpcError";
  readonly code: number;
  /** The revert data, in hexadecimal, if a contract reverted. */
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(redactUrls(message));
    this.code = code;
    this.data = data;
  }
}

/** RPC URLs often hold an API key. */
const redactUrls = (text: string) => text.replace(/\b[a-z]+:\/\/\S+/gi, "…").slice(0, 300);

export type SendErrorKind = "KNOWN" | "NONCE_TOO_LOW" | "NO_FUNDS" | "UNDERPRICED" | "OTHER";

/** Every client words its errors differently. */
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
  return SEND_ERROR_PATTERNS.find(([, pattern]) => pattern.test(message))?.[0] ?? "OTHER";
}

/** Distinguishes a revert of the contract from a failure of the node. */
export function isRevert({ code, message, data }: RpcError): boolean {
  return (
    code === 3 ||
    (typeof data === "string" && data.length >= 10) ||
    /revert|invalid opcode|out of gas/i.test(message)
  );
}
