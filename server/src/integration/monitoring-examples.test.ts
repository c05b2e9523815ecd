import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMonitoring } from "../monitoring.ts";
import { openDatabase } from "../platform/database/database.ts";
import { openReplica } from "../platform/database/replica.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

let database: TestDatabase;
/** The names of all metrics. */
let metrics: string[];

beforeAll(async () => {
  database = await testDatabase();
  const { log } = database.context;
  const options = { url: database.url, size: 1, onError: () => undefined };
  const primary = openDatabase(options);
  const replica = openReplica({ ...options, primary: { ...primary, isAvailable: () => true }, log });
  const monitoring = createMonitoring(database.context, { replica });
  const app = await createServer(database.context, { site: false, monitoring });
  const { body } = await app.inject("/metrics");
  metrics = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  await app.close();
  await replica.close();
  await primary.close();
});
afterAll(() => database.close());

function readDocument(name: string): string {
  return readFileSync(new URL(`../../../docs/operate/${name}`, import.meta.url), "utf8");
}

function listMetrics(text: string): string[] {
  const names = text.match(/\b(wrapsody|nodejs|process|http)_[a-z\d_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|count)$/, "")))];
}

describe("documents for operators", () => {
  it.each(["monitor.md", "runbook.md", "examples/alerts.yml", "examples/grafana-dashboard.json"])(
    "name only metrics that exist: %s",
    (name) => {
      const named = listMetrics(readDocument(name));
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter((metric) => !metrics.includes(metric))).toEqual([]);
    },
  );

  it("describe every metric of the program", () => {
    const described = listMetrics(readDocument("monitor.md"));
    expect(metrics.filter((name) => name.startsWith("wrapsody_") && !described.includes(name))).toEqual([]);
  });

  it("are a dashboard that Grafana can read, without overlapping panels", () => {
    const { panels, templating } = JSON.parse(readDocument("examples/grafana-dashboard.json"));
    expect(templating.list[0]).toMatchObject({ name: "datasource", type: "datasource" });
    const taken = new Set<string>();
    for (const { gridPos, targets } of panels) {
      expect(targets.length).toBeGreaterThan(0);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(x).toBeLessThan(24);
          expect(taken).not.toContain(`${x} ${y}`);
          taken.add(`${x} ${y}`);
        }
    }
  });
});
