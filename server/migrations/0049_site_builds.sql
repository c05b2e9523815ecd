-- The assets of the builds of the site. A page of a build may be open while nodes run another one.
create table site_build (
  -- One file with all assets, one after the other.
  file_key text primary key,
  -- When an api process with this build last said that it runs.
  used_at  timestamptz not null
);

create table site_asset (
  name       text not null,
  file_key   text not null references site_build on delete cascade,
  first_byte integer not null,
  size       integer not null,
  primary key (name, file_key)
);
create index site_asset_file_key on site_asset (file_key);
