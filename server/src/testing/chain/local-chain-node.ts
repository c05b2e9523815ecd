/**
 * Runs a program with the local chain as a process that tests kill: `node server/src/testing/chain/local-chain-node.ts` with
 * DATABASE_URL and DATA_DIR. Prints where it listens.
 */
import { z } from "zod";
import { openChains } from "../../features.ts";
import { createServer } from "../../server.ts";
import { openChainContext } from "./chain-context.ts";

const { DATABASE_URL: url, DATA_DIR: folder } = z
  .object({ DATABASE_URL: z.string(), DATA_DIR: z.string() })
  .parse(process.env);
const noNetworks = { networks: new Map(), operatorKey: `0x${"11".repeat(32)}` } as const;
const { context } = await openChainContext({ url, folder, evm: noNetworks });
const chains = await openChains(context.config, context.log);
const evm = await chains.join({ url, db: context.db });
const app = await createServer(
  { ...context, config: { ...context.config, rateLimits: false }, evm },
  { site: false },
);
process.stdout.write(`ready at ${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
process.once("SIGTERM", () => void chains.stop().finally(() => process.exit()));
