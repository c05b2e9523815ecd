import type { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;
type AnySchema = Schema | boolean;

const INDENT = "  ";

/** Formats a JSON schema like a type of TypeScript, with the limits of each key as a comment behind it. */
export function formatType(schema: AnySchema, indent = ""): string {
  if (typeof schema === "boolean") return schema ? "any" : "never";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return formatUnion(union, " | ", indent);
  if (schema.allOf !== undefined) return formatUnion(schema.allOf, " & ", indent);
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "array") return formatArray(schema, indent);
  return schema.type === "object" ? formatObject(schema, indent) : (schema.type ?? "any");
}

function formatUnion(schemas: readonly AnySchema[], separator: string, indent: string): string {
  return [...new Set(schemas.map((schema) => formatType(schema, indent)))].join(separator);
}

function formatArray({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((item) => formatType(item, indent)).join(", ")}]`;
  const item = items === undefined || Array.isArray(items) ? "any" : formatType(items, indent);
  return /^\w+$|\}$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function formatObject(schema: Schema, indent: string): string {
  const inner = indent + INDENT;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const lines = Object.entries(properties).map(([name, property]) => {
    const type = formatType(property, inner);
    return `${inner}${name}${required.includes(name) ? "" : "?"}: ${type}${formatComment(property)}`;
  });
  if (typeof others === "object") lines.push(`${inner}[key: string]: ${formatType(others, inner)}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function formatComment(schema: AnySchema): string {
  const limits = listLimits(schema);
  return limits.length === 0 ? "" : ` // ${limits.join(", ")}`;
}

/** Lists the limits of a value in words, such as “1 to 120 characters”. */
export function listLimits(schema: AnySchema): string[] {
  if (typeof schema === "boolean") return [];
  const { minLength, maxLength, minItems, maxItems, default: preset, format, description } = schema;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return [
    ...formatRange(minLength, maxLength, "characters"),
    ...formatRange(minItems, maxItems, "items"),
    ...formatRange(omitUnbounded(minimum), omitUnbounded(maximum), ""),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
    ...(format === undefined ? [] : [format]),
    ...(preset === undefined ? [] : [`default ${JSON.stringify(preset)}`]),
    ...(description === undefined ? [] : [description]),
  ];
}

function formatRange(least: number | undefined, most: number | undefined, unit: string): string[] {
  const of = unit === "" ? "" : ` ${unit}`;
  const [from, to] = [least, most].map((limit) => limit?.toLocaleString("en"));
  if (to !== undefined) return [from === undefined ? `at most ${to}${of}` : `${from} to ${to}${of}`];
  return from === undefined ? [] : [`at least ${from}${of}`];
}

/** The limits of integers in JavaScript say nothing about a value. */
function omitUnbounded(limit: number | undefined): number | undefined {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit;
}
