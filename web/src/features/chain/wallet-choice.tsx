import { useQuery } from "@tanstack/react-query";
import { getWallets } from "@wrapsody/shared/accounts/wallets.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../lib/pages/page-data.ts";
import { useSignedIn } from "../../lib/storage/session.ts";
import { Address } from "../../ui/format/address.tsx";
import type { FoundWallet } from "./discovery.ts";
import { WrongNetwork } from "./elsewhere.tsx";
import { isSameAddress } from "./provider.ts";
import { WithWalletTexts } from "./texts.tsx";
import { useWallet, type Wallet } from "./use-wallet.ts";
import { useWalletName, WalletButtons, WalletStatus } from "./wallet-buttons.tsx";

type WalletChoiceProps = {
  /** Network of the flow: the demo wallet is offered for LOCAL only. */
  network: Network;
  /** Name of the form field. */
  name?: string;
  /** Selected or typed address; empty if there is none, null for no wallet. */
  value: string | null;
  onChange(address: string | null): void;
  /** Offers to go without a wallet. */
  optional?: boolean;
  /** Translated error of the field. */
  error?: string | undefined;
};

/**
 * Form field that selects a wallet: the connected one, one linked to the account, or a typed address. Until the user chooses, the first
 * wallet is selected or, if there is none and it is optional, no wallet.
 */
export function WalletChoice(props: WalletChoiceProps) {
  return (
    <WithWalletTexts>
      <Choice {...props} />
    </WithWalletTexts>
  );
}

