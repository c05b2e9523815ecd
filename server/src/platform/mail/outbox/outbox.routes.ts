import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { notFound } from "../../failure.ts";
import { isLoopbackRequest } from "../../http/ip-addresses.ts";
import { findEmail, listEmails, type StoredEmail } from "./outbox.data.ts";
import { emailPage, listPage } from "./outbox-pages.ts";
import { outboxStyles } from "./outbox-styles.ts";

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Emails run no scripts and load nothing; their links open in a new tab. */
const emailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

const guards = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

/**
 * `GET /outbox`: the stored emails, those to one address with `?to=`. Missing if a mail server is configured. Restricted to
 * loopback requests, because links in emails grant access to accounts.
 */
export function addOutbox(app: FastifyInstance, { config, db, site }: Context): void {
  if (config.mail.smtpUrl !== undefined) return;
  app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      if (!isLoopbackRequest(request)) throw notFound();
      reply.headers(guards);
    });
    scope.get<ListRoute>("/outbox", async ({ query }, reply) => {
      const to = typeof query.to === "string" ? query.to : undefined;
      const emails = await listEmails(db);
      return sendPage(
        reply,
        listPage(
          site.latest().name,
          to === undefined ? emails : emails.filter((email) => email.to === to),
          to,
        ),
      );
    });
    scope.get("/outbox/outbox.css", (_request, reply) =>
      reply.type("text/css; charset=utf-8").send(outboxStyles),
    );
    scope.get<EmailRoute>("/outbox/:id", async ({ params }, reply) =>
      sendPage(reply, emailPage(site.latest().name, await requireEmail(params.id))),
    );
    scope.get<EmailRoute>("/outbox/:id/mail", async ({ params }, reply) => {
      const { html } = await requireEmail(params.id);
      return reply.header("content-security-policy", emailPolicy).type("text/html; charset=utf-8").send(html);
    });
  });

  async function requireEmail(id: string): Promise<StoredEmail> {
    const email = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? await findEmail(db, id) : undefined;
    if (email === undefined) throw notFound();
    return email;
  }
}

type ListRoute = { Querystring: { to?: string | string[] } };
type EmailRoute = { Params: { id: string } };

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header("content-security-policy", pagePolicy).type("text/html; charset=utf-8").send(html);
}
