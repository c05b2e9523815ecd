-- Whether the listener whom a shared link brought is new: by their browser, by their account, and never the sharer's own browser.
create index play_of_visitor on play (visitor, account_id, song_id) where visitor is not null;
create index play_of_account on play (account_id, song_id) where account_id is not null;

-- In which order accounts and listeners came from a source: only those beyond a limit wait, whoever was there before does not.
alter table point_source add column place integer not null default 0;

-- A reversal takes back what is left, which may be nothing: it is written down all the same, so that it happens once.
alter table point_entry drop constraint point_entry_points_check;
alter table point_entry add constraint point_entry_points_check check (points <> 0 or kind = 'REVERSAL');
alter table point_entry add column reason text;  -- why an administrator took points back
