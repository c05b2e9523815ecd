import { type MemberRole, memberRoles } from "@wrapsody/shared/accounts/accounts.ts";
import { findPermission, mayCall } from "@wrapsody/shared/accounts/permissions.ts";
import { type Access, apiPrefix, type Endpoint, type FileParts } from "@wrapsody/shared/api/endpoint.ts";
import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import {
  type FilterKind,
  type ListDescription,
  type Operator,
  operators,
  pageDefaults,
  pageLimits,
} from "@wrapsody/shared/api/page.ts";
import { z } from "zod";

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document from the descriptions that parse and answer the calls. */
export function buildOpenApi(
  endpoints: readonly Endpoint[],
  site: { publicUrl: string; version: string },
): Json {
  const paths: Record<string, Json> = { "/health": { get: health } };
  for (const endpoint of endpoints) {
    const path = `/${endpoint.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: getOperation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Wrapsody", version: site.version, description: introduction, license },
    servers: [{ url: `${site.publicUrl}${apiPrefix}` }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      parameters: headers,
      schemas: { Error: errorSchema },
      responses: errorResponses(),
    },
  };
}

const license = { name: "Apache-2.0", identifier: "Apache-2.0" };

export const operatorMeanings: Readonly<Record<Operator, string>> = {
  "==": "equals",
  "!=": "differs from",
  "~~": "contains the text, without regard to case, accents and typing errors; texts only",
  ">>": "is greater than",
  "<<": "is less than",
  ">=": "is at least",
  "<=": "is at most",
};

/** What holds for every call; paragraphs in which backticks mark code. */
export const introduction = `Every response is \`{ "success": true, "body": … }\` or \`{ "success": false, "code", "message", "errors" }\`; lists return
\`body: { data, total }\`. A list is filtered by segments of its query string, each a key, an operator and a
percent-encoded value, all of which must hold: \`songs?limit=14&name~~lov&artist==Foo%20Bar\`. The operators are
${operators.map((operator) => `\`${operator}\``).join(" ")}; \`~~\` looks for text, ignores case and accents, and forgives typing errors; filters without it return E0007.

Messages of errors are in the language of \`Accept-Language\`, English by default; \`english\` beside one that is translated is its original. Programs should rely on codes and fields.

A body may have the declared keys only: any other is named by an error of E0007. A call with \`X-Wrap-Account\` concerns an account that the caller is a member of, if its \`x-member-roles\` include the caller's role there; others
return E0075, and E0074 to everyone who is no member. Calls without \`x-member-roles\` always concern the caller.

Requests over the rate limit get 429 with \`Retry-After\` in seconds.`;

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "A session token, as returned by login." },
  basic: { type: "http", scheme: "basic", description: "The ID and secret of an API key." },
};

function securityOf(access: Access): Json[] {
  const proofs = [{ bearer: [] }, { basic: [] }];
  if (access === "public") return [];
  if (access === "personal") return [{ bearer: [] }];
  return access === "session" ? proofs : [{}, ...proofs];
}

const text = { type: "string" };
export const headers = {
  acceptLanguage: header(
    "Accept-Language",
    "The preferred language of user-facing texts, also of the messages of errors.",
    text,
  ),
  visitor: header("X-Wrap-Per", "The visitor ID, chosen by the client.", {
    ...text,
    pattern: "^[A-Za-z0-9]{16}$",
  }),
  sharer: header("X-Wrap-Inc", "The account that shared the link the visitor followed.", {
    ...text,
    maxLength: 64,
  }),
  source: header("X-Wrap-Source", "How the visit began: site, share, link or embed.", text),
  device: header("X-Device-Fingerprint", "Distinguishes the devices of an account.", text),
  account: header(
    "X-Wrap-Account",
    "The id of an account that the caller is a member of: the call then concerns that account. Not with API keys.",
    { ...text, format: "uuid" },
  ),
  sessionToken: header(
    "X-Session-Token",
    "The token returned with S0007, sent with the MFA code to complete a login.",
    text,
  ),
  idempotencyKey: header(
    "Idempotency-Key",
    "A repeated request with the same key returns the stored response and has no further effect.",
    {
      ...text,
      maxLength: 128,
    },
  ),
};

