import { pino } from "pino";
import { type ReservedPort, reservePort } from "../../platform/embedded/port.ts";
import { logOptions } from "../../platform/log.ts";
import { createServer } from "../../server.ts";
import { testDatabase } from "../database/database.ts";
import type { Browser } from "./browser.ts";

export type ListeningProgram = Awaited<ReturnType<typeof startListening>>;

type Address = ReservedPort & { url: string };

/** Reserves the port that a program will listen on. */
export async function reserveAddress(): Promise<Address> {
  const reservation = await reservePort();
  return { ...reservation, url: `http://127.0.0.1:${reservation.port}` };
}

/** Starts the whole program on its public address, as browsers and outside services reach it. */
export async function startListening(
  { url, port, release }: Address,
  environment: Record<string, string> = {},
) {
  const database = await testDatabase({ RATE_LIMITS: "0", PORT: String(port), ...environment });
  const lines: string[] = [];
  const log = pino(logOptions("debug"), { write: (line: string) => void lines.push(line) });
  const context = { ...database.context, publicUrl: url, log };
  const app = await createServer(context, { site: false });
  await release();
  await app.listen({ host: "127.0.0.1", port });

  return {
    url,
    databaseUrl: database.url,
    context,
    app,
    /** Returns all log output so far. */
    readLog: () => lines.join(""),
    /** Makes the call of a page in this browser, with its session if there is one. */
    async call(
      method: "GET" | "POST",
      path: string,
      { browser, token, body }: { browser?: Browser; token?: string; body?: object } = {},
    ) {
      const cookie = browser?.cookies(`${url}/api/v1/${path}`) ?? "";
      const answer = await app.inject({
        method,
        url: `/api/v1/${path}`,
        ...(body === undefined ? {} : { payload: body }),
        headers: {
          ...(cookie === "" ? {} : { cookie }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      return { status: answer.statusCode, json: answer.json() };
    },
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await database.close();
    },
  };
}
