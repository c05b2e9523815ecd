-- Suspension of accounts (docs/decisions/0069). Locks `restriction` and `artist` for an instant.

-- A suspension is a restriction of kind `account`; `target` is the account's id.
alter table restriction drop constraint restriction_kind_check;
alter table restriction add constraint restriction_kind_check
  check (kind in ('wrap', 'artist', 'experience', 'artwork', 'account'));
alter table restriction
  add column note text,       -- of administrators, never shown to the owner
  add column code_hash bytea; -- of the code with which a suspended user, who cannot log in, reads and contests the suspension
create unique index restriction_code on restriction (code_hash) where code_hash is not null;

-- As in 0066, and also for restrictions of the publisher's account.
create or replace function apply_restrictions() returns trigger language plpgsql as $$
declare
  own text := case when new.status = 'RESTRICTED' then new.listing else new.status end;
begin
  if own = 'ACTIVE' and new.listed_from > now() then own := 'SCHEDULED'; end if;
  -- A restriction of the artist waits for this insertion, or this insertion for it.
  if tg_op = 'INSERT' and own in ('ACTIVE', 'HIDDEN') then
    perform from artist where id = new.artist_id for key share;
  end if;
  if own in ('ACTIVE', 'HIDDEN', 'SCHEDULED') and exists (
    select from restriction r where r.ended_at is null
      and ((r.kind = 'wrap' and r.target = new.id::text) or (r.kind = 'artist' and r.target = new.artist_id::text)
        or (r.kind = 'account' and r.target = (select owner_id::text from artist where id = new.artist_id)))
  ) then
    new.listing := own;
    new.status := 'RESTRICTED';
  else
    new.listing := null;
    new.status := own;
  end if;
  return new;
end $$;

-- An artist that is assigned to or from a suspended account.
create function apply_account_restrictions() returns trigger language plpgsql as $$
begin
  if exists (select from restriction r where r.ended_at is null and r.kind = 'account'
      and r.target in (old.owner_id::text, new.owner_id::text)) then
    update song set status = status where artist_id = new.id;
  end if;
  return null;
end $$;
create trigger apply_account_restrictions after update of owner_id on artist for each row
  when (old.owner_id is distinct from new.owner_id) execute function apply_account_restrictions();
