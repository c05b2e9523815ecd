import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { Order } from "@wrapsody/shared/experiences/participation.ts";
import type { TFunction } from "i18next";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { ErrorState } from "../../../../ui/feedback/states.tsx";
import { Address } from "../../../../ui/format/address.tsx";
import { formatDate, formatUsd } from "../../../../ui/format/format.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { ArtworkGrid } from "../../artworks/artwork-grid.tsx";
import { useMarkedArtworks } from "../../artworks/marked-artworks.ts";
import { type Fact, Facts } from "../../experience/facts.tsx";
import { NewArtwork } from "./fresh-artwork.tsx";
import type { OrderAddress } from "./order-address.ts";
import { OrderPage } from "./order-page.tsx";
import type { Step } from "./progress.ts";
import type { Confirmed } from "./use-confirmation.ts";
import { useWaiting } from "./use-waiting.ts";

type WaitingProps = { answer: Confirmed; address: OrderAddress; campaign: Campaign | undefined };

/** A completed order whose artwork is pending, kept or minted. */
export function Waiting({ answer: { order }, address, campaign }: WaitingProps) {
  const { t } = useTranslation();
  const { progress, wallet, late, error, retry } = useWaiting(order, address);
  const { isMarked: isDismissed, mark: dismiss } = useMarkedArtworks("dismissed");
  const heading = useRef<HTMLHeadingElement>(null);
  const fresh = progress?.fresh ?? [];
  const undismissed = campaign === undefined ? [] : fresh.filter((artwork) => !isDismissed(artwork));
  const hasArtwork = undismissed.length > 0;
  const aside = [...fresh.filter(isDismissed), ...(progress?.earlier ?? [])];
  const step = progress?.step ?? "drawing";
  // Until a wallet is given, the artwork goes nowhere.
  const isKept = order.wallet_address === null && (step === "kept" || step === "drawing");
  const title = (
    <OrderHeading ref={heading}>{t(`participation.order.${titles[step] ?? "confirmed"}`)}</OrderHeading>
  );
  const next = <ArtLink isReady={step === "minted" || step === "kept"} isKept={step === "kept"} />;
  const put = (artwork: Participant) => {
    dismiss(artwork);
    // The dismissed artwork takes its button with it, so the heading gets the focus.
    heading.current?.focus();
  };
  const artworks =
    campaign === undefined || !hasArtwork
      ? undefined
      : undismissed.map((artwork, at) => {
          const isOwn = artwork.id === progress?.own;
          return (
            <NewArtwork
              key={artwork.id}
              artwork={artwork}
              campaign={campaign}
              order={isOwn ? order : undefined}
              proof={isOwn ? { order: address } : { participantId: artwork.id }}
              heading={at === 0 ? title : null}
              next={at === 0 ? next : null}
              dismiss={() => put(artwork)}
            />
          );
        });
  return (
    <OrderPage campaign={campaign} title={t("participation.order.title")} isOrdered artworks={artworks}>
      <div className={hasArtwork ? "pt-confirmed beside" : "pt-confirmed"}>
        {hasArtwork ? null : title}
        <Steps step={step} isDrawn={progress?.isDrawn === true} isKept={isKept} />
        <RefundNote order={order} />
        <p role="status" className={step === "minted" ? "vh" : "small dim"}>
          {t(
            late ? "participation.order.late" : `participation.order.message.${isKept ? "kept." : ""}${step}`,
          )}
        </p>
        {late ? (
          <p className="small">
            {t(isKept ? "participation.order.lateTextKept" : "participation.order.lateText", {
              order: order.exposed_id,
            })}
          </p>
        ) : null}
        {error === null || step === "minted" || step === "kept" ? null : (
          <ErrorState message={t("participation.order.unseen")} retry={retry} />
        )}
        <div className="row pt-links">
          {hasArtwork ? null : next}
          {campaign === undefined ? null : (
            <Link className="btn" to={paths.experience(campaign.pretty_id, { tab: "participants" })}>
              {t("participation.order.toParticipants")} <ArrowRight className="i" aria-hidden="true" />
            </Link>
          )}
        </div>
      </div>
      {campaign === undefined || aside.length === 0 ? null : (
        <Section title={t("participation.order.yours")}>
          <ArtworkGrid campaign={campaign} participants={aside} even />
        </Section>
      )}
      <Section title={t("participation.order.receipt")}>
        <Receipt order={order} wallet={order.wallet_address ?? wallet} />
      </Section>
    </OrderPage>
  );
}

