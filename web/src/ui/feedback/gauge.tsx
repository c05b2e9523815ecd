/** A progress line; `share` is 0 to 1. Its numbers are always shown next to it. */
export function Gauge({ share }: { share: number }) {
  return (
    <span className="gauge" aria-hidden="true">
      <i style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}
