/** A degraded-health report. It is public and must not contain secrets. */
export type HealthIssue = {
  /** Such as `chain`. */
  part: string;
  /** The affected instance, such as a network's name. */
  of: string;
  kind: string;
  /** ISO 8601. */
  since: string;
};

/** A labelled value, read at each scrape. */
export type FeatureGauge = {
  name: string;
  help: string;
  labels: readonly string[];
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
};

/** Health issues and gauges of features. */
export type FeatureHealth = { issues(): Promise<readonly HealthIssue[]>; gauges: readonly FeatureGauge[] };
