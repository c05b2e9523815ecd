import { setTimeout as sleep } from "node:timers/promises";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { writeStamp } from "@wrapsody/shared/catalogue/lrc.ts";
import type { Plan } from "@wrapsody/shared/payments/subscriptions.ts";
import { insertAnalyzedAudio } from "../server/src/features/catalogue/index.ts";
import { tryWithAdvisoryLock } from "../server/src/platform/database/advisory-lock.data.ts";
import { type Executor, sql } from "../server/src/platform/database/database.ts";
import type { DemoComponent } from "./art/components.ts";
import { type DemoAudio, fingerprintOf } from "./assets.ts";
import type { DemoAccount, DemoArtist, DemoExperience, DemoWrap } from "./catalogue/index.ts";
import { demoSongs } from "./songs.ts";

/** Any constant: of several nodes that start together on an empty database, one fills it. */
const seedLock = 7_229_422;

export async function isEmpty(db: Executor): Promise<boolean> {
  const { rows } = await sql`select 1 from artist limit 1`.execute(db);
  return rows.length === 0;
}

/** Runs `fill` while no other node does. Polls the lock: waiting inside the database would exceed the limit of a statement. */
export async function oneAtATime(db: Executor, fill: () => Promise<void>): Promise<void> {
  while (!(await tryWithAdvisoryLock(db, sql`${seedLock}::bigint`, fill))) await sleep(250);
}

export async function insertAccount(
  tx: Executor,
  user: DemoAccount,
  passwordHash: string | null,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name, role, user_type, password_hash, verified_at)
    values (${user.email}, ${user.name}, ${user.role}, ${user.user_type}, ${passwordHash}, now())
    on conflict (lower(email)) do update set name = excluded.name returning id`.execute(tx);
  return single(rows).id;
}

/** A plan granted for years, because a preview may run that long. */
export async function insertSubscription(
  tx: Executor,
  accountId: string,
  plan: Exclude<Plan, "FREE">,
): Promise<void> {
  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until, granted)
    values (${accountId}, ${plan}, now() + interval '10 years', now() + interval '10 years', true)`.execute(
    tx,
  );
}

