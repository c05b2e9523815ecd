import { MAX_WALLETS } from "@wrapsody/shared/accounts/wallets.ts";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { networkName } from "../../lib/networks.ts";
import { errorKey } from "../accounts/index.ts";
import { isLinking, type Linking, useLinking } from "./use-linking.ts";
import { useWallet } from "./use-wallet.ts";
import { NoWallet, PendingSignature, useWalletName, WalletList, WalletRefusal } from "./wallet-buttons.tsx";

type Props = {
  linked: readonly string[];
  /** A new attempt to link a wallet starts. */
  onStart(): void;
  onLinked(address: string): Promise<void>;
};

/** Links a wallet of this browser and shows the progress. */
export function LinkWallet({ linked, onStart, onLinked }: Props) {
  const { t } = useTranslation();
  const wallet = useWallet();
  const { linking, link, move } = useLinking(wallet, { linked, onLinked });
  return (
    <>
      <WalletList
        wallets={wallet.wallets}
        verb="link"
        busy={isLinking(linking)}
        choose={(chosen) => {
          onStart();
          link(chosen);
        }}
      />
      <NoWallet wallet={wallet} />
      <LinkStatus linking={linking} />
      <PendingSignature wallet={wallet} isPending={linking.is === "signing"} />
      {linking.is === "elsewhere" ? (
        <button type="button" className="btn s" onClick={() => move(linking.wallet, linking.network)}>
          {t("wallets.switchTo", { network: networkName(t, linking.network) })}
        </button>
      ) : null}
    </>
  );
}

function LinkStatus({ linking }: { linking: Linking }) {
  const { t } = useTranslation();
  const nameOf = useWalletName();
  if (linking.is === "refused" || (linking.is === "elsewhere" && linking.reason !== undefined))
    return <WalletRefusal reason={linking.reason ?? "FAILED"} wallet={nameOf(linking.wallet)} />;
  if (linking.is === "failed")
    return (
      <p className="msg" role="alert">
        <TriangleAlert className="i" aria-hidden="true" />{" "}
        <span>{t(failureKey(linking.error), { max: MAX_WALLETS })}</span>
      </p>
    );
  return (
    <p className="small b" role="status">
      {linking.is === "idle" ? "" : t(`wallets.${linking.is}`, { wallet: nameOf(linking.wallet) })}
    </p>
  );
}

const TRANSLATED_CODES = ["E0020", "E0036", "E0037"];

function failureKey(error: Error): string {
  if (!(error instanceof ApiError)) return "errors.unknown";
  if (error.errors.some(({ message }) => /^An account can have \d+ wallets/.test(message)))
    return "wallets.tooMany";
  return TRANSLATED_CODES.includes(error.code) ? `wallets.${error.code}` : errorKey(error);
}
