/** Longest path that a login returns to. */
export const MAX_RETURN_PATH = 1000;

/** One slash, then no second one, backslash, space or control character: browsers would read another host into those. */
const pathForm = /^\/(?![/\\])[^\s\\\p{C}]*$/u;

/** Returns true for a path of this site, with its query: never another host. */
export function isReturnPath(value: string): boolean {
  return value.length <= MAX_RETURN_PATH && pathForm.test(value);
}
