import { type PayoutAccount, payoutRequirements } from "@wrapsody/shared/payments/payments.ts";

type Requirement = PayoutAccount["missing"][number];

/**
 * Topics of Stripe's requirements by parts of their names. The first match counts. Names of persons contain an id, and Stripe
 * adds names, so anything else is OTHER.
 */
const patterns: readonly [RegExp, Requirement][] = [
  [/^external_account/, "BANK_ACCOUNT"],
  [/tos_acceptance/, "TERMS"],
  [/verification\.(additional_)?document|proof_of|documents\./, "DOCUMENT"],
  [/\.(address|registered_address)(\.|$)|_address(\.|$)/, "ADDRESS"],
  [/\.(email|phone)$|support_(email|phone)/, "CONTACT"],
  [/^(business_profile|settings)\./, "BUSINESS_PROFILE"],
  [/^business_type$|^company\.(?!.*provided)/, "BUSINESS"],
  [/^(owners|directors|executives|representative)\b|_provided$|relationship\./, "PEOPLE"],
  [/^(individual|person_\w+)\./, "IDENTITY"],
];

/** Groups Stripe's requirements into what a person understands, in a fixed order and without repeats. */
export function describeRequirements(names: readonly string[]): Requirement[] {
  const found = new Set(
    names.map((name) => patterns.find(([pattern]) => pattern.test(name))?.[1] ?? "OTHER"),
  );
  return payoutRequirements.filter((requirement) => found.has(requirement));
}
