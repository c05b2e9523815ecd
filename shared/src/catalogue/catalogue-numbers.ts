/** Formats the number of a wrap as `0247`. */
export function wrapNumber(id: number): string {
  return String(id).padStart(4, "0");
}

/** Formats the number of an experience as `031`. */
export function experienceNumber(id: number): string {
  return String(id).padStart(3, "0");
}
