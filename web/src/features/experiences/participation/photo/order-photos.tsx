import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getComponents } from "@wrapsody/shared/experiences/experiences.ts";
import { getPreselected } from "@wrapsody/shared/experiences/participation.ts";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate } from "react-router";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { paths } from "../../../../paths.ts";
import { LoadingRows } from "../../../../ui/feedback/states.tsx";
import type { OrderAddress } from "../order/order-address.ts";
import { OrderFailed } from "../order/order-failed.tsx";
import { OrderPage, useCampaign } from "../order/order-page.tsx";
import { PhotoStep } from "./photo-step.tsx";

type Needed = AnswerOf<typeof getPreselected>;
type PhotosProps = { reference: string; order: OrderAddress };

/** Collects the photos that an order still needs, one by one. The last photo completes the order. */
export function OrderPhotos({ reference, order }: PhotosProps) {
  const { t } = useTranslation();
  const options = { params: { id: order.i }, query: { code: order.c } };
  const { data, error, refetch } = useQuery({ ...queryOf(getPreselected, options), staleTime: 0 });
  const { data: campaign } = useCampaign(data === undefined ? reference : String(data.campaign_id));
  const next = data?.slots.find(({ done }) => !done);
  if (data !== undefined && next === undefined)
    return <Navigate to={paths.participate(reference, order)} replace />;
  return (
    <OrderPage campaign={campaign} title={t("participation.photo.title")}>
      {data === undefined || next === undefined || campaign === undefined ? (
        <Missing reference={reference} order={order} error={error} retry={() => void refetch()} />
      ) : (
        <Step key={next.preselected_id} needed={data} slot={next} order={order} reference={reference} />
      )}
    </OrderPage>
  );
}

type MissingProps = PhotosProps & { error: Error | null; retry(): void };

function Missing({ reference, order, error, retry }: MissingProps) {
  if (error === null) return <LoadingRows rows={4} height="5rem" />;
  // The confirmation page explains an order that ended without an artwork.
  if (error instanceof ApiError && error.code === "E0040")
    return <Navigate to={paths.participate(reference, order)} replace />;
  return <OrderFailed error={error} order={order} retry={retry} />;
}

type StepProps = PhotosProps & { needed: Needed; slot: Needed["slots"][number] };

function Step({ needed, slot, order, reference }: StepProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: campaign } = useCampaign(String(needed.campaign_id));
  const components = useQuery(queryOf(getComponents, { params: { id: String(needed.campaign_id) } })).data
    ?.data;
  if (campaign === undefined) return null;
  const retry = () => invalidateQueries(client, getPreselected);
  return (
    <PhotoStep
      campaign={campaign}
      components={components ?? []}
      place={{ ...slot, transaction_id: needed.transaction_id, code: order.c }}
      count={{ at: needed.slots.indexOf(slot) + 1, all: needed.slots.length }}
      sent={({ complete }) => {
        if (complete) void navigate(paths.participate(reference, order), { replace: true });
        else retry();
      }}
      outdated={retry}
    />
  );
}
