/** Where a row is wider than the screen, one of it comes to its middle; the page itself does not move. */
export function scrollIntoRow(row: HTMLElement, one: HTMLElement): void {
  const [outer, inner] = [row.getBoundingClientRect(), one.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
