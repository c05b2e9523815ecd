import { usableLanguage } from "@wrapsody/shared/api/language.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { acceptForms, readForm, readQuery } from "../../../platform/http/forms.ts";
import { pageLanguage } from "../../../platform/pages/page-address.ts";
import { plainPagePolicy } from "../../../platform/pages/plain-page.ts";
import {
  type AuthorizationRequest,
  approvalUrl,
  errorUrl,
  isSandboxClientSecret,
  parseAuthorizationRequest,
  sandboxClientId,
  sandboxPath,
} from "./authorization.ts";
import { issueToken, readToken, redeemCode, TOKEN_LIFETIME_S } from "./codes.ts";
import { type FormState, loginPage, parseChoice, unknownClientPage } from "./page.ts";

/**
 * Adds the sandbox streaming service: a real OAuth 2 code flow with PKCE in which the user may choose any
 * identity. In production it exists only with `SOCIAL_SANDBOX`.
 */
export function addSandboxStreaming(app: FastifyInstance, context: Context): void {
  if (!context.config.social.sandbox) return;
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    addAuthorization(scope, context);
    addToken(scope, context);
    addProfile(scope, context);
  });
}

function addAuthorization(scope: FastifyInstance, context: Context): void {
  const path = `${sandboxPath}/authorize`;
  scope.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const authorization = parseAuthorizationRequest(context, readQuery(request));
    if (authorization.kind !== "request") return sendBack(context, request, reply, authorization);
    return sendLogin(context, request, reply, undefined);
  });
  scope.post(path, async (request, reply) => {
    const authorization = parseAuthorizationRequest(context, readQuery(request));
    if (authorization.kind !== "request") return sendBack(context, request, reply, authorization);
    const choice = parseChoice(context.encryption, readForm(request));
    if (choice.kind === "unclear") return sendLogin(context, request, reply.code(400), choice.typed);
    const validRequest = authorization.request;
    const address =
      choice.kind === "cancelled"
        ? errorUrl(context.publicUrl, validRequest, "access_denied")
        : approvalUrl(context, validRequest, choice.listener);
    return reply.header("referrer-policy", "no-referrer").redirect(address, 303);
  });
}

function sendBack(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: Exclude<AuthorizationRequest, { kind: "request" }>,
): FastifyReply {
  if (authorization.kind === "refused") return reply.redirect(authorization.address, 303);
  return sendPage(context, reply.code(400), unknownClientPage(languageFor(context, request)));
}

function sendLogin(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  typed: FormState | undefined,
): FastifyReply {
  return sendPage(context, reply, loginPage(languageFor(context, request), request.url, typed));
}

function sendPage({ publicUrl }: Context, reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header("content-security-policy", plainPagePolicy(publicUrl))
    .header("x-frame-options", "DENY")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(page);
}

function languageFor({ site }: Context, { headers }: FastifyRequest) {
  const { default_language: fallback } = site.latest();
  return usableLanguage(pageLanguage("", headers, fallback), fallback);
}

/** Token endpoint (RFC 6749, 4.1.3). */
function addToken(scope: FastifyInstance, context: Context): void {
  scope.post(`${sandboxPath}/token`, async (request, reply) => {
    const form = readForm(request);
    const getField = (name: string) => form.get(name) ?? "";
    const isClient = isSandboxClientSecret(context.encryption, getField("client_secret"));
    if (getField("client_id") !== sandboxClientId || !isClient)
      return reply.code(401).send({ error: "invalid_client" });
    if (getField("grant_type") !== "authorization_code")
      return reply.code(400).send({ error: "unsupported_grant_type" });
    const user = await redeemCode(context, {
      code: getField("code"),
      clientId: sandboxClientId,
      redirectUri: getField("redirect_uri"),
      verifier: getField("code_verifier"),
    });
    if (user === undefined) return reply.code(400).send({ error: "invalid_grant" });
    return { access_token: issueToken(context, user), token_type: "Bearer", expires_in: TOKEN_LIFETIME_S };
  });
}

/** Profile endpoint with OpenID Connect claims. */
function addProfile(scope: FastifyInstance, context: Context): void {
  scope.get(`${sandboxPath}/me`, { exposeHeadRoute: false }, async (request, reply) => {
    const token = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? "")?.[1];
    const user = token && readToken(context, token);
    if (user) return user;
    return reply
      .code(401)
      .header("www-authenticate", 'Bearer error="invalid_token"')
      .send({ error: "invalid_token" });
  });
}
