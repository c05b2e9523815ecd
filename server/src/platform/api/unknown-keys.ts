import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { z } from "zod";

/** Errors of one request; a hostile body may have a million keys. */
const MAX_UNKNOWN_KEYS = 20;
/** Characters of a key that an error repeats. */
const MAX_KEY_LENGTH = 100;

/**
 * Returns an error for each key of a request body that its schema does not declare, in nested objects and rows, too.
 * `parts` are names of a multipart request that the call does not take.
 */
export function findUnknownKeys(
  schema: z.core.$ZodType,
  body: unknown,
  parts: readonly string[] = [],
): FieldError[] {
  const paths = [...unknownPaths(schema, body, []), ...parts.map((name) => [name])];
  const errors = paths.slice(0, MAX_UNKNOWN_KEYS).map(unknownKeyError);
  return errors.filter(({ field }, at) => errors.findIndex((error) => error.field === field) === at);
}

function unknownKeyError(path: Path): FieldError {
  const field = path.map((key) => key.slice(0, MAX_KEY_LENGTH));
  return { field: field.join("."), message: `Unknown key: ${field.at(-1)}` };
}

type Path = readonly string[];

/** Follows the schema down to its objects. What is not the object or list that the schema expects, the schema itself rejects. */
function unknownPaths(schema: z.core.$ZodType, value: unknown, path: Path): Path[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return isObject(value) ? unknownInObject(def, value, path) : [];
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, at) => unknownPaths(def.element, item, [...path, String(at)]))
        : [];
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return unknownPaths(def.innerType, value, path);
    case "pipe":
      // `z.preprocess` is a pipe from a function into the schema.
      return unknownPaths(def.in._zod.def.type === "transform" ? def.out : def.in, value, path);
    case "lazy":
      return unknownPaths(def.getter(), value, path);
    case "union":
      return fewest(
        def.options
          .filter((option) => mayHold(option, value))
          .map((option) => unknownPaths(option, value, path)),
      );
    default:
      return [];
  }
}

function unknownInObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): Path[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const declared = Object.hasOwn(shape, key) ? shape[key] : catchall;
    return declared === undefined ? [[...path, key]] : unknownPaths(declared, inner, [...path, key]);
  });
}

/** Returns false for an alternative of a union that is a text or number while the value is an object or list. */
function mayHold(schema: z.core.$ZodType, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return !["string", "number", "boolean", "null", "enum", "literal"].includes(schema._zod.def.type);
}

/** Of a union, the alternative that fits best. */
function fewest(alternatives: Path[][]): Path[] {
  return alternatives.reduce(
    (best, other) => (other.length < best.length ? other : best),
    alternatives[0] ?? [],
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
