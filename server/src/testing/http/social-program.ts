import { type Arrived, type Browser, openBrowser } from "./browser.ts";
import { reserveAddress, startListening } from "./listening.ts";
import { openStreamingService, type Person } from "./streaming-service.ts";

export type Slug = "apple" | "spotify" | "amazon" | "oidc";

/** Address of the login page after any failure. */
export const failed = "/login?error=OAuth+failed";

let personCount = 0;

/** Returns a user unknown to every service and account. */
export function newPerson(overrides: Partial<Person> = {}): Person {
  personCount += 1;
  return {
    id: `person.${personCount}`,
    name: "Odile Marchetti",
    email: `odile${personCount}@mail.example`,
    ...overrides,
  };
}

/** Path and query of the browser's address. */
export function pathIn({ url }: Arrived): string {
  return `${url.pathname}${url.search}`;
}

/** Starts the program with the three streaming services and an OpenID Connect provider. */
export async function openSocialProgram(environment: Record<string, string> = {}) {
  const address = await reserveAddress();
  const services = {
    apple: await openStreamingService("apple", address.url),
    spotify: await openStreamingService("spotify", address.url),
    amazon: await openStreamingService("amazon", address.url),
    oidc: await openStreamingService("oidc", address.url),
  };
  const all = Object.values(services);
  const variables = all.map((service) => service.environment);
  const program = await startListening(
    address,
    Object.assign({ SOCIAL_SANDBOX: "0", ...environment }, ...variables),
  );

  const authUrl = (slug: string) => `${program.url}/api/v1/user/social/${slug}/auth`;

  /** Logs in at the service as `person` and returns where the browser is redirected to. */
  async function authorize(
    slug: Slug,
    person: Person | undefined,
    browser = openBrowser(),
  ): Promise<Arrived> {
    services[slug].person = person;
    const arrived = await browser.open(authUrl(slug));
    return slug === "apple" && arrived.url.pathname !== "/login" ? browser.submit(arrived) : arrived;
  }

  /** Makes the exchange call of the page that the browser returns to. */
  function exchange({ url }: Arrived, browser: Browser, input: { token?: string; slug?: string } = {}) {
    const { token, slug = url.searchParams.get("network") } = input;
    const providerToken = url.searchParams.get("token");
    const body = { providerToken, response: "jwt", isRefresh: token !== undefined };
    const call = { browser, body, ...(token === undefined ? {} : { token }) };
    return program.call("POST", `user/social/${slug}/exchange`, call);
  }

  return {
    program,
    services,
    authUrl,
    authorize,
    exchange,
    async logIn(slug: Slug, person: Person, browser = openBrowser()) {
      return exchange(await authorize(slug, person, browser), browser);
    },
    clearFaults() {
      for (const service of all) service.fault = undefined;
    },
    async close() {
      await program.close();
      await Promise.all(all.map((service) => service.close()));
    },
  };
}

export type SocialProgram = Awaited<ReturnType<typeof openSocialProgram>>;
