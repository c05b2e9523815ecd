import { type Billing, resourceMissing } from "./billing.ts";
import { newId, type Parameters, type PortalConfiguration } from "./objects.ts";
import { StripeError } from "./parameters.ts";

/** Returns the URL of the portal for a customer. Stripe has no default configuration until one was saved in its dashboard. */
export function createPortalSession(
  billing: Billing,
  { customer, configuration, return_url, flow_data: flow }: Parameters["createPortal"],
): string {
  billing.customer(customer, "customer");
  if (configuration === undefined)
    throw new StripeError({
      message:
        "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings.",
    });
  const found = billing.configurations.find(({ id }) => id === configuration);
  if (found === undefined) throw resourceMissing("configuration", configuration, "configuration");
  if (flow !== undefined && !found.takesCards)
    throw new StripeError({
      message: "The configuration does not allow this flow.",
      param: "flow_data[type]",
    });
  if ((flow?.after_completion?.type === "redirect") !== (flow?.after_completion?.redirect !== undefined))
    throw new StripeError({
      message: "Missing required param: redirect.",
      param: "flow_data[after_completion]",
    });
  return billing.pages.portal(customer, return_url);
}

export function createPortalConfiguration(
  billing: Billing,
  { features, metadata = {} }: Parameters["createConfiguration"],
): PortalConfiguration {
  const takesCards = features.payment_method_update?.enabled ?? false;
  const created = { id: newId("bpc"), metadata, takesCards };
  billing.configurations.push(created);
  return created;
}
