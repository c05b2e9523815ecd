import { generateKeyPairSync, sign } from "node:crypto";

/** Encodes an ASN.1 value in DER. */
function der(tag: number, ...parts: Array<Buffer | string>): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  const { length } = content;
  const long = length > 255 ? [0x82, length >> 8, length & 255] : [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const truth = der(0x01, Buffer.from([255]));
const utcTime = (date: Date) =>
  der(
    0x17,
    date
      .toISOString()
      .replace(/[-:T]|\.\d+/g, "")
      .slice(2),
  );

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const commonName = identifier("550403");
const basicConstraints = identifier("551d13");
const alternativeNames = identifier("551d11");

const day = 24 * 60 * 60 * 1000;

/**
 * Creates a self-signed certificate for 127.0.0.1, valid from yesterday until tomorrow, and its key; both as
 * PEM.
 */
export function makeCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, "127.0.0.1"))));
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const result = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        sequence(basicConstraints, truth, der(0x04, sequence(truth))),
        sequence(alternativeNames, der(0x04, sequence(address))),
      ),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", result, privateKey));
  const lines =
    sequence(result, ecdsaWithSha256, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
