import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { parseSiweMessage } from "viem/siwe";
import { serializeErc6492Signature } from "viem/utils";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { startTestChain, type TestChain } from "../../../testing/chain/chain.ts";
import { findChainJob } from "../../../testing/chain/chain-harness.ts";
import {
  approveMessage,
  deployContractWallet,
  plannedContractWallet,
} from "../../../testing/chain/contract-wallet.ts";
import { type RpcProxy, startRpcProxy } from "../../../testing/chain/rpc-proxy.ts";
import {
  basicAuth,
  bearer,
  makePremium,
  openPeople,
  type People,
  type Person,
} from "../../../testing/fixtures/people.ts";
import { getTokenOwner, listLinkedWallets, startProof, verifyProof, verifyProofAnd } from "../index.ts";

const chainId = 31_337;

let people: People;
let chain: TestChain;
let wire: RpcProxy;
beforeAll(async () => {
  [people, chain] = await Promise.all([openPeople(), startTestChain()]);
  wire = await startRpcProxy(() => chain.network.rpcUrl);
  const { context } = people;
  context.evm = { ...context.evm, networks: new Map([["LOCAL", { ...chain.network, rpcUrl: wire.url }]]) };
});
beforeEach(() => {
  wire.intercept = () => "pass";
  wire.calls.length = 0;
});
afterAll(async () => {
  await people.close();
  await wire.close();
  await chain.stop();
});

const newKey = () => privateKeyToAccount(generatePrivateKey());
const lower = ({ address }: Pick<PrivateKeyAccount, "address">) => address.toLowerCase();

const requestProof = ({ token }: Person, wallet: string, chain_id = chainId) =>
  people.call("POST", "my/wallets/message", { payload: { wallet, chain_id }, ...bearer(token) });
const linkWallet = ({ token }: Person, { nonce, signature }: { nonce: string; signature: string }) =>
  people.call("POST", "my/wallets", { payload: { nonce, signature }, ...bearer(token) });
const list = async ({ token }: Person) =>
  (await people.call("GET", "my/wallets", bearer(token))).json.body.wallets.map(
    ({ address }: { address: string }) => address,
  );
const unlink = ({ token }: Person, address: string) =>
  people.call("DELETE", `my/wallets/${address}`, bearer(token));

/** Requests a message and signs it. `signer` is the owner of a contract wallet. */
async function sign(person: Person, signer: PrivateKeyAccount, wallet: string = signer.address) {
  const { json } = await requestProof(person, wallet);
  const { message, nonce } = json.body;
  return { message, nonce, signature: await signer.signMessage({ message }) };
}

async function link(person: Person, signer: PrivateKeyAccount, wallet?: string) {
  const { nonce, signature } = await sign(person, signer, wallet);
  return linkWallet(person, { nonce, signature });
}

