import { text } from "node:stream/consumers";
import { usableLanguage } from "@wrapsody/shared/api/language.ts";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { prerenderToNodeStream } from "react-dom/static";
import { I18nextProvider } from "react-i18next";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import enClaims from "./language/claims/en.json";
import esClaims from "./language/claims/es.json";
import enCrop from "./language/crop/en.json";
import esCrop from "./language/crop/es.json";
import en from "./language/en.json";
import es from "./language/es.json";
import enParticipation from "./language/participation/en.json";
import esParticipation from "./language/participation/es.json";
import enStudio from "./language/studio/en.json";
import esStudio from "./language/studio/es.json";
import { createLanguage } from "./lib/language/language.ts";
import { Nonce } from "./lib/pages/nonce.ts";
import { pageContext } from "./lib/pages/page-context.ts";
import { PageData } from "./lib/shims/server-scripts.tsx";

/** The name of the site can change at any time; a page is rendered without interruption after its data was read. */
const variables = { site: "" };

const languages = {
  en: createLanguage("en", { ...en, ...enStudio, ...enCrop, ...enParticipation, ...enClaims }, variables),
  es: createLanguage("es", { ...es, ...esStudio, ...esCrop, ...esParticipation, ...esClaims }, variables),
};

export { pageContext };

/** Of a part that was not loaded yet. Texts are escaped, so that no other part of a page reads like it. */
const UNFINISHED = "<!--$!-->";

/**
 * Renders the whole page before the first byte is sent, because it is cached and sent many times. A string takes less time than a stream,
 * which encodes and copies each of thousands of pieces, but only a stream waits for parts that are not loaded yet.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, language, site, reportError, writeHtml } = loadContext.get(pageContext);
  const { serverHandoffStream, ...context } = routerContext;
  const pageData = serverHandoffStream === undefined ? "" : await text(serverHandoffStream);
  variables.site = site.name;
  const page = (
    <Nonce value={nonce}>
      <PageData value={pageData}>
        <I18nextProvider i18n={languages[usableLanguage(language, site.defaultLanguage)]}>
          <ServerRouter context={context} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </PageData>
    </Nonce>
  );
  let answered = status;
  let html = renderAtOnce(page);
  if (html === undefined) {
    const { prelude } = await prerenderToNodeStream(page, {
      // Otherwise large parts stand behind the page, and a script moves them to their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        answered = 500;
        reportError(error);
      },
    });
    html = await text(prelude);
  }
  writeHtml(Buffer.from(html));
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(null, { status: answered, headers });
}

/** Returns undefined if a part is not loaded yet or throws. */
function renderAtOnce(page: ReactNode): string | undefined {
  try {
    const html = renderToString(page);
    return html.includes(UNFINISHED) ? undefined : `<!DOCTYPE html>${html}`;
  } catch {
    // The stream reports it, if it is an error.
    return undefined;
  }
}

/** Reports what loaders throw; React Router would print it. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  context.get(pageContext).reportError(error);
};
