/** Solid play and pause icons, heavier than the line icons. */
export function PlayShape({ playing }: { playing: boolean }) {
  return (
    <svg className="i i-solid" viewBox="0 0 24 24" aria-hidden="true">
      <path d={playing ? "M5 3h5v18H5zM14 3h5v18h-5z" : "M5 3v18l16-9z"} />
    </svg>
  );
}
