import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { START_TIMEOUT_MS } from "../../../checks/test-limits.ts";
import { startNode } from "../testing/node-process.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Starts the program as a preview: with an embedded database and no configuration. */
async function startPreview() {
  const folder = await mkdtemp(join(tmpdir(), "wrapsody-preview-"));
  const { child, output, exited } = startNode(main, {
    DATA_DIR: folder,
    PORT: "0",
    DEMO: "0",
    RATE_LIMITS: "0",
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const findUrl = () => /is ready at (\S+)/.exec(output())?.[1];
  await expect.poll(findUrl, { timeout: START_TIMEOUT_MS }).toBeDefined();
  return { folder, url: findUrl() ?? "", child };
}

test("a preview goes on working when its database is killed", async () => {
  const { folder, url, child } = await startPreview();
  const status = (path: string) => fetch(url + path).then((answer) => answer.status);
  const findPostmaster = async () =>
    Number((await readFile(join(folder, "postgres", "postmaster.pid"), "utf8")).split("\n", 1)[0]);
  for (const round of [1, 2]) {
    process.kill(await findPostmaster(), "SIGKILL");
    await expect.poll(() => status("/api/v1/songs")).toBe(200);
    const email = `reader${round}@wrapsody.example`;
    const password = "window seat please";
    const payload = { email, name: "Ottilie Brandt", pw: password, pwconfirm: password };
    const signUp = () =>
      fetch(`${url}/api/v1/user`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(payload),
      });
    await expect.poll(async () => (await signUp()).status).toBe(200);
    // The worker takes up its jobs again.
    await expect.poll(async () => (await fetch(`${url}/outbox?to=${email}`)).text()).toContain("/outbox/");
    await expect.poll(() => status("/")).toBe(200);
  }
  expect(child.exitCode).toBeNull();
});
