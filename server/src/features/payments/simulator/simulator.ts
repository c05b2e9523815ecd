import { openAccounts } from "./accounts.ts";
import { openBilling } from "./billing.ts";
import { openCheckout } from "./checkout.ts";
import { openLifecycle } from "./lifecycle.ts";
import type { Environment, SimulatorEvent } from "./objects.ts";
import { openRefunds } from "./refunds.ts";
import { openSchedules } from "./schedules.ts";

export type Simulator = ReturnType<typeof openSimulator>;

/**
 * Simulates the part of Stripe that the program uses, on the given state. The rules change the state in place and know neither HTTP nor
 * the database: the preview loads and stores it around each request, the tests keep it in memory.
 */
export function openSimulator(environment: Environment) {
  const billing = openBilling(environment);
  const lifecycle = openLifecycle(billing);
  /** The events of API requests, in order. */
  const events: SimulatorEvent[] = [];
  const { sessions, refunds, disputes, accounts } = environment.state;
  return {
    sessions,
    refunds,
    disputes,
    accounts,
    ...openCheckout(billing, lifecycle),
    ...openRefunds(billing),
    ...openAccounts(billing),
    schedules: openSchedules(billing),
    billing,
    lifecycle,
    events,
    pages: environment.pages,
  };
}