/** Returns which of the addresses can log in. */
export async function readLogIns(db: Executor, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from account where email = any(${emails}) and password_hash is not null`.execute(db);
  return rows.map(({ email }) => email);
}

export async function insertArtist(
  tx: Executor,
  artist: DemoArtist,
  ownerId: string,
  image: Image,
): Promise<number> {
  const metadata = { name: artist.name, description: artist.description };
  const { rows } = await sql<{ id: number }>`
    insert into artist (artist_clean_id, name, metadata, image_id, owner_id)
    values (${artist.slug}, ${artist.name}, ${JSON.stringify(metadata)}, ${image.id}, ${ownerId}) returning id`.execute(
    tx,
  );
  return single(rows).id;
}

export type SongToInsert = {
  wrap: DemoWrap;
  /** The catalogue number. */
  id: number;
  title: string;
  artist: string;
  artistId: number;
  image: Image;
  audio: DemoAudio;
};

export async function insertSong(tx: Executor, song: SongToInsert): Promise<void> {
  const { wrap, audio, image } = song;
  const { measures } = audio;
  await insertAnalyzedAudio(tx, { ...audio, now: new Date(wrap.created_at) });
  await sql`
    insert into song (id, pretty_id, artist_id, artist, name, nickname, iswc, duration, description, image_id, audio_key,
      audio_bytes, peaks, status, featured_at, plays, nft_id, nft_hash, nft_network, nft_confirmed, contract_address, created_at,
      submitted_at, listed_at, created_by)
    overriding system value
    values (${song.id}, ${wrap.slug}, ${song.artistId}, ${song.artist}, ${song.title}, ${wrap.nickname ?? null}, ${wrap.iswc},
      ${Math.round(measures.duration)}, ${wrap.description}, ${image.id}, ${audio.key}, ${audio.bytes}, ${Buffer.from(measures.peaks)},
      ${wrap.status}, ${wrap.featured ? sql`now()` : null}, ${wrap.plays}, ${wrap.nft?.nft_id ?? null}, ${wrap.nft?.nft_hash ?? null},
      ${wrap.nft?.network ?? null}, ${wrap.nft?.nft_confirmed ?? false}, ${wrap.nft?.contract_address ?? null}, ${wrap.created_at},
      ${wrap.created_at}, ${wrap.created_at}, (select owner_id from artist where id = ${song.artistId}))`.execute(
    tx,
  );
  await insertRights(tx, song.id, wrap);
}

/** Sets the type of singles and EPs, whose names say so. */
export async function setAlbumTypes(tx: Executor): Promise<void> {
  await sql`
    update album set type = case when name like '%(EP)' then 'EP' else 'SINGLE' end
    where name like '%(EP)' or name like '%(single%'`.execute(tx);
}

async function insertRights(tx: Executor, songId: number, wrap: DemoWrap): Promise<void> {
  const rows = (list: readonly object[]) =>
    JSON.stringify(list.map((row, position) => ({ ...row, position })));
  await sql`insert into song_tag (song_id, position, tag, genre)
    select ${songId}, position, tag, genre from jsonb_to_recordset(${rows(wrap.tags)}) t(position int, tag text, genre bool)`.execute(
    tx,
  );
  await sql`insert into song_album (song_id, position, name, track_number, release_date, isrc, languages)
    select ${songId}, position, name, track_number, release_date, isrc, languages
    from jsonb_to_recordset(${rows(wrap.albums)}) t(position int, name text, track_number int, release_date date, isrc text, languages text[])`.execute(
    tx,
  );
  await sql`insert into song_credit (song_id, position, role, value)
    select ${songId}, position, role, value from jsonb_to_recordset(${rows(wrap.credits)}) t(position int, role text, value text)`.execute(
    tx,
  );
  await sql`insert into song_date (song_id, position, date_type, date)
    select ${songId}, position, date_type, date from jsonb_to_recordset(${rows(wrap.dates)}) t(position int, date_type text, date date)`.execute(
    tx,
  );
  await sql`insert into song_owner (song_id, position, name, ownership_points, royalty_points)
    select ${songId}, position, name, round(ownership_rate * 100), round(royalty_rate * 100)
    from jsonb_to_recordset(${rows(wrap.owners)}) t(position int, name text, ownership_rate numeric, royalty_rate numeric)`.execute(
    tx,
  );
  await sql`insert into song_dsp (song_id, position, dsp, link)
    select ${songId}, position, dsp, link from jsonb_to_recordset(${rows(wrap.dsps)}) t(position int, dsp text, link text)`.execute(
    tx,
  );
  // No database of recordings knows this music, so its fingerprints have no reference there.
  await sql`insert into audio_footprint (song_id, position, footprint)
    values (${songId}, 0, ${fingerprintOf(wrap.slug)})`.execute(tx);
  if (wrap.lyrics !== undefined) {
    await sql`insert into song_lyric (song_id, lyric, synced) values (${songId}, ${wrap.lyrics}, ${toLrc(wrap)})`.execute(
      tx,
    );
  }
}

function toLrc({ slug, lyrics = "", lyricBars }: DemoWrap): string | null {
  const bpm = demoSongs.find((song) => song.slug === slug)?.bpm;
  if (lyricBars === undefined || bpm === undefined) return null;
  const barMs = (lyricBars.metre * 60_000) / bpm;
  const stanzas = lyrics.split("\n\n").map((stanza, place) => {
    const [first, perLine] = lyricBars.stanzas[place] ?? [1, 1];
    const lines = stanza.split("\n");
    return lines
      .map((line, index) => `${writeStamp((first - 1 + index * perLine) * barMs)}${line}`)
      .join("\n");
  });
  return `${stanzas.join("\n\n")}\n`;
}

/** `campaigns` gives the number of each experience, for the levels that are about one: a private one is opened by its first. */
export async function insertRewards(
  tx: Executor,
  songId: number,
  wrap: DemoWrap,
  campaigns: ReadonlyMap<string, number>,
): Promise<void> {
  for (const reward of wrap.rewards) {
    const about = "dapp" in reward && reward.dapp !== undefined ? (campaigns.get(reward.dapp) ?? null) : null;
    const instructions = about === null ? {} : { dapp_id: about };
    const { rows } = await sql<{ id: number }>`
      insert into reward (song_id, name, description, reward_points_earned, reward_type, details, stock, instructions, alt_id)
      values (${songId}, ${reward.name}, ${reward.description}, ${reward.reward_points_earned}, ${reward.reward_type},
        ${reward.details ?? null}, ${"stock" in reward ? reward.stock : null}, ${JSON.stringify(instructions)}, ${about})
      returning id`.execute(tx);
    if (reward.reward_type === "DAPP_ACCESS")
      await openBy(tx, { campaignId: about, levelId: single(rows).id });
  }
}

async function openBy(
  tx: Executor,
  { campaignId, levelId }: { campaignId: number | null; levelId: number },
): Promise<void> {
  await sql`
    update campaign set reward_level = ${levelId}
    where id = ${campaignId} and not is_public_mintable and reward_level is null`.execute(tx);
}

export async function insertCampaign(
  tx: Executor,
  campaign: { experience: DemoExperience; id: number; songId: number; image: Image; local: boolean },
): Promise<void> {
  const { experience, id, songId, image } = campaign;
  const contract = campaign.local ? undefined : experience.contract;
  await sql`
    insert into campaign (id, pretty_id, song_id, name, description, promo_image_id, type, max_nfts, cost_cents, reward_points,
      is_public_mintable, network, contract_address, contract_network, is_active, participants, activated_at, last_batch_sent_at, created_at,
      state, taken, created_by)
    overriding system value
    values (${id}, ${experience.slug}, ${songId}, ${experience.name}, ${experience.description}, ${image.id}, ${experience.type},
      ${experience.max_nfts}, ${Math.round(experience.cost_per_nft * 100)}, ${experience.reward_points},
      ${experience.is_public_mintable}, ${campaign.local ? "LOCAL" : experience.network}, ${contract?.address ?? null},
      ${contract?.network ?? null}, ${experience.is_active}, ${experience.participants},
      ${experience.activated_at ?? null}, null, ${experience.created_at},
      ${stateOf(experience)}, ${experience.participants},
      (select a.owner_id from song s join artist a on a.id = s.artist_id where s.id = ${songId}))`.execute(
    tx,
  );
}

/** A phase for everybody, from the full hour on. */
export async function insertOnlyPhase(
  tx: Executor,
  { campaignId, opensAt, priceCents }: { campaignId: number; opensAt: Date; priceCents: number },
): Promise<void> {
  await sql`
    insert into campaign_phase (campaign_id, name, starts_at, time_zone, price_cents, audience)
    values (${campaignId}, 'Opening night', date_trunc('hour', ${opensAt}::timestamptz), 'Europe/Lisbon', ${priceCents}, 'EVERYONE')`.execute(
    tx,
  );
}

export async function insertFollow(tx: Executor, artist: string, accountId: string): Promise<void> {
  await sql`
    insert into artist_follow (artist_id, account_id, created_at)
    select a.id, ${accountId}, a.created_at from artist a where a.artist_clean_id = ${artist}`.execute(tx);
}

function stateOf({ is_active, contract }: DemoExperience): "ACTIVE" | "COMPLETED" | "DRAFT" {
  if (is_active) return "ACTIVE";
  return contract === undefined ? "DRAFT" : "COMPLETED";
}

export async function nameSlots(tx: Executor, campaignId: number, names: readonly string[]): Promise<void> {
  const slotNames = names.map((name, index) => ({ slot_number: index + 1, name }));
  await sql`update campaign set slot_names = ${JSON.stringify(slotNames)}::jsonb where id = ${campaignId}`.execute(
    tx,
  );
}

export async function insertComponent(
  tx: Executor,
  campaignId: number,
  component: DemoComponent,
  image: Image | undefined,
): Promise<void> {
  await sql`
    insert into component (campaign_id, name, slot_number, component_type, anchor_point, layer_level, rarity, width, offset_x,
      offset_y, image_id, max_permitted, qr_code_link, qr_code_width, secure_link, fg_color, bg_color)
    values (${campaignId}, ${component.name}, ${component.slot_number}, ${component.component_type}, ${component.anchor_point},
      ${component.layer_level}, ${component.rarity}, ${component.width}, ${component.offsetX}, ${component.offsetY},
      ${image?.id ?? null}, ${component.max_permitted}, ${component.qr_code_link ?? null}, ${component.qr_code_width ?? null},
      ${component.secure_link ?? true}, ${component.fg_color ?? null}, ${component.bg_color ?? null})`.execute(
    tx,
  );
}

export type ParticipantToInsert = {
  campaignId: number;
  /** Counted within the campaign, from 1. */
  number: number;
  name: string;
  image: Image;
  traits: { slot_number: number; component: string }[];
  rarity: number;
  wallet: string;
  /** Whose collection it is in; null where the owner has no account here. */
  accountId: string | null;
  /** Null where the place was free. */
  orderId: number | null;
  createdAt: Date;
  mintedAt: Date;
};

export async function insertParticipant(tx: Executor, participant: ParticipantToInsert): Promise<void> {
  await sql`
    insert into participant (campaign_id, name, nft_id, rendered_image_id, traits, total_rarity_score, owner_wallet_address,
      account_id, participation_id, created_at, minted_at)
    values (${participant.campaignId}, ${participant.name}, ${String(participant.number)}, ${participant.image.id},
      ${JSON.stringify(participant.traits)}, ${participant.rarity}, ${participant.wallet}, ${participant.accountId},
      ${participant.orderId}, ${participant.createdAt}, ${participant.mintedAt})`.execute(tx);
}

/** Advances the sequence past the ids that were inserted explicitly. */
export async function advanceNumbers(tx: Executor): Promise<void> {
  for (const table of ["song", "campaign"]) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    );
  }
}

function single<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("the insert gave no row back");
  return row;
}
