import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { getOwnOrders, type OwnOrder } from "@wrapsody/shared/experiences/participation.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { onPageRestored } from "../../../lib/polling.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import type { Access } from "../experience/access.ts";
import { ExperienceError } from "../experience/experience-error.tsx";
import { AccessDenied } from "./access-denied.tsx";
import { CampaignFacts } from "./campaign-head.tsx";
import { OrderPage, useCampaign } from "./order/order-page.tsx";
import { isUnfinished, OwnOrders } from "./own-orders.tsx";
import { Samples, useFirstSample, useSamples } from "./samples.tsx";
import { CodeSection } from "./spot-code/code-field.tsx";
import { priceWithCode, type SpotCode, useSpotCode } from "./spot-code/use-spot-code.ts";
import { SpotForm } from "./spot-form.tsx";

/** The page on which a user joins an experience. */
export function TakePart({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data: campaign, error } = useCampaign(reference);
  const sample = useFirstSample(campaign);
  if (error !== null && campaign === undefined) return <ExperienceError error={error} />;
  return (
    <OrderPage
      campaign={campaign}
      title={campaign === undefined ? t("participation.title") : <JoinTitle campaign={campaign} />}
      isNamed
      picture={sample}
    >
      {campaign === undefined ? <LoadingRows rows={4} /> : <ParticipationForm campaign={campaign} />}
    </OrderPage>
  );
}

function JoinTitle({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { orders } = useOrders(campaign);
  return t(`participation.${orders.some(hasJoined) ? "joinAgain" : "join"}`, { name: campaign.name });
}

const none: readonly OwnOrder[] = [];

function useOrders({ id }: Campaign) {
  const { data, isLoading } = useAuthedQuery(getOwnOrders, { params: { id: String(id) } });
  return { orders: data?.data ?? none, isLoading };
}

/** Returns true for a paid order. */
function hasJoined({ state }: OwnOrder): boolean {
  return state === "FULFILLED" || state === "NEEDS_MATERIAL";
}

/** The form or the reason why joining is not possible. Existing orders come first. */
function ParticipationForm({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const options = { params: { id: String(campaign.id) } };
  const { data, error, refetch } = useAuthedQuery(getAccess, options);
  const { orders, isLoading } = useOrders(campaign);
  const code = useSpotCode(campaign);
  const [announcement, setAnnouncement] = useState("");
  const announcementLine = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of the action disappears when the orders are refetched
  useEffect(() => {
    if (announcement !== "") announcementLine.current?.focus();
  }, [announcement, orders]);
  useRefetchOnPageRestore();
  const isJoinable = data !== undefined && isOpen(campaign, data.access, code);
  const samples = useSamples(campaign, {
    isWanted: isJoinable,
    code: data?.access === "NEEDS_INVITATION" ? code.applied?.code : undefined,
  });
  // Joining works without the list of orders and without samples, which would move the form if they came later.
  if (data === undefined || isLoading || (isJoinable && samples.isLoading && !samples.isFetched))
    return <QueryState error={error} refetch={refetch} rows={4} />;
  const hasCode = data.has_codes || code.typed !== "";
  return (
    <>
      <p ref={announcementLine} className="small b pt-said" role="status" tabIndex={-1}>
        {announcement}
      </p>
      <OwnOrders campaign={campaign} orders={orders} announce={setAnnouncement} />
      {isJoinable ? (
        <>
          <SpotForm
            campaign={campaign}
            another={orders.some(({ state }) => state !== "REFUNDED")}
            isNext={!orders.some(isUnfinished)}
            code={hasCode ? code : undefined}
          />
          <Samples query={samples} />
        </>
      ) : (
        <>
          <AccessDenied campaign={campaign} access={data} />
          {hasCode && codeMayOpen.has(data.access) ? <CodeSection campaign={campaign} code={code} /> : null}
        </>
      )}
      <Section title={t("participation.about")}>
        <CampaignFacts campaign={campaign} placesLeft={data.places_left} />
      </Section>
    </>
  );
}

/** Obstacles that a code may remove: it is an invitation, and may leave nothing to pay. */
const codeMayOpen: ReadonlySet<Access["access"]> = new Set(["NEEDS_INVITATION", "NO_PAYMENTS"]);

function isOpen(campaign: Campaign, access: Access["access"], { applied }: SpotCode): boolean {
  if (access === "OPEN" || applied === undefined) return access === "OPEN";
  return (
    access === "NEEDS_INVITATION" || (access === "NO_PAYMENTS" && priceWithCode(campaign, applied) === 0)
  );
}

/** Refetches when the browser restores the page from its back/forward cache: a spot may have been taken since. */
function useRefetchOnPageRestore(): void {
  const client = useQueryClient();
  useEffect(() => onPageRestored(() => invalidateQueries(client, getAccess, getOwnOrders)), [client]);
}
