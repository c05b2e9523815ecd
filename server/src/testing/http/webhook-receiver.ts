import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string; url: string | undefined };

/** Answer of the receiver. */
type WebhookAnswer = { status: number; headers?: Record<string, string> };

/** Starts a server that keeps every request and answers 204, or what `answerWith` sets. */
export async function openWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let answer: WebhookAnswer = { status: 204 };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body, url: request.url });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(next: WebhookAnswer) {
      answer = next;
    },
    /** Forgets what was received and answers 204 again. */
    reset() {
      received.length = 0;
      answer = { status: 204 };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Verifies a request as a receiver does, with the library of Standard Webhooks. */
export function verifyWebhook(secret: string, { body, headers }: ReceivedWebhook): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
