import { createServer } from "node:http";

/** Sends the same bytes for every request: node:http can do no more. */
const body = Buffer.alloc(Number(process.env.BYTES), "<p>page</p>");
const headers = { "content-type": "text/html; charset=utf-8", "content-length": body.length };

createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
