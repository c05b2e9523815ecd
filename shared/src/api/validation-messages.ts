import type { core } from "zod";

const missing = "Required";

/** Messages of values with another type than the expected one. */
const wrongTypes: Readonly<Record<string, string>> = {
  string: "Enter text.",
  number: "Enter a number.",
  int: "Enter a whole number.",
  boolean: "Enter true or false.",
  array: "Enter a list.",
  object: "Enter an object.",
  record: "Enter an object.",
};

const wrongFormats: Readonly<Record<string, string>> = {
  email: "Enter an email address.",
  url: "Enter a URL.",
  date: "Enter a date as YYYY-MM-DD.",
  datetime: "Enter a date and time in ISO 8601.",
};

/**
 * Describes an issue whose schema has no message of its own, in words for the person who entered the value. Returns
 * undefined for rare issues, which keep zod's message.
 */
export function describeIssue(issue: core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input == null ? missing : wrongTypes[issue.expected];
    case "invalid_value": {
      if (issue.input == null) return missing;
      const values = issue.values.map(String);
      return values.length === 1 ? `Enter ${values.join()}.` : `Choose one of: ${values.join(", ")}.`;
    }
    case "invalid_format":
      return wrongFormats[issue.format] ?? "Enter a valid value.";
    case "invalid_union":
      return issue.input == null ? missing : "Enter a valid value.";
    case "too_small":
      return describeMinimum(issue.origin, Number(issue.minimum), issue.inclusive === false);
    case "too_big":
      return describeMaximum(issue.origin, Number(issue.maximum), issue.inclusive === false);
    case "not_multiple_of":
      return `Enter a multiple of ${issue.divisor}.`;
    default:
      return undefined;
  }
}

function describeMinimum(origin: string, minimum: number, isExclusive: boolean): string | undefined {
  if (origin === "string") return minimum === 1 ? missing : `Please use at least ${minimum} characters.`;
  if (origin === "array") return minimum === 1 ? missing : `Enter at least ${minimum} values.`;
  if (origin === "number" || origin === "int")
    return isExclusive ? `Enter a number above ${minimum}.` : `Enter a number of at least ${minimum}.`;
  return undefined;
}

function describeMaximum(origin: string, maximum: number, isExclusive: boolean): string | undefined {
  if (origin === "string") return `Please use at most ${maximum} characters.`;
  if (origin === "array") return `Enter at most ${maximum} values.`;
  if (origin === "number" || origin === "int")
    return isExclusive ? `Enter a number below ${maximum}.` : `Enter a number of at most ${maximum}.`;
  return undefined;
}
