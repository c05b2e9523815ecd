import { useMutation } from "@tanstack/react-query";
import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { toSignatureFields } from "@wrapsody/shared/experiences/ownership-proof.ts";
import {
  getDownload,
  getDownloadMessage,
  postDownload,
  wrappedName,
} from "@wrapsody/shared/rewards/downloads.ts";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { fetchFile } from "../../../lib/api/fetch-file.ts";
import { saveFile } from "../../../lib/files/save-file.ts";
import type { Wallet } from "../../chain/index.ts";

type Download = {
  song: { id: number; name: string; artist: string };
  rewardId: number;
  wallet: Wallet;
  /** An artwork of the song is kept for the user, whose session proves ownership. */
  isKept: boolean;
};

/** Text keys of errors. */
const reasons: Partial<Record<ErrorCode, string>> = {
  E0004: "claims.download.notYours",
  E0020: "wallets.E0020",
  E0036: "claims.download.failed",
  E0037: "wallets.E0037",
  E0043: "claims.download.notYours",
  E0084: "claims.download.otherNetwork",
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

/** Proves by the connected wallet that it owns a token of the song, or by session if an artwork is kept, then saves the file. */
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

async function fetchWrappedFile({ song, rewardId, wallet, isKept }: Download): Promise<Blob> {
  const params = { id: String(song.id) };
  if (isKept) return fetchFile(postDownload, { params, body: { kept: true, rewardId } });
  const connection = wallet.current();
  if (connection.is !== "connected") throw new NotSigned("claims.download.noWallet");
  const { account } = connection;
  const nonce = String(await apiFetch(getDownload, { params, query: { wallet: account } }));
  const challenge = await apiFetch(getDownloadMessage, { params: { ...params, nonce } });
  const signed = await wallet.signMessage(challenge, account);
  if (signed.is === "restarted") return fetchWrappedFile({ song, rewardId, wallet, isKept });
  if (signed.is === "refused")
    throw new NotSigned(signed.reason === "DECLINED" ? "claims.download.declined" : "claims.download.failed");
  const body = { ...toSignatureFields(signed.signature, nonce), wallet: account, rewardId };
  return fetchFile(postDownload, { params, body });
}

function reasonOf(error: Error): string {
  if (error instanceof NotSigned) return error.key;
  if (!(error instanceof ApiError)) return "errors.unknown";
  if (error.status === 0) return "errors.offline";
  if (error.status === 429) return "accounts.tooOften";
  return reasons[error.code] ?? (error.status >= 500 ? "errors.X001" : "claims.download.failed");
}
