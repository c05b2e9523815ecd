import {
  type Account,
  type Customer,
  createState,
  type Invoice,
  type PortalConfiguration,
  type Price,
  type Refund,
  type Schedule,
  type Session,
  type SimulatorState,
  type Subscription,
} from "./objects.ts";

export type ReturnUrls = { successUrl: string; cancelUrl: string };

/** A session names its subscription and invoice. The return URLs are apart, because they are stored encrypted; email addresses are not stored. */
export type SessionData<Urls = ReturnUrls> = Omit<Session, "params" | "charge" | "started"> & {
  params: Omit<Session["params"], "success_url" | "cancel_url" | "customer_email">;
  urls: Urls;
  charge?: Session["charge"];
  started?: { subscription: string; invoice: string };
};

type ObjectData<Urls> =
  | { kind: "session"; data: SessionData<Urls> }
  | { kind: "refund"; data: Refund }
  | { kind: "account"; data: Account }
  | { kind: "customer"; data: Customer }
  | { kind: "subscription"; data: Subscription }
  | { kind: "schedule"; data: Schedule }
  | { kind: "invoice"; data: Invoice }
  | { kind: "price"; data: Price }
  | { kind: "product"; data: { name: string } }
  | { kind: "configuration"; data: PortalConfiguration }
  | { kind: "counter"; data: SimulatorState["counter"] };

/** An object as it is stored. Objects with the same owner are loaded together. */
export type ObjectRow<Urls = ReturnUrls> = {
  id: string;
  owner: string;
  intent: string | null;
  created: number;
} & ObjectData<Urls>;

export type ObjectKind = ObjectRow["kind"];

/** Builds the state from rows in the order of creation. */
export function toState(rows: readonly ObjectRow[]): SimulatorState {
  const state = createState();
  const sessions: SessionData[] = [];
  for (const { id, ...row } of rows)
    switch (row.kind) {
      case "session":
        sessions.push(row.data);
        break;
      case "invoice":
        state.invoices.push(row.data);
        if (row.data.intent !== undefined) state.intents.push(row.data.intent);
        break;
      case "refund":
        state.refunds.push(row.data);
        break;
      case "configuration":
        state.configurations.push(row.data);
        break;
      case "account":
        state.accounts.set(id, row.data);
        break;
      case "customer":
        state.customers.set(id, row.data);
        break;
      case "subscription":
        state.subscriptions.set(id, row.data);
        break;
      case "schedule":
        state.schedules.set(id, row.data);
        break;
      case "price":
        state.prices.set(id, row.data);
        break;
      case "product":
        state.products.set(id, row.data.name);
        break;
      case "counter":
        state.counter = row.data;
    }
  state.sessions.push(...sessions.map((session) => toSession(session, state)));
  return state;
}

/** Links a session to the subscription that it started. */
function toSession(
  { params, urls, charge, started, ...session }: SessionData,
  { subscriptions, invoices }: SimulatorState,
): Session {
  const { successUrl: success_url, cancelUrl: cancel_url } = urls;
  const whole = { ...session, params: { ...params, success_url, cancel_url } };
  if (started === undefined) return { ...whole, charge, started };
  const subscription = subscriptions.get(started.subscription);
  const invoice = invoices.find(({ id }) => id === started.invoice);
  if (subscription === undefined || invoice === undefined)
    throw new Error(`session ${session.id} has lost its subscription`);
  return { ...whole, charge: invoice.intent?.charge, started: { subscription, invoice } };
}

/** Builds the rows of a state. */
export function toRows(state: SimulatorState): ObjectRow[] {
  const ownerOf = (subscription: string) => state.subscriptions.get(subscription)?.customer ?? subscription;
  const plain = { intent: null, created: 0 };
  const rows: ObjectRow[] = [
    { ...plain, id: "counter", owner: "counter", kind: "counter", data: state.counter },
  ];
  for (const [id, data] of state.accounts) rows.push({ ...plain, id, owner: id, kind: "account", data });
  for (const [id, data] of state.customers) rows.push({ ...plain, id, owner: id, kind: "customer", data });
  for (const [id, name] of state.products)
    rows.push({ ...plain, id, owner: id, kind: "product", data: { name } });
  for (const [id, data] of state.prices) rows.push({ ...plain, id, owner: id, kind: "price", data });
  for (const data of state.configurations)
    rows.push({ ...plain, id: data.id, owner: data.id, kind: "configuration", data });
  for (const data of state.subscriptions.values()) {
    const { id, customer: owner, created } = data;
    rows.push({ id, owner, intent: null, created, kind: "subscription", data });
  }
  for (const data of state.schedules.values())
    rows.push({ ...plain, id: data.id, owner: ownerOf(data.subscription), kind: "schedule", data });
  for (const data of state.invoices) {
    const { id, subscription, created, intent } = data;
    rows.push({
      id,
      owner: ownerOf(subscription),
      intent: intent?.id ?? null,
      created,
      kind: "invoice",
      data,
    });
  }
  for (const session of state.sessions) rows.push(toSessionRow(session));
  for (const data of state.refunds) {
    const { id, created, payment_intent: intent } = data;
    rows.push({ id, owner: ownerOfIntent(state, intent), intent, created, kind: "refund", data });
  }
  return rows;
}

function toSessionRow({ params, started, charge, ...session }: Session): ObjectRow {
  const { success_url: successUrl, cancel_url: cancelUrl = successUrl, customer_email, ...others } = params;
  const data: SessionData = { ...session, params: others, urls: { successUrl, cancelUrl } };
  if (started !== undefined)
    data.started = { subscription: started.subscription.id, invoice: started.invoice.id };
  else if (charge !== undefined) data.charge = charge;
  const { id, created, intentId } = session;
  const owner = started?.subscription.customer ?? params.customer ?? id;
  return { id, owner, intent: intentId ?? null, created, kind: "session", data };
}

/** Returns what is loaded with a refund: the session or the customer that paid. */
function ownerOfIntent({ sessions, intents }: SimulatorState, id: string): string {
  const customer = intents.find((intent) => intent.id === id)?.customer;
  return customer ?? sessions.find(({ intentId }) => intentId === id)?.id ?? id;
}
