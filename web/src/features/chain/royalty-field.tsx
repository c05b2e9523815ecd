import { getWallets } from "@wrapsody/shared/accounts/wallets.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { MAX_ROYALTY_PERCENT, royaltyTexts } from "@wrapsody/shared/payments/royalties.ts";
import type { TFunction } from "i18next";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useActingAccount } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { Address } from "../../ui/format/address.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { useAuthedQuery } from "../accounts/index.ts";
import "./wallets.css";

type Props = {
  /** Percent. */
  initial: number;
  /** Undefined until it is chosen. */
  network: Network | undefined;
  /** Error message of the server or the schema. */
  problem: string | undefined;
  /** Id of the form that the field belongs to if it is in a dialog. */
  form?: string;
};

/** The rate of a resale royalty. Shows which linked wallet receives it, or that none can. */
export function RoyaltyField({ initial, network, problem, form }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(initial));
  const wallets = useWalletsOn(network);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The form finds its invalid fields only among its own elements.
    if (form !== undefined && problem !== undefined) input.current?.focus();
  }, [form, problem]);
  const isPaid = Number(typed) > 0;
  const lacksWallet = isPaid && wallets?.length === 0;
  const [first] = wallets ?? [];
  return (
    <div className="royalty">
      <Field
        ref={input}
        label={t("royalty.label")}
        name="royalty_rate"
        type="number"
        inputMode="decimal"
        min={0}
        max={MAX_ROYALTY_PERCENT}
        step={0.1}
        defaultValue={initial}
        hint={t("royalty.hint", { most: MAX_ROYALTY_PERCENT })}
        problem={royaltyProblem(t, problem) ?? (lacksWallet ? t("royalty.noWallet") : undefined)}
        after={<span className="sfx small">%</span>}
        onInput={({ currentTarget: { value } }) => setTyped(value)}
        {...(form === undefined ? {} : { form })}
      />
      <p className="meta" role="status">
        {isPaid && first !== undefined ? (
          <>
            {t("royalty.paidTo")} <Address address={first} />
          </>
        ) : null}
      </p>
      {lacksWallet ? (
        <Link className="btn s" to={paths.settings}>
          {t("royalty.link")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      ) : null}
    </div>
  );
}

/**
 * Returns the linked wallets that work on a network, first linked first. Undefined until they are known, and while the reader works for
 * another account, whose wallets only its own login sees.
 */
export function useWalletsOn(network: Network | undefined): readonly string[] | undefined {
  const { data } = useAuthedQuery(getWallets);
  const isOwn = useActingAccount() === undefined;
  const usable = (isOwn ? data : undefined)?.wallets.filter(
    ({ networks }) => networks.length === 0 || network === undefined || networks.includes(network),
  );
  return usable?.map(({ address }) => address);
}

function royaltyProblem(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === royaltyTexts.range) return t("royalty.range", { most: MAX_ROYALTY_PERCENT });
  if (problem === royaltyTexts.decimals) return t("studio.problem.decimals");
  if (problem === royaltyTexts.noWallet) return t("royalty.noWallet");
  return problem;
}
