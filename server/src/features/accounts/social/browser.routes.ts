import { apiPrefix } from "@wrapsody/shared/endpoint.ts";
import { usableLanguage } from "@wrapsody/shared/language.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { formOf, queryOf, takeForms } from "../../../platform/forms.ts";
import { pageLanguage } from "../../../platform/page-address.ts";
import { makeToken } from "../tokens.ts";
import { answerAttempt, beginAttempt } from "./attempts.ts";
import { browserCookie, browserIn } from "./browser-cookie.ts";
import { openNetworks } from "./networks.ts";

type OfNetwork = { Params: { network: string } };

/** What a browser is led through to log in by a network: pages that only ever send it on. */
export function addSocialLogIn(app: FastifyInstance, context: Context): void {
  const networks = openNetworks(context);
  const here = `${apiPrefix}/user/social/:network`;
  const comeBack = async (request: FastifyRequest<OfNetwork>, reply: FastifyReply) => {
    const parameters = request.method === "POST" ? formOf(request) : queryOf(request);
    return orToLogIn(request, reply, async () => {
      const answered = await answerAttempt(context, networks, { slug: request.params.network, parameters });
      return sendOn(reply, `/login/oauth?${new URLSearchParams(answered)}`);
    });
  };
  void app.register(async (scope) => {
    takeForms(scope);
    // A HEAD would use up what the GET after it needs.
    scope.get<OfNetwork>(`${here}/auth`, { exposeHeadRoute: false }, async (request, reply) => {
      if (isElsewhere(request, context)) return sendOn(reply, publicAddressOf(request, context), 302);
      return orToLogIn(request, reply, async () => {
        const browser = browserIn(request.headers.cookie ?? "") ?? makeToken();
        const language = usableLanguage(pageLanguage("", request.headers));
        const address = await beginAttempt(context, networks, {
          slug: request.params.network,
          browser,
          language,
        });
        reply.header("set-cookie", browserCookie(browser, context.publicUrl));
        return sendOn(reply, address.href, 302);
      });
    });
    scope.get<OfNetwork>(`${here}/callback`, { exposeHeadRoute: false }, comeBack);
    scope.post<OfNetwork>(`${here}/callback`, comeBack);
  });
}

/** Whatever fails, the browser ends at the log-in page, which says it in its own words. */
async function orToLogIn(
  request: FastifyRequest,
  reply: FastifyReply,
  lead: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await lead();
  } catch (error) {
    if (!(error instanceof Failure)) request.log.error({ err: error }, "a log-in by a network broke");
    const failure = error instanceof Failure ? error : new Failure("E0017");
    return sendOn(reply, `/login?${new URLSearchParams({ error: failure.message })}`);
  }
}

function sendOn(reply: FastifyReply, address: string, status = 303): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(address, status);
}

/** Marks that the browser was sent to the public address already: a proxy may hide from us that it is there. */
const sentMark = "sent";

/**
 * Whether the browser is at another address than the public one (127.0.0.1 for localhost, say), to which the network
 * will send it back: there it would not have the cookie.
 */
function isElsewhere(request: FastifyRequest, { publicUrl }: Context): boolean {
  return request.host !== new URL(publicUrl).host && !queryOf(request).has(sentMark);
}

function publicAddressOf(request: FastifyRequest, { publicUrl }: Context): string {
  const [path] = request.url.split("?", 1);
  return `${publicUrl}${path}?${sentMark}=1`;
}
