/** A node does not answer, or not in time: nobody knows anything, so try again. Its address stays out of the message. */
export class ChainUnreachable extends Error {
  override name = "ChainUnreachable";
  readonly network: string;

  constructor(network: string, reason: string) {
    super(`${network} cannot be reached at the moment (${reason}); try again.`);
    this.network = network;
  }
}

/** A node answers what cannot be true: nothing is believed that it says now. */
export class ChainNonsense extends ChainUnreachable {
  override name = "ChainNonsense";
}

/** A node says no, and says why. */
export class NodeRefusal extends Error {
  override name = "NodeRefusal";
  readonly code: number;
  /** Of a revert: what the contract threw, in hexadecimal. */
  readonly data: unknown;

  constructor(code: number, message: string, data: unknown) {
    super(withoutAddresses(message));
    this.code = code;
    this.data = data;
  }
}

/** Addresses of nodes often hold the key to them. */
const withoutAddresses = (text: string) => text.replace(/\b[a-z]+:\/\/\S+/gi, "…").slice(0, 300);

export type RefusedSend = "KNOWN" | "NONCE_TOO_LOW" | "NO_FUNDS" | "UNDERPRICED" | "OTHER";

/** Each kind of node words its answers in its own way. */
const wordings: readonly [RefusedSend, RegExp][] = [
  ["KNOWN", /already (known|imported|in)|known transaction|alreadyknown/i],
  [
    "NONCE_TOO_LOW",
    /nonce (is )?(too low|already used)|nonce_too_low|oldnonce|invalid nonce|nonce too small/i,
  ],
  ["NO_FUNDS", /insufficient (funds|balance)|upfront.?cost/i],
  ["UNDERPRICED", /underpriced|fee (is )?too low|less than block base fee|fee cap/i],
];

export function meaningOf({ message }: NodeRefusal): RefusedSend {
  return wordings.find(([, wording]) => wording.test(message))?.[0] ?? "OTHER";
}

/** Whether it was the contract that said no, and not the node that has troubles of its own. */
export function isRevert({ code, message, data }: NodeRefusal): boolean {
  return (
    code === 3 ||
    (typeof data === "string" && data.length >= 10) ||
    /revert|invalid opcode|out of gas/i.test(message)
  );
}
