-- The view that a sign-up chose, which its account starts with.
alter table registration add column user_type text not null default 'provider' check (user_type in ('provider', 'artist'));
