/** What keeps a part of the program from its work while the rest goes on. Everybody may read it: it holds no secret. */
export type HealthIssue = {
  /** Such as `chain`. */
  part: string;
  /** What of it, such as a network's name. */
  of: string;
  kind: string;
  /** ISO 8601. */
  since: string;
};

/** A number with labels, asked for whenever somebody measures. */
export type FeatureGauge = {
  name: string;
  help: string;
  labels: readonly string[];
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
};

/** What features tell those who operate the program. */
export type FeatureHealth = { issues(): Promise<readonly HealthIssue[]>; gauges: readonly FeatureGauge[] };
