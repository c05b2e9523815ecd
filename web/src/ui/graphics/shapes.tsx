/** The mark: a quarter of a record in a square. */
export function Mark() {
  return (
    <svg className="mark-r" viewBox="0 0 26 26" aria-hidden="true">
      <path fill="currentColor" d="M0 0h26v26H0z" />
      <g fill="none" stroke="var(--mark-ground, var(--paper))" strokeWidth="2.6">
        <path d="M26 6.5A19.5 19.5 0 0 0 6.5 26M26 12.4A13.6 13.6 0 0 0 12.4 26M26 18.3A7.7 7.7 0 0 0 18.3 26" />
      </g>
    </svg>
  );
}

/** Solid play and pause icons, heavier than the line icons. */
export function PlayShape({ playing }: { playing: boolean }) {
  return (
    <svg className="i i-solid" viewBox="0 0 24 24" aria-hidden="true">
      <path d={playing ? "M5 3h5v18H5zM14 3h5v18h-5z" : "M5 3v18l16-9z"} />
    </svg>
  );
}
