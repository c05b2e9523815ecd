import { apiPrefix, type Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { operators } from "@wrapsody/shared/api/page.ts";
import { z } from "zod";
import { pngFile } from "../fixtures/studio.ts";
import { type CallerKind, callerKinds } from "../http/callers.ts";
import { multipart } from "../http/multipart.ts";
import { silence } from "../media/mp3s.ts";
import type { Random } from "./random.ts";

export type FuzzedCall = {
  caller: CallerKind;
  method: Endpoint["method"];
  url: string;
  headers: Record<string, string>;
  payload?: object | string | Buffer;
};

type Texts = readonly string[];

/** Calls that hash passwords, decode files or end sessions are generated less often. */
const COSTLY_CHANCE = 0.15;

const png = pngFile();
const files = [
  png,
  { content: Buffer.from("x"), fileName: "x.png", contentType: "image/png" },
  { content: silence(30), fileName: "a.mp3", contentType: "audio/mpeg" },
  { content: Buffer.from("name\tartist\nA\tB\n"), fileName: "a.tsv", contentType: "text/plain" },
  { content: Buffer.alloc(0), fileName: "", contentType: "" },
] as const;

const oddTexts: Texts = [
  "",
  " ",
  "0",
  "-1",
  "1e309",
  "2147483648",
  "9223372036854775808",
  "null",
  "true",
  "\0",
  "\ud800",
  "\u202e\u0000x",
  "'; drop table song; --",
  "%",
  "%00",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "0x00000000000000000000000000000000000000aa",
  "0198c0de-0000-7000-8000-000000000001",
  "https://label.example/",
  "javascript:alert(1)",
  "a@b.example",
  "2026-02-30T25:61:00Z",
  "x".repeat(300),
  "é".repeat(5_000),
  "{}",
  "[]",
];

const oddValues = [null, true, false, 0, -1, 0.5, 1e21, 2 ** 31, [], {}, [null], { a: { b: [] } }] as const;

/** Generates a call of an endpoint from its description: mostly valid, partly odd. `known` are ids that exist. */
export function generateCall(random: Random, endpoints: readonly Endpoint[], known: Texts): FuzzedCall {
  const endpoint = pickEndpoint(random, endpoints);
  const { method, path } = endpoint;
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeText(generateParam(random, endpoint, name, known)),
  );
  const query = generateQuery(random, endpoint, known);
  return {
    caller: random.pick(callerKinds),
    method,
    url: `${apiPrefix}/${filled}${query === "" ? "" : `?${query}`}`,
    ...generateBody(random, endpoint, known),
  };
}

function pickEndpoint(random: Random, endpoints: readonly Endpoint[]): Endpoint {
  for (;;) {
    const endpoint = endpoints[random.integer(endpoints.length)];
    if (endpoint === undefined) continue;
    const isCostly =
      endpoint.limit !== undefined || endpoint.path.includes("session") || endpoint.path.includes("logout");
    if (!isCostly || random.chance(COSTLY_CHANCE)) return endpoint;
  }
}

function generateParam(random: Random, endpoint: Endpoint, name: string, known: Texts): string {
  if (random.chance(0.7)) return random.pick(known);
  if (random.chance(0.5)) return String(generateValue(random, propertiesOf(endpoint.params)[name], known));
  return random.pick(oddTexts);
}

