import { CID } from "multiformats/cid";
import { z } from "zod";
import type { Context } from "../context.ts";
import { exportCar } from "./files.ts";

/** Timeout for the node to import a file. */
const timeoutMs = 60_000;

/** The IPFS node did not confirm the pin. Contains neither its address nor its token. */
export class PinError extends Error {
  override name = "PinError";
}

/** A line of Kubo's RPC response: a root, with the reason if it could not be pinned. */
const line = z.object({
  Root: z.object({ Cid: z.object({ "/": z.string() }), PinErrorMsg: z.string().default("") }).optional(),
});
const refusal = z.object({ Message: z.string() });

/**
 * Pins a CID on the configured IPFS node (Kubo's `/api/v0/dag/import`, which pinning services offer as well)
 * and compares the root that it confirms. Returns false if no node is configured.
 * @throws PinError for every other or missing response; retrying is harmless
 */
export async function pin(
  { config, storage }: Pick<Context, "config" | "storage">,
  cid: CID,
): Promise<boolean> {
  if (config.ipfs === undefined) return false;
  const { url, token } = config.ipfs;
  const form = new FormData();
  form.append(
    "file",
    new Blob(await Array.fromAsync(exportCar(storage, cid), (piece) => Buffer.from(piece))),
    `${cid}.car`,
  );
  const response = await fetch(`${url}/api/v0/dag/import?pin-roots=true`, {
    method: "POST",
    body: form,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new PinError("The IPFS node is not responding.", { cause });
  });
  const body = await response.text().catch((cause: unknown) => {
    throw new PinError("The IPFS node closed the connection.", { cause });
  });
  if (!response.ok) throw new PinError(`The IPFS node responded with ${response.status}: ${reasonIn(body)}`);
  compareCid(body, cid);
  return true;
}

/** Compares the confirmed root. @throws PinError unless it is exactly this one */
function compareCid(body: string, cid: CID): void {
  const roots = body.split("\n").flatMap((text) => line.safeParse(parsed(text)).data?.Root ?? []);
  const [root, ...others] = roots;
  if (root === undefined) throw new PinError("The IPFS node did not report what it pinned.");
  if (root.PinErrorMsg !== "")
    throw new PinError(`The IPFS node could not pin the root: ${short(root.PinErrorMsg)}`);
  if (others.length > 0 || !isSame(root.Cid["/"], cid))
    throw new PinError("The IPFS node pinned a different root.");
}

function isSame(text: string, cid: CID): boolean {
  try {
    return CID.parse(text).equals(cid);
  } catch {
    return false;
  }
}

const reasonIn = (body: string) => short(refusal.safeParse(parsed(body)).data?.Message ?? body);
const short = (text: string) => text.trim().slice(0, 200);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
