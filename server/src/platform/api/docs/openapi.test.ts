import { endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { getSongs, postStream } from "@wrapsody/shared/catalogue/catalogue.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildOpenApi } from "./openapi.ts";

const rename = endpoint({
  method: "PATCH",
  path: "thing/:id/name",
  access: "session",
  tag: "things",
  summary: "Renames a thing.",
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ quiet: z.enum(["true", "false"]).optional() }),
  body: z.object({ name: z.string().max(80) }),
  answer: z.object({ name: z.string(), renamed: z.boolean() }),
});

const document = buildOpenApi([getSongs, postStream, rename], {
  publicUrl: "https://music.example",
  version: "1.2.3",
});

describe("the API reference", () => {
  it("is OpenAPI 3.1 with the public address", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Wrapsody", version: "1.2.3" },
      servers: [{ url: "https://music.example/api/v1" }],
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it("describes parameters, body, response, errors and authorization", () => {
    expect(document).toHaveProperty(["paths", "/thing/{id}/name", "patch"], expect.anything());
    expect(document).toMatchObject({
      paths: {
        "/thing/{id}/name": {
          patch: {
            summary: "Renames a thing.",
            tags: ["things"],
            security: [{ bearer: [] }, { basic: [] }],
            parameters: expect.arrayContaining([
              expect.objectContaining({ name: "id", in: "path", required: true }),
              expect.objectContaining({ name: "quiet", in: "query", required: false }),
              { $ref: "#/components/parameters/idempotencyKey" },
            ]),
            requestBody: {
              required: true,
              content: {
                "application/json": { schema: { properties: { name: { type: "string", maxLength: 80 } } } },
              },
            },
            responses: {
              200: {
                content: {
                  "application/json": {
                    schema: {
                      properties: { success: { const: true }, body: { required: ["name", "renamed"] } },
                    },
                  },
                },
              },
              401: { $ref: "#/components/responses/Error401" },
              404: { $ref: "#/components/responses/Error404" },
              429: { $ref: "#/components/responses/Error429" },
            },
          },
        },
      },
    });
  });

  it("describes a list's paging and filters", () => {
    expect(document).toMatchObject({
      paths: {
        "/songs": {
          get: {
            security: [],
            description: expect.stringContaining("`name` (text)"),
            parameters: expect.arrayContaining([
              expect.objectContaining({ name: "limit" }),
              expect.objectContaining({
                name: "sortKey",
                schema: expect.objectContaining({ default: "created_at" }),
              }),
            ]),
          },
        },
      },
    });
  });

  it("contains no dangling references", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1] ?? "",
    );
    expect(references.length).toBeGreaterThan(10);
    for (const reference of new Set(references)) {
      expect(document, reference).toHaveProperty(reference.split("/"), expect.anything());
    }
  });
});
