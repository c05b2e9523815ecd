-- Secure QR codes that were confirmed: once for a component and an artwork, whoever owns it later.
create table qr_confirmation (
  component_id   integer not null references component on delete cascade,
  participant_id bigint not null,
  campaign_id    integer not null references campaign,
  wallet         text not null,
  confirmed_at   timestamptz not null,
  primary key (component_id, participant_id)
);

-- Scans by somebody with a wallet, by day: appended to by many at once, so spread over a few rows.
create table qr_scan (
  component_id integer not null references component on delete cascade,
  day          date not null,
  lane         smallint not null,
  scans        integer not null,
  primary key (component_id, day, lane)
);
