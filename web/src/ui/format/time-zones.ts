export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The names of all time zones, with the chosen one, which may be an older name. */
export function listZones(chosen: string): string[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen]);
  return [...names].sort();
}
