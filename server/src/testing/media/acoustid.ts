import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The known API key. */
export const acoustIdKey = "aKnownApplication";

export type AcoustId = {
  /** For ACOUSTID_URL. */
  url: string;
  /** Accepted requests. */
  requests: { duration: number; fingerprint: string; at: number }[];
  /** One-off responses instead of the normal one. */
  overrides: ((response: ServerResponse) => void)[];
  /** Results by the start of a fingerprint. */
  known: Map<string, { id: string; score: number }[]>;
  close(): Promise<void>;
};

/**
 * Starts a fake of AcoustID's web service (https://acoustid.org/webservice): rejects what the service
 * rejects, in the same order and with the same codes, and more than three requests a second.
 */
export async function openAcoustId(): Promise<AcoustId> {
  const requests: AcoustId["requests"] = [];
  const instead: AcoustId["overrides"] = [];
  const known: AcoustId["known"] = new Map();
  const times: number[] = [];

  const server = createServer(async (request, response) => {
    const params = new URLSearchParams(await text(request));
    const special = instead.shift();
    if (special !== undefined) return special(response);
    const form = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    if (request.method !== "POST" || request.url !== "/v2/lookup" || !form) {
      return void response.writeHead(404).end("<html>Not Found</html>");
    }
    const refusal = findRefusal(params) ?? tooMany(times);
    if (refusal !== undefined) return sendError(response, refusal.status ?? 400, refusal);
    const fingerprint = params.get("fingerprint") ?? "";
    requests.push({ duration: Number(params.get("duration")), fingerprint, at: performance.now() });
    const found = [...known].find(([start]) => fingerprint.startsWith(start));
    response.writeHead(200, { "content-type": "application/json; charset=UTF-8" });
    response.end(JSON.stringify({ status: "ok", results: found?.[1] ?? [] }));
  });
  // Idle connections must survive slow tests; a closed one would break the next call.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: requests,
    overrides: instead,
    known,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Refusal = { code: number; message: string; status?: number };

function findRefusal(params: URLSearchParams): Refusal | undefined {
  const missing = (name: string) => ({ code: 2, message: `missing required parameter "${name}"` });
  const format = params.get("format") ?? "json";
  if (!["json", "jsonp", "xml"].includes(format)) return { code: 1, message: `unknown format "${format}"` };
  if (!params.get("client")) return missing("client");
  if (params.get("client") !== acoustIdKey) return { code: 4, message: "invalid API key" };
  if (!params.has("fingerprint")) return missing("fingerprint");
  if (!/^[1-9]\d*$/.test(params.get("duration") ?? "")) return missing("duration");
  const bytes = Buffer.from(params.get("fingerprint") ?? "", "base64url");
  // The first byte is the algorithm; AcoustID's fingerprints have 1.
  if (bytes.length < 5 || bytes[0] !== 1) return { code: 3, message: "invalid fingerprint" };
  return undefined;
}

function tooMany(times: number[]): Refusal | undefined {
  const now = performance.now();
  while (times[0] !== undefined && times[0] < now - 1_000) times.shift();
  times.push(now);
  if (times.length <= 3) return undefined;
  return { code: 14, message: "rate limit (3 requests per second) exceeded, try again later", status: 429 };
}

function sendError(response: ServerResponse, status: number, { code, message }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
  response.end(JSON.stringify({ status: "error", error: { code, message } }));
}
