import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import type { RateLimits } from "../../../platform/security/rate-limits.ts";
import { type JsonRpcResponse, parseCalls, runCalls } from "./public-rpc.ts";
import { RPC_ERRORS, SEND_METHOD } from "./rpc-rules.ts";

export const LOCAL_RPC_PATH = "/chain/local";

/** Bytes. */
const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * `POST /chain/local`: the program's own chain as wallets reach it, in JSON-RPC without an envelope. Only reads, and transactions
 * that somebody signed. Where there is no such chain there is no such path.
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
      const asked = parseCalls(request.body);
      if (asked === undefined) return JSON.stringify(errorResponse(RPC_ERRORS.parseError));
      if (asked === "NONE") return JSON.stringify(errorResponse(RPC_ERRORS.invalidRequest));
      // Counted before any is sent, so that those who ask too much know that none was.
      for (const call of asked.calls) {
        if (call?.method !== SEND_METHOD) continue;
        await limits.consume("write", { address: request.ip, accountId: undefined }, reply);
      }
      const answers = await runCalls(context, network, asked.calls);
      return JSON.stringify(asked.isBatch ? answers : answers[0]);
    });
  });
}

const errorResponse = (error: JsonRpcResponse["error"]) => ({ jsonrpc: "2.0", id: null, error });
