import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { z } from "zod";
import { ApiError, UNKNOWN_ERROR } from "../api/api-fetch.ts";
import { loadSchema } from "../shims/lazy-zod.ts";

/**
 * Parses form values with the schema of their call. `missing` adds other errors, such as a file that was not chosen.
 *
 * @throws ApiError E0007 with all errors, as the server would; status 0 if the schema could not be loaded
 */
export async function validate<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
  missing: readonly FieldError[] = [],
): Promise<z.output<Schema>> {
  const real = await loadSchema(schema).catch(() => {
    throw new ApiError(0, { ...UNKNOWN_ERROR, errors: [] });
  });
  const read = real.safeParse(values);
  const issues = read.error?.issues ?? [];
  const errors = [
    ...issues.map(({ path, message }) => ({ field: path.map(String).join("."), message })),
    ...missing,
  ];
  if (!read.success || errors.length > 0) {
    throw new ApiError(400, { code: "E0007", message: "", errors });
  }
  return read.data;
}
