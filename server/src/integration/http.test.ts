import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { POLL_TIMEOUT_MS } from "../../../checks/test-limits.ts";
import { addRoutes, route } from "../platform/api/routing.ts";
import { readConfig } from "../platform/config/config.ts";
import { Failure } from "../platform/failure.ts";
import { createHttpServer } from "../platform/http/http-server.ts";
import { noUploads } from "../platform/http/uploads.ts";
import { createLog } from "../platform/log.ts";
import { unlimited } from "../platform/security/rate-limits.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: false });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await database.close();
});

const echo = endpoint({
  method: "POST",
  path: "echo",
  access: "optional",
  tag: "test",
  summary: "Returns the given text.",
  body: z.object({ text: z.string(), more: z.unknown().optional() }),
  answer: z.object({ text: z.string() }),
});
const many = endpoint({
  method: "GET",
  path: "many",
  access: "public",
  tag: "test",
  summary: "A long answer.",
  answer: z.array(z.string()),
});
const broken = endpoint({
  method: "GET",
  path: "broken",
  access: "public",
  tag: "test",
  summary: "Fails.",
  query: z.object({ how: z.enum(["bug", "conflict", "other service"]) }),
  answer: z.object({}),
});

function small(): FastifyInstance {
  const httpServer = createHttpServer(readConfig({}), createLog("silent"));
  const routes = [
    route(echo, async ({ body }) => ({ text: body.text })),
    route(many, async () => Array.from({ length: 200 }, (_, index) => `row ${index}`)),
    route(broken, async ({ query }) => {
      if (query.how === "conflict") throw new Failure("E0005");
      const error = new Error("password=hunter2 at /srv/secret");
      throw query.how === "bug" ? error : Object.assign(error, { statusCode: 404, code: "resource_missing" });
    }),
  ];
  const noSession = async () => undefined;
  addRoutes(httpServer, routes, {
    findSession: { byToken: noSession, byKeys: noSession },
    rateLimits: unlimited,
    uploads: noUploads,
  });
  return httpServer;
}

