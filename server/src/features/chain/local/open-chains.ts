import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "viem";
import { generatePrivateKey } from "viem/accounts";
import type { Config } from "../../../platform/config/config.ts";
import type { Evm, EvmNetwork } from "../../../platform/config/evm.ts";
import type { Log } from "../../../platform/log.ts";
import { operatorAddress } from "../txmgr/operator.ts";
import { LOCAL_CHAIN_ID, requireAnvil } from "./anvil.ts";
import { findRunningAnvil } from "./anvil-pid-file.ts";
import { createAnvilRequest } from "./anvil-rpc.ts";
import type { ChainDatabase } from "./anvil-session.ts";
import { loadOperatorKey } from "./operator-key.ts";
import { fund } from "./replay.ts";
import { startLocalChain } from "./supervisor.ts";

export type Chains = {
  /** Returns the reachable networks, once the local chain is ready. */
  join(database: ChainDatabase): Promise<Evm>;
  /** May be called more than once. */
  stop(): Promise<void>;
};

/**
 * Starts the local chain if it is enabled, concurrently with the rest of the program.
 * @throws LocalChainError if its package is not installed, or its key is unreadable
 */
export async function openChains(config: Pick<Config, "chains" | "dataDir">, log: Log): Promise<Chains> {
  const { local, networks, operatorKey: configuredKey } = config.chains;
  if (!local) {
    const evm = buildEvm(networks, configuredKey ?? generatePrivateKey());
    return { join: async () => evm, stop: async () => undefined };
  }
  requireAnvil();
  const operatorKey = configuredKey ?? (await loadOperatorKey(config.dataDir));
  const withoutLocal = buildEvm(networks, operatorKey);
  const chain = await startLocalChain({
    dataDir: config.dataDir,
    operator: operatorAddress(withoutLocal),
    log,
  });
  return {
    async join(database) {
      try {
        await chain.join(database);
        return buildEvm([...networks, chain.network], operatorKey);
      } catch (error) {
        // Everything but the network LOCAL works without it.
        log.warn({ err: error }, "the local chain cannot run here; set LOCAL_CHAIN=0 to do without it");
        return withoutLocal;
      }
    },
    stop: chain.stop,
  };
}

function buildEvm(networks: readonly EvmNetwork[], operatorKey: Evm["operatorKey"]): Evm {
  return { networks: new Map(networks.map((network) => [network.name, network])), operatorKey };
}

/** Finds the local chain that a running program keeps in a data folder. */
export async function findLocalNetwork(dataDir: string): Promise<EvmNetwork | undefined> {
  const folder = await realpath(join(dataDir, "chain")).catch(() => undefined);
  const anvil = folder === undefined ? undefined : await findRunningAnvil(folder);
  if (anvil?.url === undefined) return undefined;
  return { name: "LOCAL", chainId: LOCAL_CHAIN_ID, confirmations: 1, rpcUrl: anvil.url };
}

/** Tops up an address on the local chain, where ether is free. */
export async function fundLocally({ rpcUrl }: EvmNetwork, address: Address): Promise<void> {
  await fund(createAnvilRequest(rpcUrl), address);
}
