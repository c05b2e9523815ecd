-- Whose artwork it is here, apart from whose wallet holds its token. Where the account goes, the artwork stays.
alter table participant add column account_id uuid references account on delete set null;
create index participant_of_account on participant (account_id, created_at desc, id desc) where account_id is not null;
