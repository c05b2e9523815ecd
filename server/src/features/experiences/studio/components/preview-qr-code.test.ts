import decode from "jsqr";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CampaignApi, openCampaignApi, type Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";

let api: CampaignApi;
let publisher: Publisher;
let song: number;
let campaign: number;
beforeAll(async () => {
  api = await openCampaignApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  campaign = await api.createCampaign(publisher, song);
});
afterAll(() => api.close());

const preview = ({ token }: Person, payload: object, of: number | string = campaign) =>
  api.call("POST", `drop/${of}/qr`, { ...bearer(token), payload });
const link = "https://example.org/tide?table=4";

/** Decodes the rows of a code, with a white margin. */
function readCode(rows: readonly string[]): string | undefined {
  const [scale, quiet] = [4, 4];
  const side = (rows.length + 2 * quiet) * scale;
  const pixels = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [Math.floor((at % side) / scale) - quiet, Math.floor(at / side / scale) - quiet];
    const shade = rows[y]?.[x] === "1" ? 0 : 255;
    return [shade, shade, shade, 255];
  });
  return decode(new Uint8ClampedArray(pixels.flat()), side, side)?.data;
}

describe("a preview of a QR code", () => {
  it("encodes its link and reports its minimum width", async () => {
    const { status, json } = await preview(publisher, { qr_code_link: link, secure_link: false });
    expect([status, readCode(json.body.rows)]).toEqual([200, link]);
    expect(json.body.least_width).toBe((json.body.rows.length + 8) * 2);
  });

  it("encodes the confirmation page for a secure one", async () => {
    const { json } = await preview(publisher, { qr_code_link: link, component_id: 7 });
    expect(readCode(json.body.rows)).toMatch(new RegExp(`/qr/redirect\\?c=7&s=${song}&n=0$`));
  });

  it("stores nothing, and is the same for concurrent requests", { retry: 0 }, async () => {
    const before = await api.getOwnCampaign(publisher, campaign);
    const previewCode = () => preview(publisher, { qr_code_link: link, secure_link: false });
    const answers = await Promise.all([previewCode(), previewCode(), previewCode()]);
    expect(new Set(answers.map(({ json }) => json.body.rows.join())).size).toBe(1);
    expect(await api.getOwnCampaign(publisher, campaign)).toEqual(before);
  });

  it("is limited to the logged-in owner and to a web link", async () => {
    const other = await api.addPublisher({ name: "Other Publisher" });
    expect((await preview(other, { qr_code_link: link })).json.code).toBe("E0001");
    expect((await preview(publisher, { qr_code_link: link }, "not-there")).json.code).toBe("E0001");
    const anonymous = await api.call("POST", `drop/${campaign}/qr`, { payload: { qr_code_link: link } });
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    for (const wrong of ["", "tide", "javascript:alert(1)", `${link}${"x".repeat(500)}`]) {
      const { status, json } = await preview(publisher, { qr_code_link: wrong });
      expect([status, json.errors[0].field]).toEqual([400, "qr_code_link"]);
    }
  });
});
