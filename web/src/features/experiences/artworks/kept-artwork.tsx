import type { CollectedArtwork } from "@wrapsody/shared/experiences/experiences.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { isOnItsWay } from "./artwork-data.ts";

/** Loads the dialog with its texts and the wallet code that it needs. */
const loadDialog = async () => {
  const [{ SendToWallet }] = await Promise.all([
    import("./send-to-wallet.tsx"),
    loadNamespaces("participation"),
  ]);
  return SendToWallet;
};

/** The button that sends a kept artwork to a wallet, or that it is on its way. Nothing once it is minted. */
export function KeptArtwork({ artwork }: { artwork: CollectedArtwork }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { part: SendToWallet, failed, retry } = useLazyModule("send-to-wallet", loadDialog, isOpen);
  if (artwork.minted_at !== null) return null;
  if (isOnItsWay(artwork)) return <p className="small state wait">{t("accounts.art.onItsWay")}</p>;
  return (
    <div className="own-kept">
      <p className="small state">{t("accounts.art.kept")}</p>
      <button
        type="button"
        className="u b own-send"
        onClick={() => {
          setIsOpen(true);
          if (failed) retry();
        }}
      >
        {t("accounts.art.send")} <span className="vh">{artwork.name}</span>
      </button>
      {failed ? (
        <p className="msg small" role="alert">
          {t("errors.part")}
        </p>
      ) : null}
      {isOpen && SendToWallet !== undefined ? (
        <SendToWallet artwork={artwork} close={() => setIsOpen(false)} />
      ) : null}
    </div>
  );
}
