import { enterRunFolder } from "../../server/src/testing/database/setup.ts";

export async function setup(): Promise<void> {
  // The fleet's timeouts are those of a real one, because its nodes hang.
  process.env.TIMEOUT_FACTOR ??= "1";
  await enterRunFolder();
}
