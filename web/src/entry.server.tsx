import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { pageContext } from "./lib/page-context.ts";

export { pageContext };

/** Renders a page whole before the first byte is sent: it is kept and sent many times. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = loadContext.get(pageContext);
  return new Promise((resolve, reject) => {
    let answered = status;
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          headers.set("content-type", "text/html; charset=utf-8");
          resolve(
            new Response(createReadableStreamFromReadable(pipe(new PassThrough())), {
              status: answered,
              headers,
            }),
          );
        },
        onShellError: reject,
        onError(error) {
          answered = 500;
          console.error(error);
        },
      },
    );
  });
}
