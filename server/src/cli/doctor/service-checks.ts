import { randomBytes } from "node:crypto";
import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { discoverProvider, type OidcProvider } from "../../features/accounts/index.ts";
import { findEncoderProblem } from "../../features/catalogue/index.ts";
import { checkChainNode } from "../../features/chain/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { EvmNetwork } from "../../platform/config/evm.ts";
import { checkSmtp } from "../../platform/mail/smtp.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { CALL_TIMEOUT_MS, type Finding, fail, ok, warn } from "./findings.ts";

const GIB = 2 ** 30;
const WARN_BELOW_BYTES = 5 * GIB;
const FAIL_BELOW_BYTES = GIB / 4;

/** Writes, reads and deletes a file in the bucket. A disk is only checked for access. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { s3, dataDir } = config;
  if (s3 === undefined) {
    const folder = await findExistingFolder(dataDir);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return [
      ok("storage", `files are kept in ${dataDir}${folder === dataDir ? "" : ", which the start creates"}`),
    ];
  }
  const storage = await openStorage(config);
  try {
    const content = randomBytes(32);
    const { key } = await storage.put(content, { extension: "bin", contentType: "application/octet-stream" });
    const isSame = content.equals(await buffer(await storage.read(key)));
    await storage.delete(key);
    const isDeleted = (await storage.stat(key)) === undefined;
    if (!isSame) return [fail("storage", `the bucket ${s3.bucket} returns other bytes than were stored`)];
    if (!isDeleted) return [fail("storage", `a file could not be deleted from the bucket ${s3.bucket}`)];
    return [ok("storage", `the bucket ${s3.bucket} can be written, read and deleted from`)];
  } finally {
    void storage.close().catch(() => undefined);
  }
}

/** Runs ffmpeg in the sandbox that encodes masters. */
export async function checkMasters(config: Config): Promise<Finding[]> {
  const { maxBytes } = config.masters;
  if (maxBytes === 0) return [ok("masters", "not accepted; MASTER_MAX_MB is 0")];
  const problem = await findEncoderProblem(config);
  if (problem !== undefined) return [warn("masters", `not accepted, only mp3: ${problem}`)];
  return [ok("masters", `up to ${maxBytes / 1_000_000} MB; ffmpeg runs in its sandbox`)];
}

export async function checkMail({ mail: { smtpUrl }, production }: Config): Promise<Finding[]> {
  if (smtpUrl !== undefined) {
    await checkSmtp({ url: smtpUrl, production, timeoutMs: CALL_TIMEOUT_MS });
    return [ok("mail", `${new URL(smtpUrl).hostname} accepts the connection and the login`)];
  }
  const text = "no mail server; emails are stored in the outbox";
  return [production ? warn("mail", text) : ok("mail", text)];
}

/** Reads the metadata of the operator's OpenID Connect provider. */
export async function checkLoginProvider(oidc: OidcProvider): Promise<Finding[]> {
  await discoverProvider(oidc);
  return [ok("login", `the OpenID Connect provider ${oidc.issuer} responds`)];
}

/** Checks the node of a public network, and whether the operator can pay for gas. */
export async function checkNetwork(network: EvmNetwork, operatorKey: `0x${string}`): Promise<Finding[]> {
  const part = `chain ${network.name}`;
  const limited = { ...network, timeoutMs: CALL_TIMEOUT_MS };
  const { chainId, address, balance, isEmpty } = await checkChainNode(limited, operatorKey);
  if (chainId !== network.chainId)
    return [fail(part, `the node serves chain ${chainId}, expected ${network.chainId}`)];
  const text = `the operator ${address} has ${balance}`;
  return [isEmpty ? warn(part, `${text} and cannot pay for gas`) : ok(part, text)];
}

export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(await findExistingFolder(dataDir));
  const free = bavail * bsize;
  const text = `${(free / GIB).toFixed(1)} GiB free at ${dataDir}`;
  if (free < FAIL_BELOW_BYTES) return [fail("disk", text)];
  if (files > 0 && ffree / files < 0.01)
    return [warn("disk", `less than 1 % of the inodes are free at ${dataDir}`)];
  return [free < WARN_BELOW_BYTES ? warn("disk", text) : ok("disk", text)];
}

/** Returns the folder, or before the first start, which creates it, the closest one above it that exists. */
async function findExistingFolder(folder: string): Promise<string> {
  const isMissing = await access(folder).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
  return isMissing ? findExistingFolder(dirname(folder)) : folder;
}
