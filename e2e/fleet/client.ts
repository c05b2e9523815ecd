import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { BACKGROUND_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { findLink } from "../harness/mails.ts";
import { generatePerson, type Person } from "../harness/people.ts";
import type { Fleet } from "./fleet.ts";

const RETRY_DELAY_MS = 250;

/** Rejected by the program, so that a repeat would be rejected too. */
export class RejectedError extends Error {
  override name = "RejectedError";
  readonly code: string;
  constructor(call: string, code: string) {
    super(`${call} was answered ${code}`);
    this.code = code;
  }
}

type Call = { body?: unknown; token?: string };

/**
 * Calls the API as a careful client does: repeats a call that had no answer or failed in the server, with the same idempotency key.
 * @throws RejectedError for a 4xx
 */
export async function callApi<Body>(
  url: string,
  method: string,
  path: string,
  { body, token }: Call = {},
): Promise<Body> {
  const headers = {
    "idempotency-key": randomUUID(),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return repeatUntilAnswered(`${method} ${path}`, async () => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status >= 500) return undefined;
    const answer = (await response.json()) as { success: boolean; code: string; body: Body };
    if (!answer.success) throw new RejectedError(`${method} ${path}`, answer.code);
    return answer.body;
  });
}

/** Repeats while `call` returns undefined or fails in the network. */
async function repeatUntilAnswered<Answer>(
  name: string,
  call: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  for (;;) {
    try {
      const answer = await call();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof RejectedError) throw error;
    }
    if (performance.now() > deadline) throw new Error(`${name} had no answer.`);
    await sleep(RETRY_DELAY_MS);
  }
}

export type Member = Person & { token: string };

/** Signs up by the API and the confirmation mail, and logs in. */
export async function joinSite({ url, mails }: Fleet): Promise<Member> {
  const person = generatePerson();
  const { email, name, password } = person;
  await callApi(url, "POST", "user", { body: { email, name, pw: password, pwconfirm: password } });
  // The job that sends it may be one of a killed worker, which another continues within a minute.
  const { subject = "", text = "" } = await repeatUntilAnswered(`the mail to ${email}`, async () =>
    mails.mails(email).find((mail) => /confirm/i.test(mail.subject ?? "")),
  );
  const [, uid, code] =
    /\/claim\/([^/]+)\/([^/]+)$/.exec(new URL(findLink({ subject, text })).pathname) ?? [];
  await callApi(url, "GET", `user/${uid}/claim/${code}`);
  const credentials = { username: email, password };
  const { token } = await callApi<{ token: string }>(url, "POST", "auth", { body: credentials });
  return { ...person, token };
}

/** Listens to a song until the play counts. */
export async function listen(url: string, song: number, token: string): Promise<void> {
  const path = `song/${song}/stream`;
  type Stream = { stream_id: string; qualifies_after: number; counted: boolean };
  const started = await callApi<Stream>(url, "POST", path, { body: {}, token });
  const heard = started.qualifies_after;
  for (;;) {
    await sleep(heard * 1_000);
    const body = { stream_id: started.stream_id, heard };
    if ((await callApi<Stream>(url, "POST", path, { body, token })).counted) return;
  }
}

/** Orders a spot, pays it at the simulator's checkout if it costs something, and confirms the order. */
export async function takePart(
  url: string,
  campaign: number,
  { wallet, token }: { wallet: string; token: string },
): Promise<void> {
  const body = { wallet, qty: 1 };
  const order = await callApi<{ redirect: string }>(url, "POST", `payment/${campaign}`, { body, token });
  const isPaid = order.redirect.includes("/sandbox/checkout/");
  const confirmation = new URL(isPaid ? await payCheckout(order.redirect) : order.redirect);
  const query = confirmation.searchParams;
  const codes = { code: query.get("c"), orderId: query.get("i") };
  for (;;) {
    try {
      await callApi(url, "POST", "payment/confirm", { body: codes, token });
      return;
    } catch (error) {
      // The payment is pending.
      if (!(error instanceof RejectedError && error.code === "E0039")) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

/** Presses Pay, again if there was no answer, and returns the address that the checkout returns to. */
function payCheckout(page: string): Promise<string> {
  return repeatUntilAnswered("the checkout", async () => {
    const response = await fetch(page, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "choice=accept",
    });
    if (response.status >= 500) return undefined;
    const target = response.headers.get("location") ?? findReturnLink(await response.text());
    return target === undefined ? undefined : new URL(target, page).href;
  });
}

/** The page of a checkout that is paid already links to the confirmation. */
function findReturnLink(html: string): string | undefined {
  return /href="([^"]*\/participate\?c=[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
}
