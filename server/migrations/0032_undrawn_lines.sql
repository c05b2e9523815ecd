-- Lines of a list for which nothing was left to be drawn, of a campaign.
create index participation_undrawn on participation (campaign_id, id) where state = 'EXPIRED' and batch_id is not null;
