import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { bearer } from "../fixtures/people.ts";

/** Uploads an mp3 that repeats `piece`, so that the whole file is never in memory here. */
export async function uploadPieces(options: {
  port: number;
  path: string;
  token: string;
  piece: Buffer;
  pieces: number;
}): Promise<{ status: number | undefined; json: unknown }> {
  const { port, path, token, piece, pieces } = options;
  const boundary = "----pieces";
  const sent = request({
    host: "127.0.0.1",
    port,
    path,
    method: "PATCH",
    agent: false,
    headers: { ...bearer(token).headers, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  const answered = once(sent, "response");
  sent.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="pieces.mp3"\r\n` +
      "content-type: audio/mpeg\r\n\r\n",
  );
  for (let index = 0; index < pieces; index += 1) if (!sent.write(piece)) await once(sent, "drain");
  sent.end(`\r\n--${boundary}--\r\n`);
  const [response] = await answered;
  return { status: response.statusCode, json: await json(response) };
}
