import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  type Admitted,
  doorLimits,
  doorProblems,
  type getDoor,
  type getDoors,
  type postAdmission,
  type postDoor,
  readTicketCode,
} from "@wrapsody/shared/rewards/tickets.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { hashToken, makeToken } from "../../accounts/index.ts";
import { encodeQr } from "../../artwork/index.ts";
import { type ClaimRow, lockTicketClaim } from "../claims/claims.data.ts";
import { moveClaim } from "../claims/received-claims.ts";
import {
  countOpenDoors,
  countTickets,
  findOpenDoor,
  findTicketLevel,
  insertDoor,
  listDoors,
  lockLevel,
  markAdmitted,
  markRevoked,
  readAdmission,
} from "./tickets.data.ts";

type OwnLevel = { accountId: string; song: string; level: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lists the door links of a TICKET level of the caller. @throws Failure E0001 if the caller has no such level */
export async function listLevelDoors(
  { db, clock }: Context,
  own: OwnLevel,
): Promise<AnswerOf<typeof getDoors>> {
  const level = await findTicketLevel(db, own);
  if (level === undefined) throw notFound();
  const { song_id: id, song: name } = level;
  const counts = await countTickets(db, level.id);
  return {
    reward: level.name,
    song: { id, name },
    ...counts,
    doors: await listDoors(db, level.id, clock.now()),
  };
}

/**
 * Creates a door link of a TICKET level of the caller. Only its hash is stored.
 *
 * @throws Failure E0001 if the caller has no such level, E0007 if it would expire at once or too late, or the level has too many
 */
export async function addDoor(
  { db, clock, publicUrl }: Context,
  { label, expires_at, ...own }: OwnLevel & BodyOf<typeof postDoor>,
): Promise<AnswerOf<typeof postDoor>> {
  const now = clock.now();
  const expiresAt = new Date(expires_at);
  const ahead = expiresAt.getTime() - now.getTime();
  if (ahead <= 0) throw fieldFailure("expires_at", doorProblems.past);
  if (ahead > doorLimits.days * DAY_MS) throw fieldFailure("expires_at", doorProblems.tooLate);
  const secret = makeToken();
  const added = await db.transaction().execute(async (tx) => {
    const level = await findTicketLevel(tx, own);
    if (level === undefined) throw notFound();
    await lockLevel(tx, level.id);
    if ((await countOpenDoors(tx, level.id, now)) >= doorLimits.doors)
      throw fieldFailure("label", doorProblems.tooMany);
    return insertDoor(tx, { levelId: level.id, label, secretHash: hashToken(secret), expiresAt, now });
  });
  const link = `${publicUrl}/door/${secret}`;
  return { ...added, link, rows: encodeQr(link).rows };
}

function fieldFailure(field: string, message: string): Failure {
  return new Failure("E0007", { errors: [{ field, message }] });
}

/** Revokes a door link; a repeat has no effect. @throws Failure E0001 if the caller has no such link */
export async function revokeDoor(
  { db, clock }: Context,
  { doorId, ...own }: OwnLevel & { doorId: number },
): Promise<void> {
  const level = await findTicketLevel(db, own);
  if (level === undefined) throw notFound();
  if (!(await markRevoked(db, { levelId: level.id, doorId, now: clock.now() }))) throw notFound();
}

/** Returns what a door link admits to. @throws Failure E0077 unless it works */
export async function showDoor(
  { db, clock }: Context,
  { secret }: { secret: string },
): Promise<AnswerOf<typeof getDoor>> {
  const door = await findOpenDoor(db, hashToken(secret), clock.now());
  if (door === undefined) throw new Failure("E0077");
  return door;
}

/**
 * Admits a ticket once and fulfils its claim. The fan is at the door, so no mail is sent.
 *
 * @throws Failure E0077 unless the door link works
 */
export function admitTicket(
  context: Context,
  { secret, code: text, attempt }: { secret: string } & BodyOf<typeof postAdmission>,
): Promise<Admitted> {
  return context.db.transaction().execute(async (tx) => {
    const door = await findOpenDoor(tx, hashToken(secret), context.clock.now());
    if (door === undefined) throw new Failure("E0077");
    const code = readTicketCode(text);
    // Concurrent scans of a ticket wait here for each other, and a rejection of its claim waits for them.
    const claim =
      code === undefined
        ? undefined
        : await lockTicketClaim(tx, { codeHash: hashToken(code), levelId: door.levelId });
    if (claim === undefined) return { result: "NOT_VALID", number: null, admitted_at: null };
    return admitClaim(context, tx, { claim, doorId: door.id, attempt });
  });
}

async function admitClaim(
  context: Context,
  tx: Executor,
  { claim, doorId, attempt }: { claim: ClaimRow; doorId: number; attempt: string },
): Promise<Admitted> {
  const { id: number, state } = claim;
  if (state === "REJECTED") return { result: "REVOKED", number, admitted_at: null };
  const now = context.clock.now();
  if (!(await markAdmitted(tx, { claimId: number, doorId, attempt, now }))) {
    const former = await readAdmission(tx, number);
    const isRepeat = former?.attempt === attempt;
    return {
      result: isRepeat ? "ADMITTED" : "ALREADY_ADMITTED",
      number,
      admitted_at: former?.admitted_at ?? null,
    };
  }
  // A publisher who fulfilled the claim by hand has only said that the ticket was sent.
  if (state !== "FULFILLED") await moveClaim(context, tx, { claim, state: "FULFILLED" });
  return { result: "ADMITTED", number, admitted_at: now.toISOString() };
}
