-- Ranks of artworks by rarity (docs/decisions/0119-rarity-ranks.md). Locks `participant` against new artworks while it counts them: about a
-- second per million.

-- Drawn artworks of an experience by score, so that a rank reads at most 100 rows, however many artworks there are. Artworks are never
-- deleted, and their score never changes.
create table rarity_count (
  campaign_id integer not null references campaign on delete cascade,
  score       smallint not null,
  artworks    integer not null,
  primary key (campaign_id, score)
);

create function count_rarities() returns trigger language plpgsql as $$
begin
  insert into rarity_count as counted (campaign_id, score, artworks)
  select campaign_id, total_rarity_score, count(*) from added where total_rarity_score is not null
  group by campaign_id, total_rarity_score order by campaign_id, total_rarity_score
  on conflict (campaign_id, score) do update set artworks = counted.artworks + excluded.artworks;
  return null;
end $$;
create trigger rarities_counted after insert on participant
  referencing new table as added for each statement execute function count_rarities();

insert into rarity_count (campaign_id, score, artworks)
select campaign_id, total_rarity_score, count(*) from participant where total_rarity_score is not null
group by campaign_id, total_rarity_score;
