import { createServer } from "node:http";
import { listSongs, searchSongs, showSong } from "./songs.ts";

/** Answers the catalogue's calls with the least code: node:http, JSON.stringify and prepared statements. */
const server = createServer(async (request, response) => {
  try {
    const text = JSON.stringify(await answer(request.url ?? "/"));
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
    };
    response.writeHead(200, headers).end(text);
  } catch (error) {
    response.writeHead(500, { "content-length": 0 }).end();
    process.stderr.write(`${String(error)}\n`);
  }
});
server.listen(Number(process.env.PORT), "127.0.0.1");

function answer(url: string): Promise<unknown> {
  const [path = "", query] = url.split("?", 2);
  const params = new URLSearchParams(query);
  const limit = Number(params.get("limit") ?? 14);
  if (path === "/songs") return listSongs(limit);
  if (path === "/containing") return searchSongs(params.get("name") ?? "", limit, false);
  if (path === "/similar") return searchSongs(params.get("name") ?? "", limit, true);
  return showSong(Number(path.slice("/song/".length)));
}
