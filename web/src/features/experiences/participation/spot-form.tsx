import type { Campaign } from "@wrapsody/shared/experiences.ts";
import { RESERVATION_S } from "@wrapsody/shared/participation.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUploadForm } from "../../../lib/forms/upload-form.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { FormAlert } from "../../accounts/index.ts";
import { WalletChoice } from "../../chain/index.ts";
import { priceLabel } from "../experience/campaign-labels.ts";
import { participationErrorText, walletErrorText } from "./error-messages.ts";
import { useOpenNextUrl } from "./use-follow.ts";
import { useReservation } from "./use-reservation.ts";

type SpotFormProps = {
  campaign: Campaign;
  /** The user already has a spot. */
  another: boolean;
  /** No other order of the user comes first. */
  isNext: boolean;
};

/** The wallet field and the button that reserves the spot. A failure keeps the form as it was. */
export function SpotForm({ campaign, another, isNext }: SpotFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [wallet, setWallet] = useState("");
  const reserve = useReservation(campaign);
  const { openUrl, leaving } = useOpenNextUrl();
  const { problems, failure, busy, submit, clearErrors } = useUploadForm({
    send: () => reserve(wallet),
    onSuccess: ({ redirect }) => openUrl(redirect),
    form,
  });
  const choose = (address: string) => {
    setWallet(address);
    clearErrors(["wallet"]);
  };
  const free = campaign.cost_per_nft === 0;
  const isBusy = busy || leaving;
  return (
    <form
      ref={form}
      noValidate
      aria-label={t("participation.title")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!leaving) submit();
      }}
    >
      <Section title={t("participation.whereTo")}>
        <div className="pt-form">
          <p className="small dim">{t("participation.walletText")}</p>
          <WalletChoice
            network={campaign.contract_network ?? campaign.network}
            value={wallet}
            onChange={choose}
            error={walletErrorText(t, problems.wallet)}
          />
        </div>
      </Section>
      <Section title={t("participation.yourPlace")}>
        <div className="pt-form">
          <p className="pt-sum">
            <span>{t("participation.onePlace")}</span>
            <span className="no num">{priceLabel(t, campaign)}</span>
          </p>
          <p className="small dim">
            {free
              ? t("participation.freeText")
              : t("participation.paidText", { minutes: RESERVATION_S / 60 })}
          </p>
          {another ? <p className="small">{t("participation.ownOrders.another")}</p> : null}
          {failure === undefined ? null : <FormAlert text={participationErrorText(t, failure)} />}
          <button
            type="submit"
            className={isNext ? "btn go pt-go" : "btn pt-go"}
            aria-disabled={isBusy || undefined}
          >
            {t(free ? "participation.take" : "participation.pay", { price: priceLabel(t, campaign) })}{" "}
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
