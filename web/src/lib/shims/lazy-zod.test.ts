import { describe, expect, it } from "vitest";
import type * as Zod from "zod";
import { loadSchema, z as noted } from "./lazy-zod.ts";

const z = noted as typeof Zod;

describe("a recorded schema", () => {
  it("validates like the real one", async () => {
    const schema = await loadSchema(z.object({ email: z.email(), name: z.string().min(2).max(5) }));
    expect(schema.safeParse({ email: "a@b.pt", name: "Ana" }).success).toBe(true);
    const wrong = schema.safeParse({ email: "nobody", name: "Anastasia" });
    expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(["email", "name"]);
  });

  it("keeps defaults, coercion, enumerations, arrays and derived schemas", async () => {
    const row = z.object({ id: z.coerce.number().int(), kind: z.enum(["A", "B"]).default("A") });
    const schema = await loadSchema(z.object({ rows: z.array(row.partial().required({ id: true })) }));
    expect(schema.parse({ rows: [{ id: "7" }] })).toEqual({ rows: [{ id: 7, kind: "A" }] });
  });

  it("keeps custom checks", async () => {
    const schema = await loadSchema(
      z
        .object({ pw: z.string(), pwconfirm: z.string() })
        .refine(({ pw, pwconfirm }) => pw === pwconfirm, { path: ["pwconfirm"], message: "Not the same." }),
    );
    const wrong = schema.safeParse({ pw: "a", pwconfirm: "b" });
    expect(wrong.error?.issues[0]).toMatchObject({ path: ["pwconfirm"], message: "Not the same." });
  });

  it("is built once", async () => {
    const schema = z.string();
    expect(await loadSchema(schema)).toBe(await loadSchema(schema));
  });

  it("leaves a real schema unchanged", async () => {
    const zod = await import("zod");
    const schema = zod.string();
    expect(await loadSchema(schema)).toBe(schema);
  });
});
