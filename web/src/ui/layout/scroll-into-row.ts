/** Scrolls an item to the middle of an overflowing row, without scrolling the page. */
export function scrollIntoRow(row: HTMLElement, item: HTMLElement): void {
  const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