describe("a request that cannot be answered", () => {
  it("gets the envelope for an unknown address", async () => {
    const answer = await app.inject("/api/v1/nothing-here");
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ success: false, code: "E0001", message: "Not found.", errors: [] });
  });

  it("gets the allowed methods for a known address, with any body", async () => {
    const answer = await app.inject({
      method: "PUT",
      url: "/api/v1/songs/?a=b",
      payload: "<a/>",
      headers: { "content-type": "text/xml" },
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD");
    expect(answer.json().code).toBe("E0011");
  });

  it("gets the matching status for an unreadable body", async () => {
    const server = small();
    const postPayload = async (payload: string, type: string) => {
      const answer = await server.inject({
        method: "POST",
        url: "/api/v1/echo",
        payload,
        headers: { "content-type": type },
      });
      expect(answer.json().success).toBe(false);
      return [answer.statusCode, answer.json().code];
    };
    expect(await postPayload("{not json", "application/json")).toEqual([400, "E0000"]);
    expect(await postPayload('{"__proto__":{"a":1}}', "application/json")).toEqual([400, "E0000"]);
    expect(await postPayload("<a/>", "text/xml")).toEqual([415, "E0009"]);
    expect(await postPayload("text", "text/plain")).toEqual([415, "E0009"]);
    expect(await postPayload(JSON.stringify({ text: "a".repeat(1_100_000) }), "application/json")).toEqual([
      413,
      "E0008",
    ]);
    expect(
      await postPayload(`{"text":"a","more":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, "application/json"),
    ).toEqual([...[400, "E0000"]]);
  });

  it("gets an error for each invalid field", async () => {
    const answer = await small().inject({ method: "POST", url: "/api/v1/echo", payload: { text: 1 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "E0007", errors: [{ field: "text" }] });
  });

  it("gets the envelope for malformed and overlong addresses", async () => {
    const statusOf = async (url: string) => {
      const answer = await app.inject(url);
      expect(answer.json().success).toBe(false);
      return answer.statusCode;
    };
    expect(await statusOf("/api/v1/song/%E0%A4%A")).toBe(400);
    expect(await statusOf(`/api/v1/songs?a=${"a".repeat(9_000)}`)).toBe(414);
    expect(await statusOf(`/api/v1/song/${"a".repeat(300)}`)).toBeLessThan(500);
  });

  it("gets the envelope if it is not HTTP or its headers do not end", async () => {
    const server = small();
    await server.listen({ host: "127.0.0.1", port: 0 });
    try {
      const sendBytes = async (bytes: string) => {
        const socket = connect((server.server.address() as { port: number }).port, "127.0.0.1");
        socket.write(bytes);
        const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
        expect(JSON.parse(body)).toMatchObject({ success: false, code: "E0000" });
        return head.split("\r\n", 1)[0];
      };
      expect(await sendBytes("hello\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request");
      expect(await sendBytes(`GET /?${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`)).toBe(
        "HTTP/1.1 431 Request Header Fields Too Large",
      );
    } finally {
      await server.close();
    }
  });

  it.each(["bug", "other%20service"])("gets only X001 for an error of: %s", async (how) => {
    const answer = await small().inject(`/api/v1/broken?how=${how}`);
    expect(answer.statusCode).toBe(500);
    expect(answer.json().code).toBe("X001");
    expect(answer.body).not.toMatch(/hunter2|srv|Error/);
  });

  it("gets the code of an expected failure", async () => {
    const answer = await small().inject("/api/v1/broken?how=conflict");
    expect([answer.statusCode, answer.json().code]).toEqual([409, "E0005"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});

describe("API responses", () => {
  it("carry an ETag and are 304 for a client that has them", async () => {
    const first = await app.inject("/api/v1/songs");
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    const strong = tag.slice(2);
    for (const etags of [tag, strong, `"other", ${tag}`, `W/"a,b",${strong}`, "*"]) {
      const cached = await app.inject({ url: "/api/v1/songs", headers: { "if-none-match": etags } });
      expect([cached.statusCode, cached.body, cached.headers.etag]).toEqual([304, "", tag]);
    }
    const other = await app.inject({ url: "/api/v1/songs", headers: { "if-none-match": tag.slice(0, -2) } });
    expect(other.statusCode).toBe(200);
  });

  it("answer HEAD like GET without the body", async () => {
    const get = await app.inject("/api/v1/songs");
    const head = await app.inject({ method: "HEAD", url: "/api/v1/songs" });
    expect(head.body).toBe("");
    expect([head.statusCode, head.headers["content-length"], head.headers.etag]).toEqual([
      ...[200, get.headers["content-length"], get.headers.etag],
    ]);
    const ifNoneMatch = { "if-none-match": String(get.headers.etag) };
    const cached = await app.inject({ method: "HEAD", url: "/api/v1/songs", headers: ifNoneMatch });
    expect([cached.statusCode, cached.headers["content-length"]]).toEqual([304, undefined]);
  });

  it("are in the language of the caller if they report errors, with the same code", async () => {
    const server = small();
    const refuse = (language?: string) =>
      server.inject({
        method: "POST",
        url: "/api/v1/echo",
        payload: { text: 7 },
        headers: language === undefined ? {} : { "accept-language": language },
      });
    const spanish = await refuse("es-MX,es;q=0.9");
    expect(spanish.json()).toEqual({
      success: false,
      code: "E0007",
      message: "Revisa los campos marcados.",
      english: "Please check the marked fields.",
      errors: [{ field: "text", message: "Escribe un texto.", english: "Enter text." }],
    });
    expect(spanish.headers).toMatchObject({
      "content-language": "es",
      vary: "accept-encoding, accept-language",
      "cache-control": "no-store",
    });
    for (const language of [undefined, "", "en-GB", "fr,es;q=0.5"]) {
      const { headers, json } = await refuse(language);
      expect(headers["content-language"]).toBe("en");
      expect(json()).toEqual({
        success: false,
        code: "E0007",
        message: "Please check the marked fields.",
        errors: [{ field: "text", message: "Enter text." }],
      });
    }
  });

  it("are compressed as the client accepts, and only if it is worthwhile", async () => {
    const server = small();
    const getEncoded = (accepted: string, url = "/api/v1/many") =>
      server.inject({ url, headers: { "accept-encoding": accepted } });
    const plain = await server.inject("/api/v1/many");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("accept-encoding");
    const br = await getEncoded("gzip, deflate, br");
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    const zipped = await getEncoded("br;q=0, gzip");
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.headers["content-length"]).toBe(String(zipped.rawPayload.length));
    expect((await getEncoded("identity")).headers["content-encoding"]).toBeUndefined();
    expect((await getEncoded("gzip;q=0")).headers["content-encoding"]).toBeUndefined();
    expect((await getEncoded("br", "/api/v1/nothing")).headers["content-encoding"]).toBeUndefined();
  });

  it("carry the client's request id if it is well formed, otherwise a new one", async () => {
    const input = await app.inject({ url: "/api/v1/songs", headers: { "x-request-id": "trace-12345" } });
    expect(input.headers["x-request-id"]).toBe("trace-12345");
    const forged = await app.inject({ url: "/api/v1/none", headers: { "x-request-id": "a b\tc" } });
    expect(forged.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("have their input normalized, and refused with a character that nobody can read", async () => {
    const echo = async (text: string) => {
      const payload = `{"text":"${text}"}`;
      const headers = { "content-type": "application/json" };
      return (await small().inject({ method: "POST", url: "/api/v1/echo", payload, headers })).json();
    };
    expect((await echo("e\\u0301\\n\\tガ".normalize("NFD"))).body).toEqual({ text: "é\n\tガ" });
    for (const [text, sign] of [
      ["Low\\u0000", "U+0000"],
      ["Low\\u0007 Tide", "U+0007"],
      ["Low\\u0085", "U+0085"],
      ["Low\\ud800c", "U+D800"],
      ["Low\\udd7a\\ud83e", "U+DD7A"],
      ["Low\\ufffd", "U+FFFD"],
    ] as const)
      expect(await echo(text)).toMatchObject({
        code: "E0007",
        errors: [{ field: "text", message: `Remove the unreadable character ${sign} after “Low”.` }],
      });
  });
});

describe("GET health", () => {
  it("reports each part and is not cacheable", async () => {
    const getHealth = async () => {
      const result = await app.inject("/api/v1/health");
      expect(result.statusCode).toBe(200);
      return result;
    };
    // Health has a short timeout, which a busy disk may exceed once.
    const answer = await vi.waitFor(getHealth, { timeout: POLL_TIMEOUT_MS });
    expect(answer.json()).toMatchObject({
      success: true,
      body: { database: "ok", storage: "ok", queue: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers.etag).toBeUndefined();
  });

  it("returns 503 and names the failing part", async () => {
    const lost = await testDatabase();
    const server = await createServer(lost.context, { site: false });
    await lost.close();
    const answer = await server.inject("/api/v1/health");
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ success: false, code: "X001", body: { database: "failing" } });
    expect(answer.json().errors).toContainEqual({ field: "database", message: "failing" });
    await server.close();
  });
});

describe("GET /metrics", () => {
  it("reports requests by route, the queue and pools to loopback clients", async () => {
    const count = async () => {
      const line =
        /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/song\/:id",status="4xx"\} (\d+)/;
      return Number(line.exec((await app.inject("/metrics")).body)?.[1] ?? 0);
    };
    const before = await count();
    await app.inject("/api/v1/song/no-such-song");
    const answer = await app.inject("/metrics");
    expect(answer.statusCode).toBe(200);
    expect(await count()).toBe(before + 1);
    expect(answer.body).toContain("process_resident_memory_bytes");
    expect(answer.body).not.toContain("no-such-song");
  });

  it("is hidden from proxied and remote clients without the token", async () => {
    const config = readConfig({ METRICS_TOKEN: "a-long-enough-token" });
    const server = await createServer({ ...database.context, config }, { site: false });
    const callFrom = async (headers: Record<string, string>, remoteAddress: string) =>
      (await server.inject({ url: "/metrics", headers, remoteAddress })).statusCode;
    expect(await callFrom({}, "203.0.113.5")).toBe(404);
    expect(await callFrom({ "x-forwarded-for": "203.0.113.5" }, "127.0.0.1")).toBe(404);
    expect(await callFrom({ authorization: "Bearer wrong" }, "127.0.0.1")).toBe(404);
    expect(await callFrom({ host: "rebound.example" }, "127.0.0.1")).toBe(404);
    expect(await callFrom({ host: "rebound.example", "x-forwarded-host": "localhost" }, "127.0.0.1")).toBe(
      404,
    );
    expect(await callFrom({ host: "localhost:8080" }, "127.0.0.1")).toBe(200);
    expect(await callFrom({ authorization: "Bearer a-long-enough-token" }, "203.0.113.5")).toBe(200);
    await server.close();
  });
});
