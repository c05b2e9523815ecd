/** A chain that the program reaches over JSON-RPC. */
export type EvmNetwork = {
  /** As the wire calls it, such as LINEA. */
  name: string;
  chainId: number;
  rpcUrl: string;
  /** Blocks, its own included, after which a transaction is taken as done; `finalized` asks the chain. */
  confirmations: number | "finalized";
  /** The most that is offered for a unit of gas, in wei; above it the work waits for calmer days. */
  maxWeiPerGas?: bigint;
  /** Milliseconds for its node to answer; 10,000 where it is left out. */
  timeoutMs?: number;
  /** Pauses of a run of the transaction manager before it counts as idle, in milliseconds. */
  idlePausesMs?: readonly number[];
};

/** What the program has to do with chains: the networks it reaches, and the key that its contracts obey. */
export type Evm = {
  networks: ReadonlyMap<string, EvmNetwork>;
  /** 32 bytes in hexadecimal with 0x. */
  operatorKey: `0x${string}`;
};
