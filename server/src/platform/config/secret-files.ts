import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables from files, as container platforms provide secrets: `SECRET_KEY_FILE=/run/secrets/key` sets
 * SECRET_KEY to the content of that file without white space around it. Every variable of `names` can be set like this.
 */
export function readSecretFiles(
  environment: Environment,
  names: readonly string[],
): { environment: Environment; problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const path = environment[`${name}_FILE`];
    if (path === undefined || path === "") continue;
    if (environment[name] !== undefined && environment[name] !== "") {
      problems.push(`${name}_FILE: cannot be combined with ${name}`);
      continue;
    }
    try {
      values[name] = readFileSync(path, "utf8").trim();
    } catch (error) {
      const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
      problems.push(`${name}_FILE: the file cannot be read: ${reason}`);
    }
  }
  return { environment: { ...environment, ...values }, problems };
}
