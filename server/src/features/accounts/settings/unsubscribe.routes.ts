import { usableLanguage } from "@wrapsody/shared/api/language.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createElement as h } from "react";
import type { Context } from "../../../platform/context.ts";
import { textsOf } from "../../../platform/mail/texts.ts";
import {
  readUnsubscribeToken,
  type Subscription,
  unsubscribePath,
} from "../../../platform/mail/unsubscribe.ts";
import { pageLanguage } from "../../../platform/pages/page-address.ts";
import { plainPagePolicy, renderPlainPage } from "../../../platform/pages/plain-page.ts";
import { accountPorts } from "../ports.ts";
import { setMailPreference } from "./mail-preferences.ts";

const MAX_BODY_BYTES = 4_096;

type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Adds the page behind the links of mails that can be turned off. It needs no session and no script: the token in its address is
 * signed. A GET request changes nothing, because mail filters open links; a POST request turns the mails off, whether from the page or
 * from a mail program (RFC 8058).
 */
export function addUnsubscribe(app: FastifyInstance, context: Context): void {
  const path = `${unsubscribePath}/:token`;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.addHook("onRequest", async (_request, reply) => {
      reply.headers({
        "cache-control": "no-store",
        "content-security-policy": plainPagePolicy(context.publicUrl),
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
      });
    });
    scope.get(path, async (request: UnsubscribeRequest, reply) => {
      const subscription = readUnsubscribeToken(context, request.params.token);
      return sendPage(
        context,
        request,
        reply,
        subscription === undefined ? "unknown" : "question",
        subscription,
      );
    });
    scope.post(path, async (request: UnsubscribeRequest, reply) => {
      const subscription = readUnsubscribeToken(context, request.params.token);
      if (subscription === undefined || !isOneClick(request.body))
        return sendPage(context, request, reply, "unknown", undefined);
      if ("address" in subscription)
        await accountPorts().catalogue.deleteAddressReminders(context.db, subscription.address);
      else await setMailPreference(context, { ...subscription, on: false });
      return sendPage(context, request, reply, "done", subscription);
    });
  });
}

/** Mail programs send the field URL-encoded or as a part of a multipart form. */
function isOneClick(body: unknown): boolean {
  if (typeof body !== "string") return false;
  return (
    new URLSearchParams(body).get("List-Unsubscribe") === "One-Click" ||
    /name="?List-Unsubscribe"?\s+One-Click\s/.test(body)
  );
}

/** A person without an account has no settings. */
function textKey(state: keyof typeof titles, isAddress: boolean): string {
  if (state === "unknown") return "unknown";
  if (isAddress) return state === "question" ? "addressText" : "addressDone";
  return state === "question" ? "text" : "done";
}

const titles = { question: "question", done: "doneTitle", unknown: "unknownTitle" } as const;

function sendPage(
  { site, publicUrl }: Context,
  request: UnsubscribeRequest,
  reply: FastifyReply,
  state: keyof typeof titles,
  subscription: Subscription | undefined,
): FastifyReply {
  const { name, default_language: fallback } = site.latest();
  const language = usableLanguage(pageLanguage("", request.headers, fallback), fallback);
  const getText = textsOf(language, "unsubscribe");
  const topic = subscription === undefined ? "" : getText(subscription.topic);
  const isAddress = subscription !== undefined && "address" in subscription;
  const title = getText(titles[state], { topic });
  const link = (path: string, text: string) =>
    h("a", { className: "on", href: `${publicUrl}${path}` }, getText(text));
  const page = renderPlainPage(
    { language, service: name, site: name, title: getText("title") },
    h("h1", null, title),
    h("p", { className: "lead" }, getText(textKey(state, isAddress), { topic })),
    state === "question"
      ? h(
          "form",
          { method: "post", action: request.url },
          h("input", { type: "hidden", name: "List-Unsubscribe", value: "One-Click" }),
          h("button", { type: "submit", className: "go" }, getText("button")),
        )
      : h("p", null, isAddress ? link("/", "home") : link("/my/settings", "settings")),
  );
  return reply
    .code(state === "unknown" ? 404 : 200)
    .type("text/html; charset=utf-8")
    .send(page);
}
