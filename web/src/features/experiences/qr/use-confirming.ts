import { useMutation } from "@tanstack/react-query";
import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { postQrConfirm, postQrMessage } from "@wrapsody/shared/qr.ts";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import type { Wallet } from "../../chain/index.ts";
import type { Code } from "./code.ts";
import { forgetSignature, keepSignature, keptSignature } from "./kept-signature.ts";

/** The keys of the texts for what may go wrong. */
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

/** The key of the text that its owner declined, which is no failure. */
export const declined = "qr.declined";
/** Those of what tells nothing of who owns what: there were too many, or no answer came. */
export const inconclusive: readonly string[] = ["accounts.tooOften", "qr.lost"];

/** Nothing was confirmed, for the reason that a key of the texts tells. */
class NotSigned extends Error {
  override name = "NotSigned";
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/** Proves with a connected wallet that it owns the artwork of a code, and goes where the code leads. */
export function useConfirming(code: Code, wallet: Wallet) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    async mutationFn() {
      const connection = wallet.current();
      if (connection.is !== "connected") throw new NotSigned("qr.noAccounts");
      const { account } = connection;
      return (await repeat(code, account)) ?? (await signAndSend(code, account, wallet));
    },
    onSuccess(target) {
      // Nothing but pages is followed, whatever was answered.
      if (/^https?:\/\//i.test(target)) window.location.assign(target);
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

/** Sends once more what was signed and not answered. Undefined where there is no such thing, or it is too old. */
async function repeat(code: Code, account: string): Promise<string | undefined> {
  const signature = keptSignature({ code, wallet: account });
  if (signature === undefined) return undefined;
  return send(code, account, signature).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "E0020") return undefined;
    throw error;
  });
}

/** The server looks whether the wallet owns the artwork before it has something to sign. */
async function signAndSend(code: Code, account: string, wallet: Wallet): Promise<string> {
  const { message } = await apiFetch(postQrMessage, { body: { ...code, wallet: account } });
  const signed = await wallet.signMessage(message, account);
  if (signed.is === "refused") throw new NotSigned(signed.reason === "DECLINED" ? declined : "qr.noAccounts");
  keepSignature({ code, wallet: account }, signed.signature);
  return send(code, account, signed.signature);
}

async function send(code: Code, account: string, signature: string): Promise<string> {
  try {
    const target = await apiFetch(postQrConfirm, { body: { ...code, wallet: account, signature } });
    forgetSignature();
    return target;
  } catch (error) {
    if (!mayBeRepeated(error)) forgetSignature();
    throw error;
  }
}

/** Nobody has said what became of it: the code may be confirmed already. */
const mayBeRepeated = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

function reasonOf(error: Error): string {
  if (error instanceof NotSigned) return error.key;
  if (!(error instanceof ApiError)) return "errors.unknown";
  if (error.status === 0) return "qr.lost";
  return reasons[error.code] ?? "qr.E0001";
}
