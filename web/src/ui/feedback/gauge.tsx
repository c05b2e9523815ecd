/** A line that fills from nothing to what is needed; `share` is 0 to 1. Its numbers always stand next to it. */
export function Gauge({ share }: { share: number }) {
  return (
    <span className="gauge" aria-hidden="true">
      <i style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}
