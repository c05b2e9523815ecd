import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { BACKGROUND_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { sql } from "../../server/src/platform/database/database.ts";
import { callApi } from "./people.ts";
import { coverPath, createDraft, createPublisher, type Publisher } from "./publisher.ts";
import type { TestProgram } from "./test-program.ts";

export type Experience = { id: number; pretty_id: string; name: string };
type ComponentOptions = {
  /** By default a new one. */
  publisher?: Publisher;
  pictures?: readonly string[];
  photos?: readonly string[];
  codes?: readonly string[];
};
type CampaignFields = Record<string, unknown> & { name?: string };

/**
 * Creates a public wrap with an active experience on the program's local chain. Two covers of the demo catalogue give
 * four artworks, three give nine. `photos` names the components that participants fill with their photos, and `codes`
 * are the targets of secure QR codes.
 */
export async function createExperience(
  program: Pick<TestProgram, "url" | "db">,
  {
    publisher: knownPublisher,
    pictures = ["salt-meridian", "concrete-lullaby"],
    photos = [],
    codes = [],
    ...campaign
  }: ComponentOptions & CampaignFields = {},
): Promise<{ experience: Experience; publisher: Publisher; song: number }> {
  const publisher = knownPublisher ?? (await createPublisher(program.url));
  const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const fields = { name: "Tide Tables", network: "LOCAL", max_nfts: 0, ...campaign };
  const path = `drop/${song.id}`;
  const experience = await postForm<Experience>(program, publisher, path, fields, {
    name: "promo_image",
    picture: "salt-meridian",
  });
  const component = `drop/${experience.id}/component`;
  const layer = { anchor_point: "TOP_LEFT", rarity: 20 };
  for (const name of pictures) {
    const below = { ...layer, name, slot_number: 1, layer_level: 1, width: 900 };
    const { id } = await postForm<{ id: number }>(program, publisher, component, below, {
      name: "image",
      picture: name,
    });
    // Adds the same component again, small and on top, which multiplies the possible artworks.
    const above = {
      name: `${name}, small`,
      slot_number: 2,
      layer_level: 2,
      width: 300,
      offsetX: 60,
      offsetY: 60,
    };
    await postForm(program, publisher, component, { ...layer, ...above, copy_of: id });
  }
  for (const [at, name] of photos.entries()) {
    const position = { slot_number: 5 + at, anchor_point: "BOTTOM_RIGHT", layer_level: 3, rarity: 10 };
    const size = { width: 400, offsetX: 50, offsetY: 50 + at * 420 };
    await postForm(program, publisher, component, {
      name,
      component_type: "PRESELECTED",
      ...position,
      ...size,
    });
  }
  for (const [at, qr_code_link] of codes.entries()) {
    const position = { slot_number: 8 + at, anchor_point: "BOTTOM_LEFT", layer_level: 4, rarity: 10 };
    const code = { component_type: "QR_CODE", qr_code_link, qr_code_width: 300, secure_link: true };
    await postForm(program, publisher, component, { name: `Code ${at + 1}`, ...position, ...code });
  }
  await activateExperience(program, publisher, experience);
  return { experience, publisher, song: song.id };
}

/** Mints an artwork of an experience for a wallet, waits for it and returns its participant id. */
export async function mintArtwork(
  program: TestProgram,
  { publisher, experience }: { publisher: Publisher; experience: Experience },
  wallet: string,
): Promise<number> {
  const wallets = [wallet];
  await callApi(program.url, "POST", `drop/${experience.id}/mint`, { wallets }, publisher.token);
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const { rows } = await sql<{ id: number }>`
      select id from participant where campaign_id = ${experience.id} and state = 'MINTED'
        and lower(owner_wallet_address) = ${wallet.toLowerCase()}`.execute(program.db);
    if (rows[0] !== undefined) return rows[0].id;
    await sleep(250);
  }
  throw new Error(`The artwork of ${wallet} was not minted in time.`);
}

async function activateExperience(
  { url }: Pick<TestProgram, "url">,
  { token }: Publisher,
  { id }: Experience,
): Promise<void> {
  await callApi(url, "PATCH", `drop/${id}/activate`, undefined, token);
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const { campaign } = await callApi<{ campaign: { stage: string } }>(
      url,
      "GET",
      `my/dapp/${id}`,
      undefined,
      token,
    );
    if (campaign.stage === "ACTIVE") return;
    await sleep(250);
  }
  throw new Error(`The experience ${id} was not activated in time.`);
}

async function postForm<Body>(
  { url }: Pick<TestProgram, "url">,
  { token }: Publisher,
  path: string,
  data: Record<string, unknown>,
  file?: { name: string; picture: string },
): Promise<Body> {
  const form = new FormData();
  form.append("data", JSON.stringify(data));
  if (file !== undefined) {
    const bytes = await readFile(coverPath(file.picture));
    form.append(file.name, new Blob([bytes], { type: "image/jpeg" }), `${file.picture}.jpg`);
  }
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/v1/${path}`, { method: "POST", headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}
