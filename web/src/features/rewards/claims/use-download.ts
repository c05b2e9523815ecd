import { useMutation } from "@tanstack/react-query";
import { getDownload, getDownloadMessage, postDownload, wrappedName } from "@wrapsody/shared/downloads.ts";
import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { fetchFile } from "../../../lib/api/fetch-file.ts";
import { saveFile } from "../../../lib/files/save-file.ts";
import type { Wallet } from "../../chain/index.ts";

type Download = { song: { id: number; name: string; artist: string }; rewardId: number; wallet: Wallet };

/** Text keys of errors. */
const reasons: Partial<Record<ErrorCode, string>> = {
  E0004: "claims.download.notYours",
  E0020: "wallets.E0020",
  E0036: "claims.download.failed",
  E0037: "wallets.E0037",
  E0043: "claims.download.notYours",
};

/** The wallet signed nothing; `key` is the text key of the reason. */
class NotSigned extends Error {
  override name = "NotSigned";
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/** Proves with the connected wallet that it owns a token of the song, then saves the file. */
export function useDownload(download: Download) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => saveFile(wrappedName(download.song), await fetchWrappedFile(download)),
    gcTime: 0,
  });
  return {
    start: () => {
      if (!isPending) mutate();
    },
    isPending,
    isSaved: isSuccess,
    why: error === null ? undefined : reasonOf(error),
  };
}

async function fetchWrappedFile({ song, rewardId, wallet }: Download): Promise<Blob> {
  const connection = wallet.current();
  if (connection.is !== "connected") throw new NotSigned("claims.download.noWallet");
  const { account } = connection;
  const id = String(song.id);
  const nonce = await apiFetch(getDownload, { params: { id }, query: { wallet: account } });
  const { message } = await apiFetch(getDownloadMessage, { params: { id, nonce: String(nonce) } });
  const signed = await wallet.signMessage(message, account);
  if (signed.is === "refused")
    throw new NotSigned(signed.reason === "DECLINED" ? "claims.download.declined" : "claims.download.failed");
  const body = { signature: signed.signature, wallet: account, rewardId };
  return fetchFile(postDownload, { params: { id }, body });
}

function reasonOf(error: Error): string {
  if (error instanceof NotSigned) return error.key;
  if (!(error instanceof ApiError)) return "errors.unknown";
  if (error.status === 0) return "errors.offline";
  if (error.status === 429) return "accounts.tooOften";
  return reasons[error.code] ?? (error.status >= 500 ? "errors.X001" : "claims.download.failed");
}
