import { useQueryClient } from "@tanstack/react-query";
import { getWallets, type linkedWallet } from "@wrapsody/shared/accounts/wallets.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { queryOf } from "../../lib/pages/page-data.ts";
import { shortAddress } from "../../ui/format/format.ts";
import { QueryState, useAuthedQuery } from "../accounts/index.ts";
import { LinkWallet } from "./link-wallet.tsx";
import { LinkedWallet } from "./linked-wallet.tsx";
import { WithWalletTexts } from "./texts.tsx";

/** Wallets linked to the account, and the form to link another. */
export default function Linked() {
  const { data, error, refetch } = useAuthedQuery(getWallets);
  return (
    <WithWalletTexts>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={2} />
      ) : (
        <Wallets linked={data.wallets} />
      )}
    </WithWalletTexts>
  );
}

function Wallets({ linked }: { linked: readonly z.output<typeof linkedWallet>[] }) {
  const { t } = useTranslation();
  const list = useFocusOnLoss(linked.length);
  const client = useQueryClient();
  const [message, setMessage] = useState("");
  const reload = async (text: string) => {
    setMessage(text);
    await client.invalidateQueries({ queryKey: queryOf(getWallets).queryKey });
  };
  const unlinked = (address: string) => reload(t("wallets.unlinked", { address: shortAddress(address) }));
  return (
    <div className="linked-wallets">
      <p>{t("wallets.text")}</p>
      <ul ref={list} tabIndex={-1} aria-label={t("accounts.settings.wallets.title")}>
        {linked.map((wallet) => (
          <LinkedWallet key={wallet.address} wallet={wallet} unlinked={unlinked} />
        ))}
        {linked.length === 0 ? <li className="small dim">{t("wallets.noneLinked")}</li> : null}
      </ul>
      <p className="small b" role="status">
        {message}
      </p>
      <LinkWallet
        linked={linked.map(({ address }) => address)}
        onStart={() => setMessage("")}
        onLinked={(address) => reload(t("wallets.linkedNow", { address: shortAddress(address) }))}
      />
    </div>
  );
}

/** Moves the focus to the list when a row disappears with its button and dialog. */
function useFocusOnLoss(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count]);
  return list;
}
