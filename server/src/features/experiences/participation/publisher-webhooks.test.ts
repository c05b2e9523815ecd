import { afterAll, beforeAll, expect, it } from "vitest";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import { bearer } from "../../../testing/fixtures/people.ts";
import { openWebhookReceiver, verifyWebhook } from "../../../testing/http/webhook-receiver.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../testing/payments/paid-orders.ts";

let api: CheckoutApi;
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
beforeAll(async () => {
  api = await openCheckoutApi();
  receiver = await openWebhookReceiver();
});
afterAll(async () => {
  receiver.close();
  await api.close();
});

it("a publisher's systems hear of a paid order, its minted artwork and a claim once each, as documented", {
  retry: 0,
}, async () => {
  receiver.received.length = 0;
  const publisher = await api.addPublisher();
  const song = await api.addPublicWrap(publisher);
  const { json } = await api.call("POST", "my/webhook", {
    payload: { url: receiver.url, events: ["order.paid", "artwork.minted", "claim.requested"] },
    ...bearer(publisher.token),
  });
  const campaign = await api.addActiveCampaign(publisher, song, { cost_per_nft: "12" }, grid(1, 1));
  const fan = await api.join();
  const [wallet = ""] = wallets(1);
  const order = await api.placeOrder(fan, campaign, wallet);
  await api.runJobsWithoutWebhooks();
  expect(receiver.received).toEqual([]);

  // The redirect and the provider's webhook report the same payment.
  const proof = await api.pay(order.page);
  await Promise.all([api.syncPayment(order.payment), api.confirmOrder(proof)]);
  await api.syncPayment(order.payment);
  const [artwork] = await api.listParticipants(campaign);
  await api.runJob("render-artwork", { campaignId: campaign, participantId: artwork?.id });
  await api.completeMints(campaign);
  await api.completeMints(campaign);
  const reward = {
    name: "A seat by the window",
    description: "One ticket",
    reward_points_earned: 1,
    reward_type: "TICKET",
  };
  const level = await api.call("POST", `song/${song}/reward`, {
    payload: reward,
    ...bearer(publisher.token),
  });
  const { id: rewardId } = level.json.body;
  const claim = await api.call("POST", `song/${song}/reward/${rewardId}`, bearer(fan.token));
  expect(claim.status).toBe(200);
  await api.runJobsWithoutWebhooks();
  await api.runJobsWithoutWebhooks();

  const events = receiver.received.map((request) => verifyWebhook(json.body.secret, request));
  expect(events).toHaveLength(3);
  const [token] = await api.listRequestedTokens(campaign);
  expect(events).toEqual(
    expect.arrayContaining([
      {
        type: "order.paid",
        timestamp: expect.any(String),
        data: {
          order_id: order.exposedId,
          experience_id: campaign,
          amount_cents: 1_200,
          fee_cents: expect.any(Number),
          paid_at: expect.any(String),
        },
      },
      {
        type: "artwork.minted",
        timestamp: expect.any(String),
        data: {
          artwork_id: artwork?.id,
          experience_id: campaign,
          network: "LOCAL",
          contract_address: token?.collection,
          token_id: String(token?.token_id),
          owner_wallet_address: wallet,
        },
      },
      {
        type: "claim.requested",
        timestamp: expect.any(String),
        data: {
          claim_id: claim.json.body.id,
          song_id: song,
          reward_id: rewardId,
          reward_name: reward.name,
          reward_type: reward.reward_type,
        },
      },
    ]),
  );
});
