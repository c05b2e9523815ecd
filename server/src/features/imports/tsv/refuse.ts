import { Failure } from "../../../platform/failure.ts";

/** What is told of a file that cannot be looked at row by row. */
export function invalidFile(message: string, cause?: unknown): Failure {
  return new Failure("E0007", { errors: [{ field: "tsvImport", message }], cause });
}
