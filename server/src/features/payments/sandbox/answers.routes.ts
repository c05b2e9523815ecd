import { type Language, usableLanguage } from "@wrapsody/shared/language.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { readQuery } from "../../../platform/http/forms.ts";
import { pageLanguage } from "../../../platform/pages/page-address.ts";

/** What every page of the sandbox is asked for by. */
export type Asked = { Params: { id: string } };

/** The end of a page's path; what cannot be an id is no page at all. */
export const idPattern = ":id(^[A-Za-z0-9_-]+$)";

/** Only pages of this site are led back to. */
export function backOf({ publicUrl }: Context, request: FastifyRequest): string {
  const back = URL.parse(readQuery(request).get("back") ?? "")?.href ?? "";
  return back.startsWith(`${publicUrl}/`) ? back : publicUrl;
}

export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(page);
}

export function languageFor({ headers }: FastifyRequest): Language {
  return usableLanguage(pageLanguage("", headers));
}
