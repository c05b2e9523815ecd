import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { logOptions } from "./log.ts";

function linesOf(write: (log: pino.Logger) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  write(pino(logOptions("info"), sink));
  return lines;
}

describe("the log", () => {
  it("redacts secrets", () => {
    const [line] = linesOf((log) =>
      log.info({
        token: "s1",
        request: { headers: { authorization: "s2", "x-session-token": "s3", accept: "text/html" } },
        account: { password: "s4", name: "Ada" },
      }),
    );
    expect(JSON.stringify(line)).not.toMatch(/s[1-4]"/);
    expect(line).toMatchObject({ account: { name: "Ada" }, request: { headers: { accept: "text/html" } } });
  });

  it("logs an error's message and code, but not the values in its detail", () => {
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (email)=(ada@example.com)",
    });
    const [line] = linesOf((log) => log.error({ err: new Error("not saved", { cause }) }));
    expect(line).toMatchObject({
      err: { message: "not saved", cause: { message: "duplicate key", code: "23505" } },
    });
    expect(JSON.stringify(line)).not.toContain("ada@example.com");
  });
});
