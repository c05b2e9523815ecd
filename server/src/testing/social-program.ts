import { type Arrived, type Browser, openBrowser } from "./browser.ts";
import { findAddress, openListening } from "./listening.ts";
import { openStreamingService, type Person } from "./streaming-service.ts";

export type Slug = "apple" | "spotify" | "amazon";

/** What the log-in page says of whatever fails. */
export const failed = "/login?error=OAuth+failed";

let personCount = 0;

/** Somebody whom no service and no account knows yet. */
export function newPerson(given: Partial<Person> = {}): Person {
  personCount += 1;
  return {
    id: `person.${personCount}`,
    name: "Odile Marchetti",
    email: `odile${personCount}@mail.example`,
    ...given,
  };
}

/** Where a browser has arrived, below the address. */
export function pathIn({ url }: Arrived): string {
  return `${url.pathname}${url.search}`;
}

/** The whole program with all three streaming services, and what a browser does to log in by them. */
export async function openSocialProgram(environment: Record<string, string> = {}) {
  const address = await findAddress();
  const services = {
    apple: await openStreamingService("apple", address.url),
    spotify: await openStreamingService("spotify", address.url),
    amazon: await openStreamingService("amazon", address.url),
  };
  const all = Object.values(services);
  const variables = all.map((service) => service.environment);
  const program = await openListening(
    address,
    Object.assign({ SOCIAL_SANDBOX: "0", ...environment }, ...variables),
  );

  const authUrl = (slug: string) => `${program.url}/api/v1/user/social/${slug}/auth`;

  /** Logs in at the service as `person` and comes back; answers where the browser then is. */
  async function authorize(
    slug: Slug,
    person: Person | undefined,
    browser = openBrowser(),
  ): Promise<Arrived> {
    services[slug].person = person;
    const arrived = await browser.open(authUrl(slug));
    return slug === "apple" && arrived.url.pathname !== "/login" ? browser.submit(arrived) : arrived;
  }

  /** What the page does that the browser comes back to. */
  function exchange({ url }: Arrived, browser: Browser, given: { token?: string; slug?: string } = {}) {
    const { token, slug = url.searchParams.get("network") } = given;
    const providerToken = url.searchParams.get("token");
    const body = { providerToken, response: "jwt", isRefresh: token !== undefined };
    const call = { browser, body, ...(token === undefined ? {} : { token }) };
    return program.call("POST", `user/social/${slug}/exchange`, call);
  }

  return {
    program,
    services,
    beginning: authUrl,
    comeBack: authorize,
    exchange,
    async logIn(slug: Slug, person: Person, browser = openBrowser()) {
      return exchange(await authorize(slug, person, browser), browser);
    },
    mend() {
      for (const service of all) service.fault = undefined;
    },
    async close() {
      await program.close();
      await Promise.all(all.map((service) => service.close()));
    },
  };
}

export type SocialProgram = Awaited<ReturnType<typeof openSocialProgram>>;
