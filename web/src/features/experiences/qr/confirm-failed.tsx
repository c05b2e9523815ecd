import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";

/** Why ownership was not confirmed, with possible causes. `why` is a text key. */
export function ConfirmFailed({ why }: { why: string }) {
  const { t } = useTranslation();
  return (
    <div className="qr-failed" role="alert">
      <p className="msg">
        <TriangleAlert className="i" aria-hidden="true" /> <span className="b">{t("qr.failed")}</span>
      </p>
      <p>{t(why)}</p>
      <p className="small dim">{t("qr.reasons")}</p>
      <ul className="small dim">
        {["wrongWallet", "wrongNetwork", "usedAlready"].map((reason) => (
          <li key={reason}>{t(`qr.${reason}`)}</li>
        ))}
      </ul>
    </div>
  );
}
