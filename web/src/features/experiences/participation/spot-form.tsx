import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { RESERVATION_S } from "@wrapsody/shared/experiences/participation.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUploadForm } from "../../../lib/forms/upload-form.ts";
import { formatUsd } from "../../../ui/format/format.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { FormAlert } from "../../accounts/index.ts";
import { WalletChoice } from "../../chain/index.ts";
import { AmountField, amountOf, parseAmount } from "./amount-field.tsx";
import { ofOpenOrders, participationErrorText, walletErrorText } from "./error-messages.ts";
import { CodeField } from "./spot-code/code-field.tsx";
import { priceWithCode, type SpotCode } from "./spot-code/use-spot-code.ts";
import { useOpenNextUrl } from "./use-follow.ts";
import { useReservation } from "./use-reservation.ts";

type SpotFormProps = {
  campaign: Campaign;
  /** The user already has a spot. */
  another: boolean;
  /** No other order of the user comes first. */
  isNext: boolean;
  /** Undefined if the experience has no codes. */
  code: SpotCode | undefined;
};

/** The spot with its price, the choice of a wallet or none, and the button that reserves the spot. A failure keeps the form as it was. */
export function SpotForm({ campaign, another, isNext, code }: SpotFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wallet, setWallet] = useState<string | null>("");
  const [chosenAmount, setAmount] = useState<string>();
  const applied = code?.applied;
  const minimum = priceWithCode(campaign, applied);
  const suggested = campaign.suggested_price ?? campaign.cost_per_nft;
  const amount = chosenAmount ?? String(applied === undefined ? suggested : minimum);
  const reserve = useReservation(campaign);
  const { openUrl, leaving } = useOpenNextUrl();
  const { problems, failure, busy, submit, clearErrors } = useUploadForm({
    send: () =>
      reserve({ wallet, amount: amountOf(campaign, amount), code: applied?.code }).catch((error: unknown) => {
        code?.refuse(error);
        throw error;
      }),
    onSuccess: ({ redirect }) => openUrl(redirect),
    form,
  });
  const choose = (address: string | null) => {
    setWallet(address);
    clearErrors(["wallet"]);
  };
  const isChosen = campaign.pricing === "PAY_WHAT_YOU_WANT";
  // A fixed price may change with the phase while the page is open.
  const usd = isChosen ? parseAmount(amount) : minimum;
  const free = usd === 0;
  const price = usd === undefined ? "–" : free ? t("experiences.free") : formatUsd(usd);
  const isBusy = busy || leaving;
  return (
    <form
      ref={form}
      noValidate
      aria-label={t("participation.title")}
      onSubmit={(event) => {
        event.preventDefault();
        // The price with a code is shown before anything is reserved.
        if (code !== undefined && code.applied === undefined && code.typed.trim() !== "") code.apply();
        else if (!leaving) submit();
      }}
    >
      <Section title={t(another ? "participation.anotherPlace" : "participation.yourPlace")}>
        <div className="pt-form">
          {isChosen ? (
            <AmountField
              minimum={minimum}
              suggested={suggested}
              value={amount}
              onChange={(typed) => {
                setAmount(typed);
                clearErrors(["amount"]);
              }}
              error={problems.amount}
            />
          ) : null}
          {code === undefined ? null : (
            <CodeField campaign={campaign} code={code} onChange={() => clearErrors(["amount"])} />
          )}
          <p className="pt-sum">
            <span>{t(another ? "participation.ownOrders.another" : "participation.onePlace")}</span>
            <span className="no num">{price}</span>
          </p>
        </div>
      </Section>
      <Section title={t("participation.whereTo")}>
        <div className="pt-form">
          <p className="small dim">
            {t(wallet === null ? "participation.keepText" : "participation.walletText")}{" "}
            {t("participation.whatIsWallet")}
          </p>
          <WalletChoice
            optional
            network={campaign.contract_network ?? campaign.network}
            value={wallet}
            onChange={choose}
            error={walletErrorText(t, problems.wallet)}
          />
          <p className="small dim">
            {free
              ? t("participation.freeText")
              : t("participation.paidText", { minutes: RESERVATION_S / 60 })}
          </p>
          {failure === undefined ? null : (
            <FormAlert text={participationErrorText(t, failure, isNext ? {} : ofOpenOrders)} focus />
          )}
          <button
            type="submit"
            className={isNext ? "btn go pt-go is-sticky" : "btn pt-go"}
            aria-disabled={isBusy || undefined}
          >
            {t(free ? "participation.take" : "participation.pay", { price })}{" "}
            <ArrowRight className="i" aria-hidden="true" />
          </button>
          <p className="small" role="status">
            {isBusy ? t(leaving ? "participation.leaving" : "participation.taking") : ""}
          </p>
        </div>
      </Section>
    </form>
  );
}
