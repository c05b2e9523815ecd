-- Notifications of rewards within reach (docs/decisions/0084). Locks `notification` and `reward` for an instant: a column without a default and a
-- check that is not validated.
alter table notification add column reward_id integer references reward on delete cascade;
create index notification_of_reward on notification (reward_id) where reward_id is not null;
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('WRAP', 'EXPERIENCE', 'ALMOST_SOLD_OUT', 'ARTWORK', 'CLAIM', 'REWARD')) not valid;
