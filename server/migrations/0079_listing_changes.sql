-- Webhook events about restrictions (docs/decisions/0058). Locks `song` for an instant.

-- Listing changes that a restriction made and that a job still has to store as webhook events of the publisher. Recorded where `status` is decided,
-- so that no way of restricting or restoring is left out.
create table listing_change (
  id          bigint generated always as identity primary key,
  account_id  uuid not null references account on delete cascade,
  song_id     integer not null,
  pretty_id   text not null,
  name        text not null,
  from_status text not null,
  to_status   text not null,
  changed_at  timestamptz not null
);
create index listing_change_of_account on listing_change (account_id);

-- Other changes of a listing are reported by the operation that makes them: it never has the wrap's own state on one side and RESTRICTED on the other.
create function record_listing_change() returns trigger language plpgsql as $$
begin
  insert into listing_change (account_id, song_id, pretty_id, name, from_status, to_status, changed_at)
  select a.owner_id, new.id, new.pretty_id, new.name, old.status, new.status, now()
  from artist a
  where a.id = new.artist_id and exists (
    select from webhook_endpoint e
    where e.account_id = a.owner_id and e.disabled_at is null and 'listing.changed' = any(e.events));
  return null;
end $$;
create trigger record_listing_change after update of status, artist_id on song for each row
  when ((new.status = 'RESTRICTED' and old.status = new.listing) or (old.status = 'RESTRICTED' and new.status = old.listing))
  execute function record_listing_change();
