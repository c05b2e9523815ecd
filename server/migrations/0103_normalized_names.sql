-- Names, tags and lyrics in NFC, as the program writes and searches them: some systems type é, ガ and 이 as several characters. Only such rows are
-- written; all are read, which takes seconds for a million wraps. No rows are merged: names that become equal stay names of two things.
update artist set name = normalize(name), metadata = jsonb_set(metadata, '{name}', to_jsonb(normalize(name)))
where name is not nfc normalized;
update song set name = normalize(name), artist = normalize(artist), nickname = normalize(nickname)
where name is not nfc normalized or artist is not nfc normalized or nickname is not nfc normalized;
update song_credit set value = normalize(value) where value is not nfc normalized;
update song_owner set name = normalize(name) where name is not nfc normalized;
update song_split set name = normalize(name) where name is not nfc normalized;
update song_tag set tag = normalize(tag) where tag is not nfc normalized;
update song_lyric set lyric = normalize(lyric), synced = normalize(synced)
where lyric is not nfc normalized or synced is not nfc normalized;
update song_change set new_value = normalize(new_value)
where field = 'TITLE' and state = 'WAITING' and new_value is not nfc normalized;
update campaign set name = normalize(name) where name is not nfc normalized;
update playlist set name = normalize(name) where name is not nfc normalized;
update account set name = normalize(name) where name is not nfc normalized;

-- Of albums of an artist that would have the same name and date, the others keep their spelling.
update album al set name = normalize(al.name)
from (
  select id, row_number() over (
    partition by artist_id, normalize(name), coalesce(release_date, 'infinity') order by (name is nfc normalized) desc, id
  ) as place
  from album where artist_id in (select artist_id from album where name is not nfc normalized)
) spelled
where spelled.id = al.id and spelled.place = 1 and al.name is not nfc normalized;
update song_album t set name = al.name from album al
where al.id = t.album_id and t.name is not nfc normalized and t.name <> al.name;
