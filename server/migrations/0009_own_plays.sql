-- An account's own plays, in their order: to be shown, to be handed out, and to be let go of with the account.
create index play_own on play (account_id, started_at, id) where account_id is not null;
