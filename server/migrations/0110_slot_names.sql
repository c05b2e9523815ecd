-- Names that publishers give to slots: [{ slot_number, name }], by slot. Nodes of previous versions ignore them.
alter table campaign add column slot_names jsonb not null default '[]';
