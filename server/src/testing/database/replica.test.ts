import { afterAll, beforeAll, expect, test } from "vitest";
import { queryServer, startPrimary, startReplica, type TestServer } from "./replica.ts";

let primary: TestServer;
let replica: TestServer;
beforeAll(async () => {
  primary = await startPrimary();
  replica = await startReplica(primary);
});
afterAll(async () => {
  await replica.close();
  await primary.close();
});

const readNumbers = () => queryServer<{ number: number }>(replica, "select number from streamed order by 1");

test("a replica receives what is written on the primary, also after a restart", async () => {
  await queryServer(primary, "create table streamed as select 1 as number");
  await expect.poll(() => readNumbers().catch(() => [])).toEqual([{ number: 1 }]);
  await replica.stop();
  await queryServer(primary, "insert into streamed values (2)");
  await replica.start();
  await expect.poll(readNumbers).toEqual([{ number: 1 }, { number: 2 }]);
  await expect(queryServer(replica, "insert into streamed values (3)")).rejects.toThrow("read-only");
});
