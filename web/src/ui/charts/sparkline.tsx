const HEIGHT = 16;

type SparklineProps = {
  values: readonly number[];
  /** Whether the last day is not over. Its bar is paler. */
  isLastOpen?: boolean;
};

/** One bar a day, without scale: it shows how plays went, its number stands next to it. */
export function Sparkline({ values, isLastOpen = false }: SparklineProps) {
  const highest = Math.max(...values, 1);
  const bars = values.map((value, at) => {
    const height = value === 0 ? 1 : Math.max(2, Math.round((value / highest) * HEIGHT));
    return `M${at * 3} ${HEIGHT - height}h2v${height}h-2z`;
  });
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${values.length * 3 - 1} ${HEIGHT}`}
      width={values.length * 3 - 1}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path d={(isLastOpen ? bars.slice(0, -1) : bars).join("")} fill="currentColor" />
      {isLastOpen ? <path d={bars.at(-1)} fill="currentColor" fillOpacity={0.4} /> : null}
    </svg>
  );
}
