import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import { UNSAFE_FrameworkContext as FrameworkContext, useMatches } from "react-router";
import { textsScript } from "../language/language-files.ts";

/** The data of the page, as React Router encodes it for the browser. */
export const PageData = createContext("");

/** From the request of a page until its HTML has arrived, on a network where its scripts cannot wait. */
const SLOW_MS = 200;
/** For the largest picture, without which the first paint is not the largest. */
const COVER_MS = 300;

/**
 * Replaces `Scripts` on the server. A page with a loader is complete without scripts, so they leave the network and the processor to
 * its first paint. They are fetched at once for members, to whom they show what is theirs, and on a slow network, where a pause delays
 * the first click.
 */
export function Scripts() {
  const framework = useContext(FrameworkContext);
  const { i18n } = useTranslation();
  const matches = useMatches();
  const pageData = useContext(PageData);
  if (framework === undefined) throw new Error("Scripts need the context of React Router.");
  const { manifest, nonce, serverHandoffString } = framework;
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? []);
  const start = startScript({
    entry: manifest.entry.module,
    modules: [manifest.url, ...routes.map(({ module }) => module)],
    imports: [...manifest.entry.imports, ...routes.flatMap(({ imports = [] }) => imports)],
    ids: routes.map(({ id }) => id),
    texts: textsScript(i18n.language),
    isComplete: routes.at(-1)?.hasLoader === true,
  });
  return (
    <>
      <script nonce={nonce} type="module" async>
        {start}
      </script>
      <script nonce={nonce}>{contextScript(serverHandoffString, pageData)}</script>
    </>
  );
}

type Start = {
  entry: string;
  /** The list of all routes, and those of the page in the order of `ids`. */
  modules: string[];
  imports: string[];
  ids: string[];
  texts: string;
  isComplete: boolean;
};

/** An asynchronous module does not wait for styles. Frames out of sight and hidden tabs are never painted. */
function startScript({ entry, modules, imports, ids, texts, isComplete }: Start): string {
  const files = JSON.stringify([...new Set([...modules, entry, ...imports])]);
  const routeModules = ids.map((id, at) => `${JSON.stringify(id)}:m[${at + 1}]`).join();
  const fetchAll = `let load=()=>{load=()=>{};${texts}for(let href of ${files})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));document.readyState==="loading"?addEventListener("DOMContentLoaded",start):start()},start=()=>Promise.all(${JSON.stringify(modules)}.map(m=>import(m))).then(m=>{window.__reactRouterRouteModules={${routeModules}};import(${JSON.stringify(entry)})});`;
  if (!isComplete) return `${fetchAll}load()`;
  const isPaintAwaited = `!(document.hidden||parent!==window||"member"in document.documentElement.dataset||performance.now()-performance.getEntriesByType("navigation")[0]?.requestStart>${SLOW_MS})`;
  const loadAfterPaint = `let cover=document.querySelector("img[fetchpriority=high]")?.decode(),paint=()=>requestAnimationFrame(()=>setTimeout(()=>load()));Promise.race([cover,new Promise(done=>setTimeout(done,${COVER_MS}))]).then(paint,paint);document.addEventListener("visibilitychange",()=>load())`;
  return `${fetchAll}if(${isPaintAwaited}){${loadAfterPaint}}else load()`;
}

/** Hands over the data of the page, as the bytes that React Router reads. */
function contextScript(handoff: string | undefined, pageData: string): string {
  const text = JSON.stringify(pageData).replaceAll("<", "\\u003c");
  return `window.__reactRouterContext={...${handoff},stream:new Response(${text}).body}`;
}