/** Lone surrogates have no encoding. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function generateQuery(random: Random, { query, list }: Endpoint, known: Texts): string {
  const parts = Object.entries(propertiesOf(query)).flatMap(([name, schema]) =>
    random.chance(0.8) ? [`${name}=${encodeText(textOf(generateOdd(random, schema, known)))}`] : [],
  );
  if (list !== undefined) {
    for (const name of Object.keys(list.filters)) {
      if (!random.chance(0.3)) continue;
      const value = random.pick([random.pick(known), random.pick(oddTexts), "true", "2026-01-01T00:00:00Z"]);
      parts.push(`${name}${random.pick(operators)}${encodeText(value)}`);
    }
    if (random.chance(0.5))
      parts.push(`limit=${random.pick(["1", "14", "0", "100", "x", "-1", "99999999999"])}`);
    if (random.chance(0.3)) parts.push(`offset=${random.pick(["0", "5", "999999", "-5", "1e3"])}`);
    if (random.chance(0.3)) parts.push(`sortDir=${random.pick(["ASC", "DESC", "x"])}`);
    const keys = ["id", "created_at", ...(list.sortKeys ?? [])];
    if (random.chance(0.3)) parts.push(`sortKey=${random.pick(keys)}`);
  }
  if (random.chance(0.05)) parts.push(random.pick(["%", "a==b", "==", "&&", "%ff=1", "a".repeat(3_000)]));
  return parts.join("&");
}

function generateBody(
  random: Random,
  endpoint: Endpoint,
  known: Texts,
): { headers: Record<string, string>; payload?: object | string | Buffer } {
  const headers = generateHeaders(random);
  if (endpoint.method === "GET") return { headers };
  if (random.chance(0.03))
    return { headers: { ...headers, "content-type": "application/json" }, payload: "{" };
  if (random.chance(0.03))
    return {
      headers: { ...headers, "content-type": random.pick(["text/plain", "multipart/form-data", "x"]) },
      payload: "x",
    };
  const fields = Object.fromEntries(
    Object.entries(propertiesOf(endpoint.body)).flatMap(([name, schema]) =>
      random.chance(0.85) ? [[name, generateOdd(random, schema, known)]] : [],
    ),
  );
  if (endpoint.files === undefined) return { headers, payload: random.chance(0.02) ? [fields] : fields };
  const parts = Object.fromEntries([
    ...Object.entries(fields).map(([name, value]) => [name, textOf(value)]),
    ...Object.keys(endpoint.files).flatMap((name) =>
      random.chance(0.8) ? [[name, random.pick(files)]] : [],
    ),
  ]);
  return multipart(parts, headers);
}

function generateHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.2)) headers["idempotency-key"] = random.pick(["a", "b", "x".repeat(200), "é"]);
  if (random.chance(0.2)) headers["accept-language"] = random.pick(["es", "*", "x;q=9,,", "en-GB;q=0.1"]);
  if (random.chance(0.3)) headers["x-wrap-per"] = random.pick(["visitor000000001", "short", "%00"]);
  if (random.chance(0.2)) headers["x-wrap-inc"] = random.pick(["0198c0de-0000-7000-8000-000000000001", "x"]);
  if (random.chance(0.1)) headers["x-session-token"] = random.pick(["x", "x".repeat(43)]);
  if (random.chance(0.1))
    headers["x-forwarded-for"] = random.pick(["203.0.113.9", "::1", "x", "1.1.1.1, 2.2.2.2"]);
  return headers;
}

type Schema = {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
};

const schemas = new WeakMap<z.ZodObject, Record<string, Schema>>();

function propertiesOf(shape: z.ZodObject): Record<string, Schema> {
  const cached = schemas.get(shape);
  if (cached !== undefined) return cached;
  const { properties = {} } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as Schema;
  schemas.set(shape, properties);
  return properties;
}

function generateOdd(random: Random, schema: Schema | undefined, known: Texts): unknown {
  if (random.chance(0.08)) return random.pick(oddValues);
  if (random.chance(0.08)) return random.pick(oddTexts);
  return generateValue(random, schema, known);
}

function generateValue(random: Random, schema: Schema = {}, known: Texts, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[random.integer(schema.enum.length)];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return generateValue(random, choices[random.integer(choices.length)], known, depth);
  switch (schema.type) {
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "integer":
    case "number":
      return generateNumber(random, schema);
    case "array":
      return Array.from({ length: random.integer(depth > 2 ? 1 : 4) }, () =>
        generateValue(random, schema.items, known, depth + 1),
      );
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [
          name,
          generateValue(random, inner, known, depth + 1),
        ]),
      );
    default:
      return generateText(random, schema, known);
  }
}

function generateNumber(random: Random, { minimum = 0, maximum = 1_000 }: Schema): number {
  const [low, high] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)];
  return random.chance(0.2)
    ? random.pick([low, high, low - 1, high + 1])
    : Math.floor(low + random.integer(high - low + 1));
}

function generateText(random: Random, { format, minLength = 0 }: Schema, known: Texts): string {
  if (format === "uuid") return "0198c0de-0000-7000-8000-000000000001";
  if (format === "email") return random.pick(["a@b.example", "c@d.example"]);
  if (format === "uri") return "https://label.example/";
  if (random.chance(0.4)) return random.pick(known);
  return random
    .pick(["Salt Meridian", "Inês", "0x00000000000000000000000000000000000000aa", "x".repeat(43)])
    .padEnd(Math.min(minLength, 200), "x");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
