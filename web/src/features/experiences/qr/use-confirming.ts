import { useMutation } from "@tanstack/react-query";
import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { type SignatureFields, toSignatureFields } from "@wrapsody/shared/experiences/ownership-proof.ts";
import { isRedirectTarget, postQrConfirm, postQrMessage } from "@wrapsody/shared/experiences/qr.ts";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import type { Wallet } from "../../chain/index.ts";
import type { Code } from "./code.ts";
import { clearSignature, readSignature, storeSignature } from "./code.ts";

/** Text keys of errors. */
const reasons: Partial<Record<ErrorCode, string>> = {
  E0001: "qr.E0001",
  E0007: "qr.E0001",
  E0010: "accounts.tooOften",
  E0020: "wallets.E0020",
  E0036: "qr.E0043",
  E0037: "wallets.E0037",
  E0043: "qr.E0043",
  E0044: "qr.E0044",
};

/** Text key for a declined signature, which is no failure. */
export const declined = "qr.declined";
/** Text keys of failures that say nothing about ownership: rate limit and lost response. */
export const inconclusive: readonly string[] = ["accounts.tooOften", "qr.lost"];

/** The wallet signed nothing; `key` is the text key of the reason. */
class NotSigned extends Error {
  override name = "NotSigned";
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/** Proves with a connected wallet that it owns the artwork of a code, then opens the code's link. */
export function useConfirming(code: Code, wallet: Wallet) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    async mutationFn() {
      const connection = wallet.current();
      if (connection.is !== "connected") throw new NotSigned("qr.noAccounts");
      const { account } = connection;
      return (await resendSignature(code, account)) ?? (await signAndSend(code, account, wallet));
    },
    onSuccess(target) {
      // Checked here too, whatever the response contains.
      if (isRedirectTarget(target)) window.location.assign(target);
    },
  });
  return {
    confirm: () => {
      if (!isPending) mutate();
    },
    isPending,
    isFollowing: isSuccess,
    why: error === null ? undefined : reasonOf(error),
  };
}

/** Resends a signature whose response was lost. Returns undefined if there is none or it has expired. */
async function resendSignature(code: Code, account: string): Promise<string | undefined> {
  const signed = readSignature({ code, wallet: account });
  if (signed === undefined) return undefined;
  return sendSignature(code, account, signed).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "E0020") return undefined;
    throw error;
  });
}

/** The server checks ownership before it issues a message to sign. */
async function signAndSend(code: Code, account: string, wallet: Wallet): Promise<string> {
  const challenge = await apiFetch(postQrMessage, { body: { ...code, wallet: account } });
  const signed = await wallet.signMessage(challenge, account);
  if (signed.is === "restarted") return signAndSend(code, account, wallet);
  if (signed.is === "refused") throw new NotSigned(signed.reason === "DECLINED" ? declined : "qr.noAccounts");
  const fields = toSignatureFields(signed.signature, challenge.nonce);
  storeSignature({ code, wallet: account }, fields);
  return sendSignature(code, account, fields);
}

async function sendSignature(code: Code, account: string, signed: SignatureFields): Promise<string> {
  try {
    const target = await apiFetch(postQrConfirm, { body: { ...code, wallet: account, ...signed } });
    clearSignature();
    return target;
  } catch (error) {
    if (!mayBeRepeated(error)) clearSignature();
    throw error;
  }
}

/** The outcome is unknown: the code may be confirmed already. */
const mayBeRepeated = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Returns the text key for a failed confirmation. */
export function reasonOf(error: Error): string {
  if (error instanceof NotSigned) return error.key;
  if (!(error instanceof ApiError)) return "errors.unknown";
  if (error.status === 0) return "qr.lost";
  return reasons[error.code] ?? "qr.E0001";
}
