import { Failure } from "../../../platform/failure.ts";

/** Returns the error of a file that cannot be read row by row. */
export function invalidFile(message: string, cause?: unknown): Failure {
  return new Failure("E0007", { errors: [{ field: "tsvImport", message }], cause });
}
