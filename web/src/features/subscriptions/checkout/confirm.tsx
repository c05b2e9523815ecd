import { planOrderTexts } from "@wrapsody/shared/payments/subscriptions.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/feedback/states.tsx";
import { noReferrer } from "../../accounts/index.ts";
import { ofOrder, planErrorText } from "../error-messages.ts";
import type { Route } from "./+types/confirm";
import { type OrderAddress, useConfirmation } from "./use-confirmation.ts";
import "../plan/plan.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("plan.order.title"), language);
}

/** The URL contains the code of an order. */
export function headers() {
  return noReferrer;
}

/** The page at the end of a checkout: confirms the order and redirects once the plan has started. */
export default function ConfirmPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [c, i] = [query.get("c") ?? "", query.get("i") ?? ""];
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("plan.order.title")}</h1>
      </header>
      <section className="sec plan-order" aria-label={t("plan.order.title")}>
        {c === "" || i === "" ? (
          <OrderError message={t("plan.problem.invalid")} text={t("plan.order.invalid")} />
        ) : (
          <Confirmation key={`${c} ${i}`} order={{ c, i }} />
        )}
      </section>
    </>
  );
}

function Confirmation({ order }: { order: OrderAddress }) {
  const { t } = useTranslation();
  const { state, retry } = useConfirmation(order);
  switch (state.is) {
    case "confirming":
      return <Wait title={t("plan.order.confirming")} />;
    case "confirmed":
      return <Wait title={t("plan.order.confirmed")} />;
    case "pending":
      return <Wait title={t("plan.order.processing")} text={t("plan.order.processingText")} />;
    case "late":
      return (
        <div className="void" role="status">
          <p className="lead">{t("plan.order.late")}</p>
          <p className="plan-text">{t("plan.order.lateText")}</p>
          <div className="row plan-buttons">
            <button type="button" className="btn go" onClick={retry}>
              {t("plan.order.again")}
            </button>
            <ToPlan />
          </div>
        </div>
      );
    case "failed":
      return <Failed error={state.error} retry={retry} />;
  }
}

function Wait({ title, text }: { title: string; text?: string }) {
  return (
    <div className="void" role="status">
      <p className="lead">{title}</p>
      {text === undefined ? null : <p className="small dim plan-text">{text}</p>}
    </div>
  );
}

/** Offers a retry only if the response was lost or a service had problems. */
function Failed({ error, retry }: { error: Error; retry(): void }) {
  const { t } = useTranslation();
  const end = endOf(error);
  if (end !== undefined)
    return <OrderError message={t(`plan.problem.${end}`)} text={t(`plan.order.${end}`)} />;
  const message = planErrorText(t, error, ofOrder);
  const code =
    error instanceof ApiError && error.status >= 400 && error.status < 429 ? error.code : undefined;
  if (code === undefined) return <ErrorState message={message} retry={retry} />;
  const texts: Partial<Record<typeof code, string>> = { E0040: "unpaid", E0047: "alreadyPremium" };
  return <OrderError message={message} text={t(`plan.order.${texts[code] ?? "invalid"}`)} />;
}

/** Returns the outcome for a payment that was captured, because the page must not claim that nothing was charged. */
function endOf(error: Error): "refunded" | "otherAmount" | undefined {
  if (!(error instanceof ApiError) || error.code !== "E0040") return undefined;
  if (error.message === planOrderTexts.otherAmount) return "otherAmount";
  return error.message === planOrderTexts.refunded ? "refunded" : undefined;
}

function OrderError({ message, text }: { message: string; text: string }) {
  return (
    <>
      <ErrorState message={message} />
      <p className="plan-text">{text}</p>
      <p className="plan-onward">
        <ToPlan go />
      </p>
    </>
  );
}

function ToPlan({ go = false }: { go?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link className={go ? "btn go" : "btn"} to={paths.subscription}>
      {t("plan.title")} <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}
