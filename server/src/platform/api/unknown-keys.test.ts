import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findUnknownKeys } from "./unknown-keys.ts";

const row = z.object({ name: z.string(), share: z.number().nullish() });
const schema = z
  .object({
    title: z.string(),
    rows: z.array(row).default([]),
    first: row.optional(),
    code: z
      .string()
      .nullish()
      .transform((text) => text ?? null),
    typed: z.preprocess((value) => value, z.object({ seconds: z.number() }).nullable()),
    either: z.union([z.string(), z.object({ a: z.string() }), z.object({ b: z.string(), c: z.string() })]),
    settings: z.looseObject({ theme: z.object({ dark: z.boolean() }) }),
  })
  .partial()
  .refine(() => true);

const fieldsOf = (body: unknown, parts?: string[]) =>
  findUnknownKeys(schema, body, parts).map(({ field }) => field);

describe("the keys of a request body", () => {
  it("are all known if the schema declares them, whatever their values", () => {
    const body = {
      title: 7,
      rows: [{ name: "Ana" }, { name: "Bo", share: null }, "no row"],
      first: null,
      code: undefined,
      typed: { seconds: "7" },
      either: { b: 1, c: 2 },
      settings: { theme: { dark: true }, more: { deep: 1 } },
    };
    expect(fieldsOf(body)).toEqual([]);
    expect([null, "text", [], 7, undefined].flatMap((other) => fieldsOf(other))).toEqual([]);
  });

  it("that are unknown are named by their path, in objects and rows, too", () => {
    const body = {
      titel: "Typo",
      rows: [{ name: "Ana" }, { name: "Bo", owner: true }],
      first: { nick: "A" },
      typed: { minutes: 1 },
      either: { b: "x", d: "y" },
      settings: { theme: { light: true } },
    };
    expect(fieldsOf(body)).toEqual([
      "titel",
      "rows.1.owner",
      "first.nick",
      "typed.minutes",
      "either.d",
      "settings.theme.light",
    ]);
    expect(findUnknownKeys(schema, { titel: "" })).toEqual([
      { field: "titel", message: "Unknown key: titel" },
    ]);
  });

  it("are unknown if an object only inherits them", () => {
    const body = JSON.parse('{ "__proto__": 1, "constructor": 2, "toString": 3 }');
    expect(fieldsOf(body)).toEqual(["__proto__", "constructor", "toString"]);
  });

  it("are reported twenty at a time, in part if they are long", () => {
    const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${at}${"x".repeat(200)}`, 1]));
    const errors = findUnknownKeys(schema, body);
    expect(errors).toHaveLength(20);
    expect(errors[0]?.field).toBe(`0${"x".repeat(99)}`);
  });

  it("include the unknown parts of a form, each once", () => {
    expect(fieldsOf({ titel: "" }, ["titel", "cover"])).toEqual(["titel", "cover"]);
  });
});
