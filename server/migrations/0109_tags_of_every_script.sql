-- Tags, and the searches of accounts and payments, with the words of every script. Writes to these tables wait while the indexes are built.
-- The index song_tag_folded stays: older nodes use it, and so do addresses of tags from before, which lead to those of today.
create index song_tag_named on song_tag (fold_name(tag), song_id desc);
drop index account_search;
create index account_search on account using gin (fold_name(name || ' ' || coalesce(email, '')) gin_trgm_ops);
drop index payment_title_search;
create index payment_title_search on payment using gin (fold_name(title) gin_trgm_ops);

create or replace function note_tags() returns trigger language plpgsql as $$
begin
  insert into known_tag (folded, name, songs)
  select distinct on (found.folded) found.folded, found.tag, 0
  from (select fold_name(tag) as folded, tag, song_id, position from now_there) found
  where found.folded <> '' and not exists (select from known_tag known where known.folded = found.folded)
  order by found.folded, found.song_id, found.position;
  return null;
end $$;

-- The job count-tags removes the keys that no tag has any more.
insert into known_tag (folded, name, songs)
select distinct on (folded) folded, tag, 0
from (select fold_name(tag) as folded, tag, song_id, position from song_tag where tag ~ '[^ -~]') found
where folded <> '' and not exists (select from known_tag known where known.folded = found.folded)
order by folded, song_id, position;
