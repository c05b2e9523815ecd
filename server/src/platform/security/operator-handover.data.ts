import { type Executor, sql } from "../database/database.ts";

/**
 * GRANTING: the new key gets the roles of the contracts, and the handover can be aborted. REVOKING: the previous key loses them.
 * SWITCHED: the previous key signs nothing any more, and a node has to start with the new one. DONE: a worker has started with it.
 */
export type HandoverState = "GRANTING" | "REVOKING" | "SWITCHED" | "DONE";

/** The handover of the contracts' roles from one OPERATOR_KEY to another. Addresses in lower case, times in ISO 8601. */
export type OperatorHandover = {
  oldAddress: string;
  newAddress: string;
  state: HandoverState;
  startedAt: string;
  changedAt: string;
};

/** Reads the last handover. Minting is paused unless it is DONE. */
export async function readHandover(db: Executor): Promise<OperatorHandover | undefined> {
  const { rows } = await sql<OperatorHandover>`
    select old_address as "oldAddress", new_address as "newAddress", state, started_at as "startedAt",
      changed_at as "changedAt"
    from operator_handover`.execute(db);
  return rows[0];
}

/** Stores the start of a handover in place of the last one, if that is DONE. Returns false if it is not. */
export async function insertHandover(
  tx: Executor,
  { oldAddress, newAddress, now }: { oldAddress: string; newAddress: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into operator_handover (old_address, new_address, state, started_at, changed_at)
    values (${oldAddress}, ${newAddress}, 'GRANTING', ${now}, ${now})
    on conflict (is_only_row) do update set old_address = excluded.old_address, new_address = excluded.new_address,
      state = excluded.state, started_at = excluded.started_at, changed_at = excluded.changed_at
    where operator_handover.state = 'DONE'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Changes the state of the handover to an address. Returns false if it is not in the state `from`. */
export async function updateHandover(
  tx: Executor,
  { newAddress, from, to, now }: { newAddress: string; from: HandoverState; to: HandoverState; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator_handover set state = ${to}, changed_at = ${now}
    where state = ${from} and new_address = ${newAddress}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Ends the pause of a handover that did not take any role from the previous key. Returns false if there is none. */
export async function deleteGrantingHandover(tx: Executor): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from operator_handover where state = 'GRANTING'`.execute(tx);
  return numAffectedRows === 1n;
}