function header(name: string, description: string, schema: Json) {
  return { name, in: "header", required: false, description, schema };
}

const operations = new WeakMap<Endpoint, Json>();

/** Describes an endpoint once for all servers of the process. */
function getOperation(endpoint: Endpoint): Json {
  const operation = operations.get(endpoint) ?? operationOf(endpoint);
  operations.set(endpoint, operation);
  return operation;
}

function operationOf(endpoint: Endpoint): Json {
  const { list } = endpoint;
  const roles = rolesOf(endpoint);
  return {
    operationId: `${endpoint.method.toLowerCase()}_${endpoint.path.replace(/\W+/g, "_")}`,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(list === undefined ? {} : { description: filtersOf(list), "x-filters": list.filters }),
    security: securityOf(endpoint.access),
    ...(roles.length === 0 ? {} : { "x-member-roles": roles }),
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      ...(list === undefined ? [] : listPagingParameters(list)),
      ...headersOf(endpoint),
    ],
    ...requestBodyOf(endpoint),
    responses: {
      200: {
        description: "Success.",
        content: { "application/json": { schema: answerOf(endpoint) } },
      },
      ...errorsOf(endpoint),
    },
  };
}

function hasFields(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length > 0;
}

export function describeSchema(schema: z.ZodType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Requests with unknown keys are rejected outside the schema.
    override: ({ jsonSchema }) => {
      if (jsonSchema.properties !== undefined) jsonSchema.additionalProperties ??= false;
    },
  });
  return rest;
}

function parametersOf(schema: z.ZodObject, place: "path" | "query"): Json[] {
  const described = describeSchema(schema, "input");
  const required = new Set(Array.isArray(described.required) ? described.required : []);
  const properties: Json = typeof described.properties === "object" ? { ...described.properties } : {};
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    schema: property,
    required: place === "path" || required.has(name),
  }));
}

/** Lists the parameters of the query string that every list takes. */
export function listPagingParameters({ sortKeys }: ListDescription) {
  const count = (minimum: number, maximum: number, preset: number) => ({
    type: "integer" as const,
    minimum,
    maximum,
    default: preset,
  });
  const query = (name: string, schema: z.core.JSONSchema.BaseSchema) => ({
    name,
    in: "query",
    required: false,
    schema,
  });
  return [
    query("limit", count(1, pageLimits.limit, pageDefaults.limit)),
    query("offset", count(0, pageLimits.offset, pageDefaults.offset)),
    query("sortKey", { type: "string", enum: [...sortKeys], default: pageDefaults.sortKey }),
    query("sortDir", { type: "string", enum: ["ASC", "DESC"], default: pageDefaults.sortDir }),
  ];
}

const operatorsOf: Record<FilterKind, readonly string[]> = {
  text: operators,
  integer: operators.filter((operator) => operator !== "~~"),
  boolean: ["==", "!="],
  time: operators.filter((operator) => operator !== "~~"),
};

/** Lists the filters of a list with their kinds and operators. */
export function listFilters({ filters }: ListDescription) {
  return Object.entries(filters).map(([key, kind]) => ({ key, kind, operators: operatorsOf[kind] }));
}