function Choice({ network, name = "wallet", value, onChange, optional = false, error }: WalletChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const wallet = useWallet({ network });
  const rows = useRows(wallet, network);
  const [selection, setSelection] = useState<Selection>("first");
  const [typed, setTyped] = useState("");
  const group = useNewlyConnected(wallet, () => setSelection("first"));
  const keeping = selection === "none" || (optional && selection === "first" && rows.length === 0);
  const typing = !keeping && (selection === "typed" || rows.length === 0);
  const address = value ?? "";
  const listed = typing ? address : chosenOf(rows, selection === "first" ? "" : address);
  const chosen = keeping ? null : listed;
  useEffect(() => {
    if (chosen !== value) onChange(chosen);
  }, [chosen, value, onChange]);
  const choose = (next: Selection, to: string | null) => {
    setSelection(next);
    onChange(to);
  };
  const { state } = wallet;
  const inUse = state.is === "connected" || state.is === "elsewhere" ? state.wallet : undefined;
  // The demo wallet asks nothing, so it is an option like the others.
  const demo = wallet.wallets.find((found) => found.demo && found.id !== inUse?.id);
  const wrong = error === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-problem` };
  return (
    <div className="wallet-choice">
      <fieldset ref={group} className={error === undefined ? "radios" : "radios err"}>
        <legend className="meta dim">{t("wallets.wallet")}</legend>
        {optional ? (
          <label>
            <input
              type="radio"
              name={`${id}-choice`}
              checked={keeping}
              onChange={() => choose("none", null)}
            />
            <span className="b">{t("wallets.keep")}</span>
            <span className="small dim">{t("wallets.keepText")}</span>
          </label>
        ) : null}
        {rows.map((row) => {
          const checked = !typing && chosen === row.address;
          return (
            <label key={row.address}>
              <input
                {...(checked ? wrong : {})}
                data-wallet
                type="radio"
                name={`${id}-choice`}
                checked={checked}
                onChange={() => choose("listed", row.address)}
              />
              <RowText row={row} />
            </label>
          );
        })}
        <label>
          <input
            type="radio"
            name={`${id}-choice`}
            checked={typing}
            onChange={() => choose("typed", typed)}
          />
          <span className="b">{t(rows.length === 0 ? "wallets.typed" : "wallets.typedOther")}</span>
        </label>
        {typing ? (
          <TypedAddress
            name={name}
            value={address}
            wrong={wrong}
            onType={(text) => {
              setTyped(text);
              choose("typed", text);
            }}
          />
        ) : (
          <input type="hidden" name={name} value={address} />
        )}
        {demo === undefined ? null : (
          <label>
            <input
              type="radio"
              name={`${id}-choice`}
              checked={state.is === "connecting" && state.wallet.demo}
              onChange={() => void wallet.connect(demo)}
            />
            <span className="b">{t("wallets.connectDemo")}</span>
            <span className="small dim">{t("wallets.demoText")}</span>
          </label>
        )}
        {error === undefined ? null : (
          <p id={`${id}-problem`} className="msg">
            <TriangleAlert className="i" aria-hidden="true" /> {error}
          </p>
        )}
      </fieldset>
      <WalletStatus state={state} />
      <WrongNetwork wallet={wallet} network={network} />
      <WalletButtons wallet={{ ...wallet, wallets: wallet.wallets.filter((found) => found !== demo) }} />
    </div>
  );
}

/**
 * "first" selects the first row until the user chooses, even if the row appears later because a wallet responds late. "none" is no
 * wallet.
 */
type Selection = "first" | "listed" | "typed" | "none";

function chosenOf(rows: readonly Row[], selected: string): string {
  return (rows.find(({ address }) => isSameAddress(address, selected)) ?? rows[0])?.address ?? "";
}

type TypedAddressProps = {
  name: string;
  value: string;
  wrong: { "aria-invalid"?: boolean; "aria-describedby"?: string };
  onType(address: string): void;
};

function TypedAddress({ name, value, wrong, onType }: TypedAddressProps) {
  const { t } = useTranslation();
  return (
    <div className={wrong["aria-invalid"] === true ? "in err" : "in"}>
      <input
        {...wrong}
        name={name}
        aria-label={t("wallets.address")}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onType(target.value.trim())}
      />
    </div>
  );
}

/** An address and its source; `wallet` is the connected wallet that exposes it. */
type Row = { address: string; wallet: FoundWallet | undefined };

function RowText({ row: { address, wallet } }: { row: Row }) {
  const { t } = useTranslation();
  const nameOf = useWalletName();
  return (
    <>
      <span className="b">
        <Address address={address} />
      </span>
      <span className="small dim">
        {wallet === undefined ? t("wallets.linked") : t("wallets.connected", { wallet: nameOf(wallet) })}
      </span>
      {wallet?.demo === true ? <span className="small dim">{t("wallets.demoText")}</span> : null}
    </>
  );
}

/**
 * Returns the accounts of the connected wallet, then linked addresses. A contract wallet is offered only on its own
 * network.
 */
function useRows({ state }: Wallet, network: Network): Row[] {
  const enabled = useSignedIn();
  const all = useQuery({ ...queryOf(getWallets), enabled }).data?.wallets ?? [];
  const linked = all.filter(({ networks }) => networks.length === 0 || networks.includes(network));
  const connected = state.is === "connected" || state.is === "elsewhere" ? state : undefined;
  const accounts = connected?.accounts ?? [];
  const isConnected = (address: string) => accounts.some((account) => isSameAddress(account, address));
  return [
    ...accounts.map((address) => ({ address, wallet: connected?.wallet })),
    ...linked
      .filter(({ address }) => !isConnected(address))
      .map(({ address }) => ({ address, wallet: undefined })),
  ];
}

/** Calls back after a wallet was connected. Moves the focus to its account, because the connect button was removed. */
function useNewlyConnected({ state }: Wallet, onConnected: () => void) {
  const group = useRef<HTMLFieldSetElement>(null);
  const before = useRef(state.is);
  useEffect(() => {
    const isNew = before.current === "connecting" && (state.is === "connected" || state.is === "elsewhere");
    before.current = state.is;
    if (!isNew) return;
    onConnected();
    if (document.activeElement === document.body)
      group.current?.querySelector<HTMLElement>("[data-wallet]")?.focus();
  }, [state.is, onConnected]);
  return group;
}
