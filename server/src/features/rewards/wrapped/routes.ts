import { getDownload, getDownloadMessage, postDownload } from "@wrapsody/shared/downloads.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { downloadFile, downloadMessage, startDownload } from "./downloads.ts";
import type { DownloadNeeds } from "./needs.ts";

/** Returns the routes of wrapped MP3 downloads. */
export function downloadRoutes(context: Context, needs: DownloadNeeds): Route[] {
  return [
    route(getDownload, ({ params, query }) =>
      startDownload(context, needs, { song: params.id, wallet: query.wallet }),
    ),
    route(getDownloadMessage, ({ params }) =>
      downloadMessage(context, { song: params.id, nonce: params.nonce }),
    ),
    route(postDownload, ({ session, params, body }) =>
      downloadFile(context, needs, { song: params.id, accountId: session?.accountId, body }),
    ),
  ];
}
