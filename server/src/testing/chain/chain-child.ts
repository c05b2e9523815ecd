/**
 * Runs a worker of the transaction manager as a process that tests kill: `node server/src/testing/chain/chain-child.ts` with DATABASE_URL,
 * CHAIN_RPC_URL, CHAIN_OPERATOR_KEY and DATA_DIR.
 */
import { z } from "zod";
import { chainJobs } from "../../features/chain/index.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { openChainContext } from "./chain-context.ts";

const env = z
  .object({
    DATABASE_URL: z.string(),
    CHAIN_RPC_URL: z.string(),
    DATA_DIR: z.string(),
    CHAIN_OPERATOR_KEY: z.templateLiteral(["0x", z.string()]),
  })
  .parse(process.env);
const network = { name: "LOCAL", chainId: 31_337, rpcUrl: env.CHAIN_RPC_URL, confirmations: 1 };
const evm = { networks: new Map([[network.name, network]]), operatorKey: env.CHAIN_OPERATOR_KEY };
const { context, pool } = await openChainContext({ url: env.DATABASE_URL, folder: env.DATA_DIR, evm });
await startWorker(context, pool, chainJobs);
