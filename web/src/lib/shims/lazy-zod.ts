import type * as Zod from "zod";

type Note = { make: (zod: typeof Zod) => unknown };

const notes = new WeakMap<object, Note>();
const schemas = new WeakMap<object, unknown>();

/**
 * Replaces zod in the browser build of `shared` (see `vite.config.ts`). Endpoints are described with zod, but a page
 * that only makes calls does not need it, and zod is a quarter of all scripts. This module records each step of a
 * description and runs it with the real library only when something is validated.
 */
export const z: unknown = recordStep((zod) => zod);

function recordStep(make: Note["make"], owner?: Note["make"]): object {
  const noted: object = new Proxy(() => undefined, {
    get: (_, name) => recordStep((zod) => Reflect.get(Object(make(zod)), name), make),
    apply: (_, _self, values: unknown[]) =>
      recordStep((zod) =>
        Reflect.apply(
          make(zod) as (...values: unknown[]) => unknown,
          owner?.(zod),
          values.map((value) => resolveValue(value, zod)),
        ),
      ),
  });
  notes.set(noted, { make });
  return noted;
}

/** Resolves a recorded value to the real schema. Other values stay as they are. */
function resolveValue(value: unknown, zod: typeof Zod): unknown {
  if (typeof value === "function" || (typeof value === "object" && value !== null)) {
    const noted = notes.get(value);
    if (noted !== undefined) return memoize(value, () => noted.make(zod));
    if (Array.isArray(value)) return value.map((item) => resolveValue(item, zod));
    if (typeof value === "function")
      return (...args: unknown[]) => resolveValue(Reflect.apply(value, undefined, args), zod);
    if (Object.getPrototypeOf(value) === Object.prototype) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveValue(item, zod)]));
    }
  }
  return value;
}

function memoize(noted: object, make: () => unknown): unknown {
  if (!schemas.has(noted)) schemas.set(noted, make());
  return schemas.get(noted);
}

/**
 * Resolves a schema of `shared` for validation: `(await loadSchema(postAuth.body)).safeParse(values)`. The first call
 * loads the library; a form calls it on mount, so that it is ready on submit.
 */
export async function loadSchema<Schema extends Zod.ZodType>(schema: Schema): Promise<Schema> {
  const [zod, { describeIssue }] = await Promise.all([
    import("zod"),
    import("@wrapsody/shared/api/validation-messages.ts"),
  ]);
  zod.config({ customError: describeIssue });
  return resolveValue(schema, zod) as Schema;
}
