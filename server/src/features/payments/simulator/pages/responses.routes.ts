import { type Language, usableLanguage } from "@wrapsody/shared/api/language.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../../platform/context.ts";
import { readQuery } from "../../../../platform/http/forms.ts";
import { pageLanguage } from "../../../../platform/pages/page-address.ts";

/** A request for any page of the sandbox. */
export type PageRequest = { Params: { id: string } };

/** Matches ids at the end of a path; anything else is a 404. */
export const idPattern = ":id(^[A-Za-z0-9_-]+$)";

/** Allows only pages of this site, to prevent open redirects. */
export function parseReturnUrl({ publicUrl }: Context, request: FastifyRequest): string {
  const back = URL.parse(readQuery(request).get("back") ?? "")?.href ?? "";
  return back.startsWith(`${publicUrl}/`) ? back : publicUrl;
}

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(page);
}

export function languageFor({ site }: Context, { headers }: FastifyRequest): Language {
  const { default_language: fallback } = site.latest();
  return usableLanguage(pageLanguage("", headers, fallback), fallback);
}
