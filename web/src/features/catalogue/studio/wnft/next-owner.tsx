import type { OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Address } from "../../../../ui/format/address.tsx";

/** Shows the future owner of the token, and how to receive it yourself. */
export function NextOwner({ owner }: { owner: OwnToken["owner"] | undefined }) {
  const { t } = useTranslation();
  if (owner === undefined || owner === null) return <p className="small dim">{t("wnft.owner.none")}</p>;
  return (
    <div className="wnft-owner">
      <p className="small">{t(owner.in_custody ? "wnft.owner.custody" : "wnft.owner.wallet")}</p>
      <p>
        <Address address={owner.address} />
      </p>
      {owner.in_custody ? (
        <Link className="btn s" to={paths.settings}>
          {t("wnft.owner.link")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      ) : null}
    </div>
  );
}
