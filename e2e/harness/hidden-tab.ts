import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BACKGROUND_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { findChromium } from "./chromium.ts";

type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } };
/** Registers what ends with the run or the test. */
type Stops = (stop: () => Promise<void> | void) => void;
type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;

/** A tab of a full Chromium, which another tab can hide. */
export type Tab = {
  /** Sends a command of the DevTools protocol to the tab. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Evaluates an expression as a click of the reader would, and returns its JSON value. */
  evaluate<Value>(expression: string): Promise<Value>;
  open(url: string): Promise<void>;
  /** Brings another tab to the front, so that the browser treats this one as in the background. */
  hide(): Promise<void>;
};

const POLL_MS = 100;

/**
 * Opens a tab through the DevTools protocol itself, because Playwright keeps every page visible.
 *
 * @throws Error if Chromium does not start, or refuses a command
 */
export async function openTab(stops: Stops): Promise<Tab> {
  const send = await launchBrowser(stops);
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const sendToTab = (method: string, params?: object) => send(method, params, String(sessionId));
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const options = { awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await sendToTab("Runtime.evaluate", { expression, ...options });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: Value }).value;
  };
  return {
    send: sendToTab,
    evaluate,
    async open(url) {
      await sendToTab("Page.navigate", { url });
      await waitUntil(() => evaluate<boolean>("document.readyState === 'complete'"), url);
    },
    async hide() {
      const other = await send("Target.createTarget", { url: "about:blank" });
      await send("Target.activateTarget", { targetId: other.targetId });
      await waitUntil(() => evaluate<boolean>("document.visibilityState === 'hidden'"), "hiding the tab");
    },
  };
}

/** Polls a condition. @throws Error if it stays false */
export async function waitUntil(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + BACKGROUND_TIMEOUT_MS;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what} took too long`);
    await sleep(POLL_MS);
  }
}

async function launchBrowser(stops: Stops): Promise<Send> {
  const profile = await mkdtemp(join(tmpdir(), "wrapsody-tab-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const child = spawn(
    findChromium("full"),
    [...flags, ...quiet, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: "ignore" },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  stops(async () => {
    child.kill();
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  });
  let address = "";
  await waitUntil(async () => {
    const [port, path] = (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n");
    address = `ws://127.0.0.1:${port}${path}`;
    return path !== undefined;
  }, "the start of Chromium");
  return connect(address);
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  const replies = new Map<number, (reply: Reply) => void>();
  socket.addEventListener("message", ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id !== undefined) replies.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let sent = 0;
  return async (method, params = {}, sessionId = undefined) => {
    sent += 1;
    const id = sent;
    const reply = await new Promise<Reply>((resolve) => {
      replies.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    });
    replies.delete(id);
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result ?? {};
  };
}
