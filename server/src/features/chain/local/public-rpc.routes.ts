import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import type { RateLimits } from "../../../platform/security/rate-limits.ts";
import { type JsonRpcResponse, parseCalls, runCalls } from "./public-rpc.ts";
import { RPC_ERRORS, SEND_METHOD } from "./rpc-rules.ts";

export const LOCAL_RPC_PATH = "/chain/local";

const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * Adds `POST /chain/local`: the local chain for wallets, in plain JSON-RPC. Accepts reads and signed transactions only. Adds nothing
 * if there is no local chain.
 */
export function addLocalRpc(app: FastifyInstance, context: Context, limits: RateLimits): void {
  const network = context.evm.networks.get("LOCAL");
  if (network === undefined) return;
  app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body: string }>(LOCAL_RPC_PATH, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
      reply.header("cache-control", "no-store").type("application/json; charset=utf-8");
      const batch = parseCalls(request.body);
      if (batch === undefined) return JSON.stringify(errorResponse(RPC_ERRORS.parseError));
      if (batch === "INVALID") return JSON.stringify(errorResponse(RPC_ERRORS.invalidRequest));
      // Counted before any is sent: a request over the limit sends nothing.
      for (const call of batch.calls) {
        if (call?.method !== SEND_METHOD) continue;
        await limits.consume("write", { address: request.ip, accountId: undefined }, reply);
      }
      const responses = await runCalls(context, network, batch.calls);
      return JSON.stringify(batch.isBatch ? responses : responses[0]);
    });
  });
}

const errorResponse = (error: JsonRpcResponse["error"]) => ({ jsonrpc: "2.0", id: null, error });
