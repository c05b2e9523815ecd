/** Identifies a version of a file. `etag` is strong and quoted. */
export type Validators = { etag: string; modifiedAt: Date };

export type ConditionHeaders = {
  "if-none-match"?: string | undefined;
  "if-modified-since"?: string | undefined;
  "if-range"?: string | string[] | undefined;
};

const oneTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether the client already has this version: RFC 9110, sections 13.1.2 and 13.1.3. */
export function isNotModified(headers: ConditionHeaders, { etag, modifiedAt }: Validators): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) {
    if (tags.trim() === "*") return true;
    // Compared weakly: W/"a" matches "a".
    return [...tags.matchAll(oneTag)].some((match) => match[1] === etag);
  }
  const since = readHttpDate(headers["if-modified-since"]);
  return since !== undefined && wholeSeconds(modifiedAt) <= since;
}

/** Whether a range may be sent, or the client's part is of another version: RFC 9110, section 13.1.5. */
export function rangeApplies(headers: ConditionHeaders, { etag, modifiedAt }: Validators): boolean {
  const ifRange = headers["if-range"];
  if (ifRange === undefined) return true;
  if (typeof ifRange !== "string") return false;
  const condition = ifRange.trim();
  // Compared strongly: a weak tag matches nothing.
  if (condition.endsWith('"')) return condition === etag;
  return readHttpDate(condition) === wholeSeconds(modifiedAt);
}

const httpDate = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}( GMT| \d{4})$/;

/** Returns milliseconds, or undefined for anything but the three forms of an HTTP date. */
function readHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !httpDate.test(text)) return undefined;
  // The oldest form names no zone and means GMT.
  const parsed = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
