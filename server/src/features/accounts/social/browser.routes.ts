import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";
import { usableLanguage } from "@wrapsody/shared/api/language.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { acceptForms, readForm, readQuery } from "../../../platform/http/forms.ts";
import { pageLanguage } from "../../../platform/pages/page-address.ts";
import { makeToken } from "../sessions/tokens.ts";
import { openNetworks } from "./networks.ts";
import {
  buildBrowserCookie,
  handleCallback,
  parseBrowserCookie,
  startAuthorization,
} from "./oauth-attempts.ts";

type OfNetwork = { Params: { network: string } };

/** Adds the redirects of a social login. */
export function addSocialLogin(app: FastifyInstance, context: Context): void {
  const networks = openNetworks(context);
  const basePath = `${apiPrefix}/user/social/:network`;
  const handleProviderResponse = async (request: FastifyRequest<OfNetwork>, reply: FastifyReply) => {
    const parameters = request.method === "POST" ? readForm(request) : readQuery(request);
    return redirectToLoginOnError(request, reply, async () => {
      const login = await handleCallback(context, networks, { slug: request.params.network, parameters });
      return redirect(reply, `/login/oauth?${new URLSearchParams(login)}`);
    });
  };
  void app.register(async (scope) => {
    acceptForms(scope);
    // A HEAD request would consume the one-time state of the GET request.
    scope.get<OfNetwork>(`${basePath}/auth`, { exposeHeadRoute: false }, async (request, reply) => {
      if (isOtherHost(request, context)) return redirect(reply, toPublicUrl(request, context), 302);
      return redirectToLoginOnError(request, reply, async () => {
        const browser = parseBrowserCookie(request.headers.cookie ?? "") ?? makeToken();
        const { default_language: fallback } = await context.site.read();
        const language = usableLanguage(pageLanguage("", request.headers, fallback), fallback);
        const address = await startAuthorization(context, networks, {
          slug: request.params.network,
          browser,
          language,
        });
        reply.header("set-cookie", buildBrowserCookie(browser, context.publicUrl));
        return redirect(reply, address.href, 302);
      });
    });
    scope.get<OfNetwork>(`${basePath}/callback`, { exposeHeadRoute: false }, handleProviderResponse);
    scope.post<OfNetwork>(`${basePath}/callback`, handleProviderResponse);
  });
}

/** Redirects to the login page with a message if `lead` fails. */
async function redirectToLoginOnError(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof Failure))
      request.log.error({ reqId: request.id, err: error }, "social login crashed");
    const failure = error instanceof Failure ? error : new Failure("E0017");
    return redirect(reply, `/login?${new URLSearchParams({ error: failure.message })}`);
  }
}

function redirect(reply: FastifyReply, address: string, status = 303): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(address, status);
}

/** Marks a browser that was redirected to the public address: a proxy may hide its host from us. */
const REDIRECTED_PARAM = "sent";

/**
 * Whether the browser uses another host than the public one (for example 127.0.0.1 instead of localhost): the
 * service redirects to the public one, where it would not have the cookie.
 */
function isOtherHost(request: FastifyRequest, { publicUrl }: Context): boolean {
  return request.host !== new URL(publicUrl).host && !readQuery(request).has(REDIRECTED_PARAM);
}

function toPublicUrl(request: FastifyRequest, { publicUrl }: Context): string {
  const [path] = request.url.split("?", 1);
  return `${publicUrl}${path}?${REDIRECTED_PARAM}=1`;
}