type HeadingProps = { ref: RefObject<HTMLHeadingElement | null>; children: ReactNode };

/** Takes the focus where it appears: it moves beside a new artwork, and to the next one when that is dismissed. */
function OrderHeading({ ref, children }: HeadingProps) {
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <h2 ref={ref} className="title" tabIndex={-1}>
      {children}
    </h2>
  );
}

const titles: Partial<Record<Step, string>> = { minted: "ready", kept: "ready", failed: "notReady" };

const steps = ["place", "drawn", "minted"] as const;
const stepsOfKept = ["place", "drawn", "kept"] as const;
/** Number of completed steps per stage. */
const reached = { drawing: 1, minting: 2, minted: 3, kept: 3 } as const;

function Steps({ step, isDrawn, isKept }: { step: Step; isDrawn: boolean; isKept: boolean }) {
  const { t } = useTranslation();
  const behind = step === "failed" ? (isDrawn ? 2 : 1) : reached[step];
  const current = step === "failed" ? "state bad" : "state wait";
  return (
    <ol className="pt-steps">
      {(isKept ? stepsOfKept : steps).map((name, at) => (
        <li key={name} className={at < behind ? "state on" : at === behind ? current : "state"}>
          <span className={at < behind ? "b" : undefined}>{t(`participation.order.steps.${name}`)}</span>
        </li>
      ))}
    </ol>
  );
}

function Receipt({ order, wallet }: { order: Order; wallet: string | null }) {
  const { t, i18n } = useTranslation();
  const facts: Fact[] = [
    [
      t("participation.order.number"),
      <span key="number" className="code-l">
        {order.exposed_id}
      </span>,
    ],
    [
      t("experiences.wallet"),
      wallet === null ? t("participation.order.keptFact") : <Address key="wallet" address={wallet} />,
    ],
    [t("participation.order.total"), order.total === 0 ? t("experiences.free") : formatUsd(order.total)],
  ];
  if (order.completed_at !== null)
    facts.push([t("participation.order.date"), formatDate(order.completed_at, i18n.language)]);
  if (order.refunded_at !== null)
    facts.push([
      t("participation.order.refundedFact"),
      formatRefund(t, order, order.refunded_at, i18n.language),
    ]);
  return <Facts facts={facts} />;
}

function formatRefund(t: TFunction, { total }: Order, refundedAt: string, language: string): string {
  return t("participation.refund.fact", { day: formatDate(refundedAt, language), price: formatUsd(total) });
}

/** The owner keeps the artwork after a refund. */
function RefundNote({ order }: { order: Order }) {
  const { t, i18n } = useTranslation();
  const { refunded_at: refundedAt, total } = order;
  if (refundedAt === null) return null;
  const day = formatDate(refundedAt, i18n.language);
  return (
    <p className="small">
      <span className="b">{t("participation.refund.on", { day, price: formatUsd(total) })}.</span>{" "}
      {t("participation.refund.keeps")}
    </p>
  );
}

/** Leads to the artworks of the reader, where a kept one is sent to a wallet. */
function ArtLink({ isReady, isKept }: { isReady: boolean; isKept: boolean }) {
  const { t } = useTranslation();
  return (
    <Link className={isReady ? "btn go" : "btn"} to={paths.myArt()}>
      {t(isKept ? "participation.order.toSend" : "participation.order.toArt")}{" "}
      <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}
