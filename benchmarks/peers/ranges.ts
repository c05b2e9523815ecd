import { openSync, read } from "node:fs";
import { createServer } from "node:http";

/** Serves one open file with one read for each bounded range, without the other duties of a file server. */
const fd = openSync(process.env.FILE ?? "", "r");
const size = Number(process.env.BYTES);

createServer((request, response) => {
  const [, first = "0", last = "0"] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  const [start, end] = [Number(first), Number(last)];
  const buffer = Buffer.allocUnsafeSlow(end - start + 1);
  read(fd, buffer, 0, buffer.length, start, (error, bytes) => {
    if (error !== null || bytes !== buffer.length) {
      response.destroy();
      return;
    }
    const headers = { "content-type": "audio/mpeg", "content-length": bytes };
    response.writeHead(206, { ...headers, "content-range": `bytes ${start}-${end}/${size}` }).end(buffer);
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
