/** Returns whether a row refers to one that is missing or is being deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23503";
}
