import { generatePrivateKey } from "viem/accounts";
import type { Config } from "../../../platform/config/config.ts";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import type { Log } from "../../../platform/log.ts";
import { operatorAddress } from "../txmgr/operator.ts";
import type { ChainDatabase } from "./anvil-session.ts";
import { loadOperatorKey } from "./operator-key.ts";
import { startLocalChain } from "./supervisor.ts";

export type Chains = {
  /** Answers what the program has to do with chains, once the program's own can be used. */
  join(database: ChainDatabase): Promise<Evm>;
  /** May be called more than once. */
  stop(): Promise<void>;
};

/** Starts the program's own chain where it is wanted, beside whatever else has to start. */
export async function openChains(config: Pick<Config, "chains" | "dataDir">, log: Log): Promise<Chains> {
  const { local, networks, operatorKey: given } = config.chains;
  if (!local) {
    const evm = buildEvm(networks, given ?? generatePrivateKey());
    return { join: async () => evm, stop: async () => undefined };
  }
  const operatorKey = given ?? (await loadOperatorKey(config.dataDir));
  const alone = buildEvm(networks, operatorKey);
  const chain = await startLocalChain({ dataDir: config.dataDir, operator: operatorAddress(alone), log });
  return {
    async join(database) {
      try {
        await chain.join(database);
        return buildEvm([...networks, chain.network], operatorKey);
      } catch (error) {
        // The rest of the program does without.
        log.warn({ err: error }, "the program's own chain cannot be run here; LOCAL_CHAIN=0 does without it");
        return alone;
      }
    },
    stop: chain.stop,
  };
}

function buildEvm(networks: readonly EvmNetwork[], operatorKey: Evm["operatorKey"]): Evm {
  return { networks: new Map(networks.map((network) => [network.name, network])), operatorKey };
}