function filtersOf(list: ListDescription): string {
  const lines = listFilters(list).map(
    ({ key, kind, operators: usable }) =>
      `- \`${key}\` (${kind}): ${usable.map((item) => `\`${item}\``).join(" ")}`,
  );
  return lines.length === 0
    ? "This list has no filters."
    : `Filters, each a segment of the query string:\n\n${lines.join("\n")}`;
}

function headersOf(endpoint: Endpoint): Json[] {
  const { access, method } = endpoint;
  const names: (keyof typeof headers)[] = [
    "acceptLanguage",
    ...(access === "public" ? [] : (["visitor", "sharer", "source", "device", "sessionToken"] as const)),
    ...(rolesOf(endpoint).length === 0 ? [] : (["account"] as const)),
    ...(method === "GET" ? [] : (["idempotencyKey"] as const)),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The roles of members who may make the call for an account; none if it always concerns the caller. */
export function rolesOf(endpoint: Endpoint): MemberRole[] {
  const permission = findPermission(endpoint);
  if (permission === undefined || permission === "PERSON") return [];
  return memberRoles.filter((role) => mayCall(role, endpoint));
}

function requestBodyOf({ body, files }: Endpoint): Json {
  if (files !== undefined) return { requestBody: partsOf(body, files) };
  if (!hasFields(body)) return {};
  const schema = describeSchema(body, "input");
  const required = Array.isArray(schema.required) && schema.required.length > 0;
  return { requestBody: { required, content: { "application/json": { schema } } } };
}

/** The fields are parts beside the files; all of them may instead come as JSON in one part, `data`. */
function partsOf(body: z.ZodObject, files: FileParts): Json {
  const parts = Object.entries(files).map(([name, { maxBytes }]) => [
    name,
    { ...text, format: "binary", description: `At most ${maxBytes.toLocaleString("en")} bytes.` },
  ]);
  const required = Object.keys(files).filter((name) => files[name]?.missing !== undefined);
  const schema = describeSchema(body, "input");
  const fields = typeof schema.properties === "object" ? schema.properties : {};
  const flat = Object.values(fields ?? {}).every((field) => JSON.stringify(field).length < 400);
  const needed = Array.isArray(schema.required) ? schema.required : [];
  const described = flat
    ? { required: [...required, ...needed], properties: { ...fields, ...Object.fromEntries(parts) } }
    : { required: [...required, "data"], properties: { data: schema, ...Object.fromEntries(parts) } };
  return {
    required: true,
    content: {
      "multipart/form-data": { schema: { type: "object", additionalProperties: false, ...described } },
    },
  };
}

function answerOf({ answer, codeOf }: Endpoint): Json {
  const code = codeOf === undefined ? {} : { code: { ...text, enum: ["S0007"] } };
  return {
    type: "object",
    required: ["success", "body"],
    properties: { success: { const: true }, ...code, body: describeSchema(answer, "output") },
  };
}

const errorSchema = {
  type: "object",
  required: ["success", "code", "message", "errors"],
  properties: {
    success: { const: false },
    code: { ...text, enum: Object.keys(errorCodes) },
    message: text,
    errors: {
      type: "array",
      items: { type: "object", required: ["field", "message"], properties: { field: text, message: text } },
    },
  },
};

const errorContent = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

/** One response for each status that an error code has. */
function errorResponses(): Record<string, Json> {
  const byStatus = new Map<number, string[]>();
  for (const [code, { status, message }] of Object.entries(errorCodes)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${message}`]);
  }
  const wait = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      `Error${status}`,
      {
        description: lines.join("\n\n"),
        ...(status === 429 ? { headers: wait } : {}),
        content: errorContent,
      },
    ]),
  );
}

function errorsOf(endpoint: Endpoint): Json {
  return Object.fromEntries(
    listErrorStatuses(endpoint).map((status) => [
      String(status),
      { $ref: `#/components/responses/Error${status}` },
    ]),
  );
}

/** Lists the HTTP statuses of the errors that a call may return. */
export function listErrorStatuses({ access, method, params, files }: Endpoint): number[] {
  return [
    400,
    ...(access === "session" || access === "personal" ? [401, 403] : []),
    ...(hasFields(params) ? [404] : []),
    ...(method === "GET" ? [] : [409, 413, 415]),
    ...[429, 500],
    ...(files === undefined ? [] : [507]),
  ];
}

const part = { ...text, enum: ["ok", "failing"] };
const healthIssue = {
  type: "object",
  required: ["part", "of", "kind", "since"],
  properties: { part: text, of: text, kind: text, since: { type: "string", format: "date-time" } },
};

const healthBody = {
  type: "object",
  required: ["database", "storage", "queue", "degraded", "version"],
  properties: {
    database: part,
    storage: part,
    queue: part,
    degraded: { type: "array", items: healthIssue, description: "Issues that do not affect availability." },
    version: text,
  },
};

const health = {
  operationId: "get_health",
  summary: "Reports whether all components are available.",
  security: [],
  responses: {
    200: {
      description: "All components are available.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["success", "body"],
            properties: { success: { const: true }, body: healthBody },
          },
        },
      },
    },
    503: {
      description: "A component is unavailable; `errors` and `body` name it.",
      content: {
        "application/json": {
          schema: { allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { body: healthBody } }] },
        },
      },
    },
  },
};
