import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Context } from "../context.ts";
import type { FeatureGauge } from "../health/health.ts";
import { isPrivate, trustedProxies, unmapAddress } from "./ip-addresses.ts";
import { findUndeclaredProxies, recordUndeclaredProxy } from "./undeclared-proxies.data.ts";

/** The headers by which proxies name their clients. */
const forwardedHeaders = ["x-forwarded-for", "forwarded", "x-real-ip"] as const;

/** Interval of storing that a peer still sends them. */
const RECORD_INTERVAL_MS = 60_000;
/**
 * A peer with a public address counts as a proxy if it names this many clients: any client can send such a header, and
 * scanners do.
 */
const MIN_CLIENTS_OF_PUBLIC_PEER = 3;
const MAX_PEERS = 200;

type Peer = { clients: Set<string>; recordedAt: number | undefined };

/** Reports peers that send forwarded headers although TRUST_PROXY does not declare them: once in the log, and in the database. */
export function addProxyDetection(app: FastifyInstance, { config, clock, db, log }: Context): void {
  const isTrusted = trustedProxies(config.trustProxy);
  const peers = new LRUCache<string, Peer>({ max: MAX_PEERS });

  function recordProxy(peer: string, header: string, client: string): void {
    const seen = peers.get(peer) ?? { clients: new Set(), recordedAt: undefined };
    peers.set(peer, seen);
    if (seen.clients.size < MIN_CLIENTS_OF_PUBLIC_PEER) seen.clients.add(client);
    if (!isPrivate(peer) && seen.clients.size < MIN_CLIENTS_OF_PUBLIC_PEER) return;
    const now = clock.now();
    if (seen.recordedAt !== undefined && now.getTime() - seen.recordedAt < RECORD_INTERVAL_MS) return;
    if (seen.recordedAt === undefined) log.warn({ peer, header }, describeUndeclaredProxy({ peer, header }));
    seen.recordedAt = now.getTime();
    recordUndeclaredProxy(db, { peer, header, now }).catch((error: unknown) =>
      log.debug({ err: error }, "undeclared proxy not recorded"),
    );
  }

  app.addHook("onRequest", (request, _reply, done) => {
    const header = forwardedHeaders.find((name) => name in request.headers);
    if (header !== undefined) {
      const peer = unmapAddress(request.socket.remoteAddress ?? "");
      if (peer !== "" && !isTrusted(peer)) recordProxy(peer, header, String(request.headers[header]));
    }
    done();
  });
}

export const undeclaredProxyGauge = ({ config, clock, db }: Context): FeatureGauge => ({
  name: "wrapsody_undeclared_proxies",
  help: "Peers that sent forwarded headers within the last hour and that TRUST_PROXY does not declare.",
  labels: [],
  async read() {
    const proxies = await findUndeclaredProxies(db, { trustProxy: config.trustProxy, now: clock.now() });
    return [{ labels: {}, value: proxies.length }];
  },
});

/** Describes an undeclared proxy to the operator, with the setting that declares it. */
export function describeUndeclaredProxy({ peer, header }: { peer: string; header: string }): string {
  return (
    `${peer} sends ${header} but is not declared in TRUST_PROXY, so all visitors behind it share one rate limit. ` +
    `If it is your proxy, set TRUST_PROXY=${peer}${isPrivate(peer) ? " (or private, for all private networks)" : ""}.`
  );
}
