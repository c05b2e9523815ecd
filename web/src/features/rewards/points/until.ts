const minute = 60_000;

/**
 * Returns the time from `now` (milliseconds) to a moment: whole hours from one hour on, else minutes, both rounded up
 * so that nothing is promised too early. Undefined once the moment has passed.
 */
export function untilParts(at: string | null, now: number): { hours: number; minutes: number } | undefined {
  const left = at === null ? 0 : Date.parse(at) - now;
  if (!(left > 0)) return undefined;
  const minutes = Math.ceil(left / minute);
  return minutes <= 60 ? { hours: 0, minutes } : { hours: Math.ceil(minutes / 60), minutes: 0 };
}