async function countProofs(wallet: PrivateKeyAccount): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from wallet_proof where address = ${lower(wallet)}`.execute(people.context.db);
  return rows[0]?.open ?? -1;
}

describe("linking a wallet", () => {
  it("takes a signed message that names this site, account and wallet", async () => {
    const [fan, key] = [await people.join(), newKey()];
    const { message, nonce, signature } = await sign(fan, key);
    wire.calls.length = 0;
    const now = people.context.clock.now();
    expect(parseSiweMessage(message)).toEqual({
      address: key.address,
      chainId,
      domain: "localhost",
      nonce,
      uri: "http://localhost",
      version: "1",
      issuedAt: now,
      expirationTime: new Date(now.getTime() + 300_000),
      statement: `Link this wallet to the Wrapsody account ${fan.email}. This costs nothing.`,
    });
    const { status, json } = await linkWallet(fan, { nonce, signature });
    const linked = { address: lower(key), linked_at: now.toISOString(), networks: [] };
    expect([status, json.body]).toEqual([200, linked]);
    expect(await list(fan)).toEqual([lower(key)]);
    expect(await people.events(fan.id)).toContainEqual({
      kind: "wallet-linked",
      detail: { wallet: lower(key) },
    });
    expect(await listLinkedWallets(people.context.db, fan.id)).toEqual([
      { address: lower(key), network: undefined },
    ]);
    // A signature by key is verified without a node.
    expect(wire.calls).toEqual([]);
  });

  it("stores the message as the wallet showed it", async () => {
    const [fan, key] = [await people.join(), newKey()];
    const { message, nonce } = await sign(fan, key);
    const { rows } = await sql<{ message: string }>`
      select message from wallet_proof where nonce = ${nonce}`.execute(people.context.db);
    expect(rows).toEqual([{ message }]);
  });

  it("requires a session and rejects API keys", async () => {
    const publisher = await people.join();
    await makePremium(people, publisher);
    const { json: keys } = await people.call("PATCH", "provider/keys", bearer(publisher.token));
    const key = newKey();
    const wallet = { wallet: key.address, chain_id: chainId };
    for (const [method, path, payload] of [
      ["POST", "my/wallets/message", wallet],
      ["POST", "my/wallets", { nonce: "n", signature: "0x12" }],
      ["GET", "my/wallets", undefined],
      ["DELETE", `my/wallets/${key.address}`, undefined],
    ] as const) {
      const sent = payload === undefined ? {} : { payload };
      expect((await people.call(method, path, sent)).json.code).toBe("E0002");
      expect((await people.call(method, path, { ...sent, ...basicAuth(keys.body) })).json.code).toBe("E0023");
    }
  });

  it("rejects invalid addresses, wrong checksums, the zero address and unreachable chains", async () => {
    const fan = await people.join();
    const { address } = privateKeyToAccount(`0x${"1".repeat(64)}`);
    const mistyped = address.replace(/[a-f]/, (letter) => letter.toUpperCase());
    for (const [wallet, chain_id, field, message] of [
      ["0x12", chainId, "wallet", "Enter a wallet address: 0x followed by 40 hexadecimal characters."],
      [mistyped, chainId, "wallet", "This address has a typo: its checksum doesn’t match."],
      [`0x${"0".repeat(40)}`, chainId, "wallet", "This is the zero address (0x000…), which nobody owns."],
      [address, 1, "chain_id", "This network is not supported."],
    ] as const) {
      const { status, json } = await requestProof(fan, wallet, chain_id);
      expect([status, json.code, json.errors]).toEqual([400, "E0007", [{ field, message }]]);
    }
    expect((await linkWallet(fan, { nonce: "x", signature: "signed" })).json.errors).toEqual([
      { field: "signature", message: "Enter the signature of the wallet." },
    ]);
    expect((await unlink(fan, "0x12")).json.errors[0].field).toBe("address");
  });

  it("works once, also concurrently", { retry: 0 }, async () => {
    const [fan, key] = [await people.join(), newKey()];
    const { nonce, signature } = await sign(fan, key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => linkWallet(fan, { nonce, signature })));
    const codes = answers.map(({ json }) => json.code ?? "ok").sort();
    expect(codes).toEqual(["E0020", "E0020", "E0020", "ok"]);
    expect((await linkWallet(fan, { nonce, signature })).json.code).toBe("E0020");
    expect(await list(fan)).toEqual([lower(key)]);
  });

  it("expires after five minutes", async () => {
    const [fan, key, late] = [await people.join(), newKey(), newKey()];
    const [first, second] = [await sign(fan, key), await sign(fan, late)];
    people.context.clock.move(299);
    expect((await linkWallet(fan, first)).status).toBe(200);
    people.context.clock.move(1);
    expect((await linkWallet(fan, second)).json.code).toBe("E0020");
    expect(await list(fan)).toEqual([lower(key)]);
  });

  it("works for the requesting account only, and survives an attempt of another", async () => {
    const [fan, other, key] = [await people.join(), await people.join(), newKey()];
    const { nonce, signature } = await sign(fan, key);
    expect((await linkWallet(other, { nonce, signature })).json.code).toBe("E0020");
    expect(await list(other)).toEqual([]);
    expect((await linkWallet(fan, { nonce, signature })).status).toBe(200);
  });

  it("rejects the signature of another wallet or message, and consumes the proof", async () => {
    const [fan, key] = [await people.join(), newKey()];
    const altered: ((message: string) => string)[] = [
      (message) => message.replace("localhost wants", "wraps0dy.example wants"),
      (message) => message.replace("URI: http://localhost", "URI: http://wraps0dy.example"),
      (message) => message.replace(`Chain ID: ${chainId}`, "Chain ID: 1"),
      (message) => message.replace(fan.email, "mallory@wrapsody.example"),
      (message) => message.replace(/Nonce: \w+/, "Nonce: 0123456789abcdef"),
      (message) => `${message} `,
    ];
    for (const alter of altered) {
      const { message, nonce } = await sign(fan, key);
      expect(alter(message)).not.toBe(message);
      const signature = await key.signMessage({ message: alter(message) });
      expect((await linkWallet(fan, { nonce, signature })).json.code).toBe("E0036");
    }
    const { nonce, signature, message } = await sign(fan, newKey(), key.address);
    expect((await linkWallet(fan, { nonce, signature })).json.code).toBe("E0036");
    const right = await key.signMessage({ message });
    expect((await linkWallet(fan, { nonce, signature: right })).json.code).toBe("E0020");
    for (const signature of ["0x", "0x00", `0x${"f".repeat(130)}`, "0x123", `${right}6492649264926492`]) {
      const { nonce } = await sign(fan, key);
      expect((await linkWallet(fan, { nonce, signature })).json.code).toBe("E0036");
    }
    expect(await list(fan)).toEqual([]);
  });

  it("moves a wallet from its previous account, which is notified", async () => {
    const [before, after, key] = [await people.join(), await people.join(), newKey()];
    await link(before, key);
    expect((await link(after, key)).status).toBe(200);
    expect([await list(before), await list(after)]).toEqual([[], [lower(key)]]);
    const lost = { kind: "wallet-unlinked", detail: { wallet: lower(key) } };
    expect(await people.events(before.id)).toContainEqual(lost);
    await people.runDueJobs();
    const mail = await people.mails.waitForMail(before.email, ({ text }) => text?.includes(lower(key)));
    expect(mail.subject).toBe("A wallet was unlinked from your account");
    expect(people.mails.mails(after.email)).toEqual([]);
  });

  it("notifies a Spanish-speaking owner in Spanish", async () => {
    const [before, after, key] = [await people.join(), await people.join(), newKey()];
    await sql`update account set language = 'es' where id = ${before.id}`.execute(people.context.db);
    await link(before, key);
    await link(after, key);
    await people.runDueJobs();
    const mail = await people.mails.waitForMail(before.email);
    expect(mail.subject).toBe("Una cartera ya no está vinculada a tu cuenta");
  });

  it("sends no mail if the wallet was the caller's already", async () => {
    const [fan, key] = [await people.join(), newKey()];
    const first = await link(fan, key);
    people.context.clock.move(10);
    const repeated = await link(fan, key);
    expect(repeated.json.body).toEqual(first.json.body);
    expect((await people.events(fan.id)).map(({ kind }) => kind)).not.toContain("wallet-unlinked");
  });

  it("links a wallet to one of two accounts that prove it concurrently", { retry: 0 }, async () => {
    const [first, second, key] = [await people.join(), await people.join(), newKey()];
    const answers = await Promise.all([link(first, key), link(second, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([...(await list(first)), ...(await list(second))]).toEqual([lower(key)]);
    const events = [...(await people.events(first.id)), ...(await people.events(second.id))];
    expect(events.filter(({ kind }) => kind === "wallet-unlinked")).toHaveLength(1);
  });

  it("allows twenty wallets, also concurrently", { retry: 0 }, async () => {
    const fan = await people.join();
    for (let linked = 0; linked < 18; linked++) expect((await link(fan, newKey())).status).toBe(200);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => link(fan, newKey())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    const message = "An account can have 20 wallets. Please unlink one first.";
    expect(refused?.json.errors).toEqual([{ field: "wallet", message }]);
    expect(await list(fan)).toHaveLength(20);
  });
});

describe("a wallet that is a contract", () => {
  it("is proved by ERC-1271 on its own network", async () => {
    const [fan, owner] = [await people.join(), newKey()];
    const wallet = await deployContractWallet(chain, owner.address);
    expect((await link(fan, newKey(), wallet)).json.code).toBe("E0036");
    expect((await link(fan, owner, wallet)).json.body.address).toBe(wallet);
    expect(await listLinkedWallets(people.context.db, fan.id)).toEqual([
      { address: wallet, network: "LOCAL" },
    ]);
    const { rows } = await sql<{ here: string | null; elsewhere: string | null }>`
      select account_of_wallet(${wallet}, 'LOCAL') as here, account_of_wallet(${wallet}, 'POLYGON') as elsewhere`.execute(
      people.context.db,
    );
    expect(rows).toEqual([{ here: fan.id, elsewhere: null }]);
  });

  it("is proved before its deployment by ERC-6492", async () => {
    const [fan, owner] = [await people.join(), newKey()];
    const { address, factory, creation: data } = await plannedContractWallet(chain, owner.address);
    const wrapped = async (signer: PrivateKeyAccount) => {
      const { nonce, signature } = await sign(fan, signer, address);
      return { nonce, signature: serializeErc6492Signature({ address: factory, data, signature }) };
    };
    expect((await linkWallet(fan, await wrapped(newKey()))).json.code).toBe("E0036");
    expect((await linkWallet(fan, await wrapped(owner))).json.body.address).toBe(address);
    expect(await chain.request("eth_getCode", address, "latest")).toBe("0x");
  });

  it("is proved by an empty signature of a message that it has approved on its network", async () => {
    const [fan, owner] = [await people.join(), newKey()];
    const wallet = await deployContractWallet(chain, owner.address);
    const { json: other } = await requestProof(fan, wallet);
    const { json } = await requestProof(fan, wallet);
    const { nonce, message } = json.body;
    await approveMessage(chain, wallet, message);
    expect((await linkWallet(fan, { nonce: other.body.nonce, signature: "0x" })).json.code).toBe("E0036");
    expect((await linkWallet(fan, { nonce, signature: "0x" })).json.body.address).toBe(wallet);
    expect((await linkWallet(fan, { nonce, signature: "0x" })).json.code).toBe("E0020");
  });

  it("has a day for its signature, which works once", async () => {
    const [fan, owner] = [await people.join(), newKey()];
    const wallet = await deployContractWallet(chain, owner.address);
    const { json } = await requestProof(fan, wallet);
    const inTime = await sign(fan, owner, wallet);
    const tooLate = await sign(fan, owner, wallet);
    expect(json.body.valid_for).toBe(86_400);
    const tomorrow = new Date(people.context.clock.now().getTime() + 86_400_000);
    expect(parseSiweMessage(json.body.message).expirationTime).toEqual(tomorrow);
    // Without its network nobody knows that it is a contract.
    wire.intercept = () => "drop-request";
    expect((await requestProof(fan, wallet)).json.body.valid_for).toBe(300);
    wire.intercept = () => "pass";
    people.context.clock.move(86_399);
    expect((await linkWallet(fan, inTime)).json.body.address).toBe(wallet);
    expect((await linkWallet(fan, inTime)).json.code).toBe("E0020");
    people.context.clock.move(1);
    expect((await linkWallet(fan, tooLate)).json.code).toBe("E0020");
  });

  it("stays provable while its network is unreachable", async () => {
    const [fan, owner] = [await people.join(), newKey()];
    const wallet = await deployContractWallet(chain, owner.address);
    const { nonce, signature } = await sign(fan, owner, wallet);
    for (const troubles of [
      "drop-request",
      { status: 503, text: "busy" },
      { status: 200, text: "<html>" },
      { error: { code: -32_005, message: "the key s3cret is used up" } },
      { result: "0x" },
      { result: `0x${"2".repeat(64)}` },
      { result: "0x1" },
    ] as const) {
      wire.intercept = () => troubles;
      const { status, headers, json } = await linkWallet(fan, { nonce, signature });
      expect([status, json.code]).toEqual([503, "E0037"]);
      expect(json.message).toBe("The network is not responding. Please try again.");
      expect(headers["retry-after"]).toBe("5");
    }
    wire.intercept = () => "pass";
    expect((await linkWallet(fan, { nonce, signature })).json.body.address).toBe(wallet);
    expect((await linkWallet(fan, { nonce, signature })).json.code).toBe("E0020");
  });

  it("is not proved by a node on another chain", async () => {
    const [fan, owner] = [await people.join(), newKey()];
    const wallet = await deployContractWallet(chain, owner.address);
    wire.intercept = ({ method }) => (method === "eth_chainId" ? { result: "0x1" } : "pass");
    expect((await link(fan, owner, wallet)).json.code).toBe("E0037");
    expect(await list(fan)).toEqual([]);
  });

  it("has a link per network, and yields to the holder of the key", async () => {
    const [first, second] = [await people.join(), await people.join()];
    const key = newKey();
    await sql`
      insert into wallet (address, network, account_id, linked_at)
      values (${lower(key)}, 'POLYGON', ${first.id}, now())`.execute(people.context.db);
    expect((await link(second, key)).status).toBe(200);
    expect([await list(first), await list(second)]).toEqual([[], [lower(key)]]);
  });
});

describe("unlinking a wallet", () => {
  it("works once, for its account only", { retry: 0 }, async () => {
    const [fan, other, key] = [await people.join(), await people.join(), newKey()];
    await link(fan, key);
    expect((await unlink(other, key.address)).json.code).toBe("E0001");
    const answers = await Promise.all([1, 2, 3].map(() => unlink(fan, key.address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await list(fan)).toEqual([]);
    const gone = (await people.events(fan.id)).filter(({ kind }) => kind === "wallet-unlinked");
    expect(gone).toEqual([{ kind: "wallet-unlinked", detail: { wallet: lower(key) } }]);
  });
});

describe("a proof", () => {
  const about = { purpose: "DOWNLOAD", subject: "song 7", accountId: null } as const;
  const startDownloadProof = (wallet: string, overrides: object = {}) =>
    startProof(people.context, { ...about, wallet, chainId, statement: "Download.", ...overrides });

  it("works for its purpose and subject only", async () => {
    const [fan, key] = [await people.join(), newKey()];
    const { nonce, message } = await startDownloadProof(key.address, { accountId: fan.id });
    const signature = await key.signMessage({ message });
    expect((await linkWallet(fan, { nonce, signature })).json.code).toBe("E0020");
    const { context } = people;
    const signed = { nonce, signature };
    for (const other of [
      { ...about, accountId: fan.id, subject: "song 8" },
      { ...about, accountId: fan.id, purpose: "QR" },
      { ...about, accountId: null },
      { ...about, accountId: fan.id, wallet: newKey().address },
    ] as const)
      await expect(verifyProof(context, { ...other, ...signed })).rejects.toMatchObject({ code: "E0020" });
    const proof = await verifyProof(context, { ...about, accountId: fan.id, ...signed });
    expect(proof).toEqual({
      nonce,
      subject: "song 7",
      accountId: fan.id,
      wallet: lower(key),
      chainId,
      network: undefined,
    });
  });

  it("is found by wallet and signature, whichever was requested since", async () => {
    const key = newKey();
    const first = await startDownloadProof(key.address);
    for (let count = 0; count < 3; count++) await startDownloadProof(key.address);
    const signature = await key.signMessage(first);
    const finish = () => verifyProof(people.context, { ...about, wallet: key.address, signature });
    const ended = await Promise.allSettled([finish(), finish()]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(ended).toContainEqual(
      expect.objectContaining({ value: expect.objectContaining({ nonce: first.nonce }) }),
    );
    await expect(
      verifyProof(people.context, { ...about, wallet: newKey().address, signature }),
    ).rejects.toMatchObject({ code: "E0020" });
  });

  it("of a contract is found by wallet and signature, and survives a wrong one that names no nonce", async () => {
    const owner = newKey();
    const wallet = await deployContractWallet(chain, owner.address);
    const first = await startDownloadProof(wallet);
    await startDownloadProof(wallet);
    const verify = (signature: string) => verifyProof(people.context, { ...about, wallet, signature });
    await expect(verify(await newKey().signMessage(first))).rejects.toMatchObject({ code: "E0036" });
    const signature = await owner.signMessage(first);
    expect(await verify(signature)).toMatchObject({ nonce: first.nonce, network: "LOCAL" });
    await expect(verify(signature)).rejects.toMatchObject({ code: "E0036" });
  });

  it("is restored only if the chain is unreachable while it is used", async () => {
    const key = newKey();
    const { nonce, message } = await startDownloadProof(key.address);
    const signed = { ...about, nonce, signature: await key.signMessage({ message }) };
    const verifyOn = (network: string) =>
      verifyProofAnd(people.context, signed, ({ wallet }) =>
        getTokenOwner(people.context, { network, contract: wallet, tokenId: 1 }),
      );
    for (const network of ["LINEA", "LOCAL"])
      await expect(verifyOn(network)).rejects.toMatchObject({ code: "E0037" });
    const refuse = async () => {
      throw new Failure("E0043");
    };
    await expect(verifyProofAnd(people.context, signed, refuse)).rejects.toMatchObject({ code: "E0043" });
    await expect(verifyOn("LINEA")).rejects.toMatchObject({ code: "E0020" });
  });

  it("states its purpose in one line", async () => {
    const statement = "Download “Salt\nURI: https://wraps0dy.example\u2028Meridian”.";
    const { message } = await startDownloadProof(newKey().address, {
      statement,
      uri: "http://localhost/wrap/salt",
    });
    const lines = message.split("\n");
    expect(lines[3]).toBe("Download “Salt URI: https://wraps0dy.example Meridian”.");
    expect(lines[5]).toBe("URI: http://localhost/wrap/salt");
  });

  it("accepts single-label hosts", async () => {
    const context = { ...people.context, publicUrl: "http://jukebox:8080" };
    const request = { ...about, wallet: newKey().address, chainId, statement: "Download." };
    const { message } = await startProof(context, request);
    expect(message).toMatch(/^jukebox:8080 wants you to sign in/);
    expect(message).toContain("URI: http://jukebox:8080\n");
  });

  it("is deleted after it has expired", async () => {
    const key = newKey();
    await startDownloadProof(key.address);
    people.context.clock.move(200);
    await startDownloadProof(key.address);
    people.context.clock.move(100);
    await findChainJob("forget-wallet-proofs").run(people.context, {});
    expect(await countProofs(key)).toBe(1);
  });
});

it("an account's wallets are exported and deleted with it", async () => {
  const [fan, key] = [await people.join(), newKey()];
  await link(fan, key);
  await sign(fan, key);
  const { json } = await people.call("GET", "my/data", bearer(fan.token));
  const linked_at = people.context.clock.now().toISOString();
  expect(json.body.chain).toEqual({ wallets: [{ address: lower(key), network: "", linked_at }] });
  const payload = { password: "window seat please" };
  expect((await people.call("DELETE", "me", { payload, ...bearer(fan.token) })).status).toBe(200);
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from wallet where account_id = ${fan.id})
      + (select count(*) from wallet_proof where account_id = ${fan.id}) as left`.execute(people.context.db);
  expect(rows).toEqual([{ left: 0 }]);
});
