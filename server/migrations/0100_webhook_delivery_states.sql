-- Deliveries are listed by their state. Blocks writes to `webhook_delivery` while the index is built: one to three seconds for a million.
create index webhook_delivery_by_state on webhook_delivery (endpoint_id, state, created_at desc, id desc);
