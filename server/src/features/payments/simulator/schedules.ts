import { type Billing, resourceMissing } from "./billing.ts";
import { newId, type Parameters, type Phase, type Price, type Schedule } from "./objects.ts";
import { StripeError } from "./parameters.ts";
import { addInterval } from "./periods.ts";

type PhaseParams = NonNullable<Parameters["updateSchedule"]["phases"]>[number];

export type Schedules = ReturnType<typeof openSchedules>;

/** Subscription schedules, which change the price of a subscription when its period ends. */
export function openSchedules(billing: Billing) {
  const { schedules, prices, products } = billing;

  /** Only active schedules can be updated or released. */
  function findActive(id: string): Schedule {
    const found = billing.schedule(id);
    if (found.status !== "active")
      throw new StripeError({
        message: `You cannot change a subscription schedule that is currently in the \`${found.status}\` status.`,
      });
    return found;
  }

  function toPrice({ items }: PhaseParams): Price {
    const [item, ...more] = items;
    if (item === undefined || more.length > 0)
      throw new StripeError({ message: "The simulator supports one item per phase." });
    const { price: id, price_data: data } = item;
    if ((id === undefined) === (data === undefined))
      throw new StripeError({ message: "You must pass exactly one of `price` and `price_data`." });
    if (data !== undefined) {
      const title = products.get(data.product);
      if (title === undefined) throw resourceMissing("product", data.product, "product");
      const { product, unit_amount, recurring } = data;
      return billing.createPrice({ product, title, unit_amount, interval: recurring.interval });
    }
    const found = prices.get(id ?? "");
    if (found === undefined) throw resourceMissing("price", id ?? "", "price");
    return found;
  }

  function toPhase(params: PhaseParams, { start, anchor }: { start: number; anchor: number }): Phase {
    const { start_date, end_date, duration } = params;
    if (start_date !== undefined && start_date !== start)
      throw new StripeError({
        message: "Each phase begins where the one before ends.",
        param: "phases[start_date]",
      });
    if ((end_date === undefined) === (duration === undefined))
      throw new StripeError({ message: "You must set exactly one of `end_date` and `duration` of a phase." });
    const end =
      end_date ??
      addInterval(start, duration?.interval ?? "month", { count: duration?.interval_count, anchor });
    if (end <= start)
      throw new StripeError({ message: "A phase must end after it begins.", param: "end_date" });
    return { start, end, price: toPrice(params) };
  }

  return {
    createSchedule(params: Parameters["createSchedule"]): Schedule {
      const { from_subscription: from, ...others } = params;
      if (from === undefined)
        throw new StripeError({ message: "The simulator creates schedules from subscriptions only." });
      if (Object.keys(others).length > 0)
        throw new StripeError({ message: "You cannot set other parameters if `from_subscription` is set." });
      const subscription = billing.subscription(from, "from_subscription");
      if (subscription.status === "canceled")
        throw new StripeError({
          message: "You cannot migrate a subscription that is in the `canceled` status to a schedule.",
        });
      if (subscription.schedule !== null)
        throw new StripeError({
          message: `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
        });
      const { period, price, card, cancelAt } = subscription;
      const created: Schedule = {
        id: newId("sub_sched"),
        subscription: from,
        status: "active",
        endBehavior: cancelAt === null ? "release" : "cancel",
        card,
        phases: [{ ...period, price }],
      };
      schedules.set(created.id, created);
      subscription.schedule = created.id;
      return created;
    },

    updateSchedule(id: string, params: Parameters["updateSchedule"]): Schedule {
      const found = findActive(id);
      const subscription = billing.subscription(found.subscription);
      const card = params.default_settings?.default_payment_method;
      if (card !== undefined) found.card = billing.checkCard(subscription.customer, card);
      if (params.phases !== undefined) {
        const { period, created: anchor, price } = subscription;
        if (params.phases[0]?.start_date !== period.start)
          throw new StripeError({
            message: "You can not modify the start date of the current phase.",
            param: "phases",
          });
        const phases: Phase[] = [];
        for (const phase of params.phases)
          phases.push(toPhase(phase, { start: phases.at(-1)?.end ?? period.start, anchor }));
        if (phases[0]?.price.id !== price.id && params.proration_behavior !== "none")
          throw new StripeError({ message: "The simulator prorates nothing." });
        found.phases = phases;
      }
      found.endBehavior = params.end_behavior ?? found.endBehavior;
      return found;
    },

    releaseSchedule(id: string): Schedule {
      const found = findActive(id);
      found.status = "released";
      Object.assign(billing.subscription(found.subscription), { schedule: null, cancelAt: null });
      return found;
    },
  };
}
