import { useTranslation } from "react-i18next";

const benefits = ["listen", "earn", "redeem", "own", "publish"] as const;

/** Returns what an account gives, as facts of an entry page. */
export function useBenefits() {
  const { t } = useTranslation();
  return benefits.map((benefit) => ({
    name: t(`accounts.signUp.benefits.${benefit}.name`),
    text: t(`accounts.signUp.benefits.${benefit}.text`),
  }));
}
