import { useMutation } from "@tanstack/react-query";
import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { postQrConfirm, postQrMessage } from "@wrapsody/shared/qr.ts";
import { AskError, ask } from "../../../lib/ask.ts";
import type { Wallet } from "../../chain/index.ts";

/** What a secure QR code says. */
export type Code = { componentId: number; songId: number; nftId: number };

/** The keys of the texts for what may go wrong. */
const reasons: Partial<Record<ErrorCode, string>> = {
  E0001: "qr.E0001",
  E0007: "qr.E0001",
  E0020: "wallets.E0020",
  E0036: "qr.E0043",
  E0037: "wallets.E0037",
  E0043: "qr.E0043",
  E0044: "qr.E0044",
};

/** The key of the text that its owner declined, which is no failure. */
export const declined = "qr.declined";

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
      const { message } = await ask(postQrMessage, { body: { ...code, wallet: account } });
      const signed = await wallet.sign(message, account);
      if (signed.is === "refused")
        throw new NotSigned(signed.why === "DECLINED" ? declined : "qr.noAccounts");
      const { signature } = signed;
      return ask(postQrConfirm, { body: { ...code, wallet: account, signature } });
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

function reasonOf(error: Error): string {
  if (error instanceof NotSigned) return error.key;
  if (!(error instanceof AskError)) return "errors.unknown";
  if (error.status === 0) return "errors.offline";
  return reasons[error.code] ?? "qr.E0001";
}
