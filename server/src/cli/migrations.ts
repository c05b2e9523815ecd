import { readConfig } from "../platform/config/config.ts";
import { readMigrations } from "../platform/database/migrate.ts";
import type { StandaloneCommand } from "./command.ts";
import { findDatabase } from "./operator-context.ts";

/** Stands alone, because it must not run the migrations that it lists. */
export const migrateStatus: StandaloneCommand = {
  name: "migrate status",
  usage: "migrate status",
  summary: "List applied, waiting and unknown migrations.",
  options: {},
  async runAlone(environment, _, output) {
    const { url, stop } = await findDatabase(readConfig(environment));
    try {
      const migrations = await readMigrations(url);
      for (const { name, state, isContract, ranAt } of migrations)
        output.print(
          [
            state.padEnd(8),
            (ranAt ?? "").slice(0, 19).padEnd(19),
            name,
            ...(isContract ? ["(contract)"] : []),
          ].join("  "),
        );
      const count = (state: string) => migrations.filter((migration) => migration.state === state).length;
      output.print(
        `${count("applied")} applied, ${count("waiting")} waiting, ${count("unknown")} unknown, ${count("changed")} changed`,
      );
      return 0;
    } finally {
      await stop();
    }
  },
};
