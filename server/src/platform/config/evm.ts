/** A chain that the program reaches over JSON-RPC. */
export type EvmNetwork = {
  /** The name in the API, such as LINEA. */
  name: string;
  chainId: number;
  rpcUrl: string;
  /** Blocks, its own included, after which a transaction is confirmed; `finalized` asks the chain. */
  confirmations: number | "finalized";
  /** The maximum price of a unit of gas, in wei; above it transactions wait. */
  maxWeiPerGas?: bigint;
  /** Timeout of its node in milliseconds; default 10,000. */
  timeoutMs?: number;
  /** Pauses of a run of the transaction manager before it counts as idle, in milliseconds. */
  idlePausesMs?: readonly number[];
};

/** The chain configuration: the networks, and the key that the contracts obey. */
export type Evm = {
  networks: ReadonlyMap<string, EvmNetwork>;
  /** 32 bytes in hexadecimal with 0x. */
  operatorKey: `0x${string}`;
};
