import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../../testing/http/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const email = "kestrel.ventura@lighthouse-records.example";

async function signUpWith(pw: string) {
  const payload = { email, name: "Maré Baixa", pw, pwconfirm: pw };
  const { status, json } = await api.call("POST", "user", { payload });
  return { pw, status, errors: json.errors };
}

const refused = (pw: string) => ({
  pw,
  status: 400,
  errors: [
    {
      field: "pw",
      message: "This password is too common. Choose another one.",
    },
  ],
});

it("rejects the most frequently leaked passwords, including their variations", async () => {
  for (const pw of [
    ...["password", "Password1!", "P@ssw0rd", "12345678", "iloveyou2", "letmein123", "trustno1trustno1"],
    ...["dragon123", "football1", "Welcome123!", "drowssap", "1q2w3e4r"],
  ]) {
    expect(await signUpWith(pw)).toEqual(refused(pw));
  }
});

it("rejects keyboard patterns, letter sequences and dates", async () => {
  for (const pw of [
    "qwertyuiop",
    "asdfghjkl",
    "zaq12wsx!QAZ",
    "aaaaaaaa",
    "        ",
    "abcdefgh",
    "19870512",
  ]) {
    expect(await signUpWith(pw)).toEqual(refused(pw));
  }
  const long = "ab".repeat(500);
  expect(await signUpWith(long)).toEqual(refused(long));
});

it("rejects passwords built from the address, the name or the site's name", async () => {
  for (const pw of [
    ...[email, email.toUpperCase(), "kestrel1", "KestrelVentura", "lighthouse", "v3ntura!", "records2024"],
    ...["marebaixa", "Maré Baixa", "MaréBaixa1", "Wrapsody", "wrapsody123", "Wrapsody123!"].slice(1),
  ]) {
    expect(await signUpWith(pw)).toEqual(refused(pw));
  }
});

it("accepts any other password of 8 to 1000 characters, in any script", async () => {
  for (const pw of [
    ...["window seat please", "Kx9#mQ2v", "tr0ub4dor&3", "xkjqzwpa", "мой тихий океан", "静かな海の夜明け前"],
    ...["🎷🐢🌧🧭🪵🐙🥁🌊", "\t tab and \n line", "q7".padEnd(500, "zr8Lp-wound ").padEnd(1000, "y?Kd0 ")],
  ]) {
    expect(await signUpWith(pw)).toEqual({ pw, status: 200, errors: undefined });
  }
});
