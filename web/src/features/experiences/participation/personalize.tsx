import { useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { noReferrer } from "../../accounts/index.ts";
import { ExperienceError } from "../experience/experience-error.tsx";
import type { Route } from "./+types/personalize";
import { parseOrderAddress } from "./order/order-address.ts";
import { InvalidOrder } from "./order/order-failed.tsx";
import { OrderPhotos } from "./photo/order-photos.tsx";
import "./participation.css";
import "./photo.css";

/** Requires no session, like the confirmation page: the code in the URL authorizes the order. */
export async function clientLoader() {
  await loadNamespaces("participation", "crop");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("experiences.yourPhoto"), language);
}

export function headers() {
  return noReferrer;
}

export default function PersonalizePage({ params: { campaignId } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const order = parseOrderAddress(query);
  if (order === undefined) return <InvalidOrder reference={campaignId} />;
  return <OrderPhotos key={`${order.c} ${order.i}`} reference={campaignId} order={order} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExperienceError error={error} />;
}
