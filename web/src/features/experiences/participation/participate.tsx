import { useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { noReferrer, requireSession, useLogoutSync } from "../../accounts/index.ts";
import { ExperienceError } from "../experience/experience-error.tsx";
import type { Route } from "./+types/participate";
import { Confirmation } from "./order/confirmation.tsx";
import { isOrderPage, parseOrderAddress } from "./order/order-address.ts";
import { InvalidOrder } from "./order/order-failed.tsx";
import { TakePart } from "./take-part.tsx";
import "./participation.css";

/** Joining requires a session. Confirming an order does not: its page may be opened on another device or much later. */
export const clientMiddleware = [
  ({ request }: { request: Request }) => {
    if (!isOrderPage(new URL(request.url).searchParams)) requireSession({ request });
  },
];

/** Makes the guard run on the first load too. */
export async function clientLoader() {
  await loadNamespaces("participation", "artwork");
  return null;
}
clientLoader.hydrate = true as const;

/** The server renders no content, because only the browser knows the user. */
export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("experiences.participate"), language);
}

export function headers() {
  return noReferrer;
}

export default function ParticipatePage({ params: { campaignId } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  useLogoutSync();
  if (!isOrderPage(query)) return <TakePart key={campaignId} reference={campaignId} />;
  const order = parseOrderAddress(query);
  if (order === undefined) return <InvalidOrder reference={campaignId} />;
  return <Confirmation key={`${order.c} ${order.i}`} reference={campaignId} order={order} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExperienceError error={error} />;
}
