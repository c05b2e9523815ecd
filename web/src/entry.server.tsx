import { Writable } from "node:stream";
import { usableLanguage } from "@wrapsody/shared/language.ts";
import { renderToPipeableStream } from "react-dom/server";
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

/** The name of the site can change at any time; a page is rendered without interruption after its data was read. */
const variables = { site: "" };

const languages = {
  en: createLanguage("en", { ...en, ...enStudio, ...enCrop, ...enParticipation, ...enClaims }, variables),
  es: createLanguage("es", { ...es, ...esStudio, ...esCrop, ...esParticipation, ...esClaims }, variables),
};

export { pageContext };

/** Renders the whole page before the first byte is sent, because it is cached and sent many times. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, language, site, reportError, writeHtml } = loadContext.get(pageContext);
  return new Promise((resolve, reject) => {
    let answered = status;
    variables.site = site.name;
    const { pipe } = renderToPipeableStream(
      <Nonce value={nonce}>
        <I18nextProvider i18n={languages[usableLanguage(language, site.defaultLanguage)]}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </I18nextProvider>
      </Nonce>,
      {
        nonce,
        onAllReady() {
          headers.set("content-type", "text/html; charset=utf-8");
          pipe(
            collectBytes((html) => {
              writeHtml(html);
              resolve(new Response(null, { status: answered, headers }));
            }).on("error", reject),
          );
        },
        onShellError: reject,
        onError(error) {
          answered = 500;
          reportError(error);
        },
      },
    );
  });
}

/** Reports what loaders throw; React Router would print it. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  context.get(pageContext).reportError(error);
};

function collectBytes(handle: (bytes: Buffer) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      handle(Buffer.concat(chunks));
      done();
    },
  });
}
